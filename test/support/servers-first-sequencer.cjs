// Jest starts long files late where it has no times of an earlier run (it goes by size then), so that one of them runs on
// alone at the end. What starts servers goes first here, the many short unit tests fill the gaps.
const { default: Sequencer } = require('@jest/test-sequencer');

const FIRST_TO_LAST = ['embedded', 'processes', 'integration', 'e2e', 'chaos', 'conformance', 'architecture', 'unit'];

const rank = ({ context }) => FIRST_TO_LAST.indexOf(context.config.displayName?.name);

module.exports = class ServersFirstSequencer extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((a, b) => rank(a) - rank(b));
  }
};
