import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// `npm test -- [KIND …] [PATTERN …] [OPTION …]`: builds what the kinds need, then runs Jest. From the first option on all is Jest's.

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

const BUILD = ['npm', 'run', '-s', 'build'];
const BUNDLE = ['npm', 'run', '-s', 'bundle'];
const CONSOLE = ['npm', 'run', '-s', 'console:build', '--', '--if-changed'];

/** What stays at work while a test waits for a process or a timer. */
const MANY = ['--maxWorkers=3'];
const TWO = ['--maxWorkers=2'];
const ONE = ['--runInBand'];

/**
 * Kinds of tests: what has to be built, Jest's projects (by default the one of that name), how many workers. The paths of `also` are run
 * with them.
 */
const KINDS = {
  unit: { workers: TWO },
  integration: { workers: TWO },
  conformance: { workers: TWO },
  e2e: { needs: [BUNDLE], workers: TWO },
  architecture: { needs: [BUILD], workers: TWO },
  processes: { needs: [BUNDLE], projects: ['embedded', 'processes'], workers: MANY },
  console: { needs: [BUILD, CONSOLE], workers: ONE },
  operations: { needs: [BUNDLE, CONSOLE], workers: TWO },
  chaos: { needs: [BUNDLE], workers: TWO },
  'worst-requests': { needs: [BUILD], workers: ONE },
  'hidden-objects': { needs: [BUILD], workers: TWO },
  structure: { needs: [BUILD], workers: TWO },
  equivalence: { needs: [BUILD], workers: ONE },
  sdk: { needs: [BUILD], workers: ONE },
  clients: { needs: [BUILD], workers: ONE },
  ingest: { needs: [BUILD], workers: ONE },
};

/** What `npm test` runs by itself. */
const USUAL = { kinds: ['unit', 'integration', 'conformance', 'e2e'], workers: MANY };

const USAGE = `Usage: npm test -- [KIND …] [PATTERN …] [OPTION …]

Kinds: ${Object.keys(KINDS).join(', ')}. Without one: ${USUAL.kinds.join(', ')}.
Patterns are parts of paths of test files. Options are those of Jest.
`;

function run([command, ...words]) {
  const { status, error } = spawnSync(command, words, { cwd: PROJECT, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/** A bundle holds a build. */
function build(kinds) {
  const needs = new Set(kinds.flatMap((kind) => KINDS[kind].needs ?? []));
  if (needs.has(BUNDLE)) needs.delete(BUILD);
  for (const command of [BUILD, BUNDLE, CONSOLE].filter((each) => needs.has(each))) run(command);
}

function jest(kinds, workers, patterns, options) {
  build(kinds);
  const projects = kinds.flatMap((kind) => KINDS[kind].projects ?? [kind]);
  // A tenth of the time of a worker of many tests goes into the collection of young objects, which takes less where there is more room.
  const node = [process.execPath, '--max-semi-space-size=64', 'node_modules/jest/bin/jest.js'];
  const chosen = patterns.map((pattern) => `--testPathPatterns=${pattern}`);
  run([...node, ...workers, ...chosen, ...options, '--selectProjects', ...projects]);
}

function main(words) {
  const first = words.findIndex((word) => word.startsWith('-'));
  const named = first < 0 ? words : words.slice(0, first);
  const options = first < 0 ? [] : words.slice(first);
  if (options.includes('--help')) return void process.stdout.write(USAGE);
  const kinds = named.filter((word) => Object.hasOwn(KINDS, word));
  const patterns = named.filter((word) => !Object.hasOwn(KINDS, word));
  if (kinds.length === 0) return jest(USUAL.kinds, USUAL.workers, patterns, ['--reporters=agent', ...options]);
  return jest(kinds, kinds.length === 1 ? KINDS[kinds[0]].workers : TWO, patterns, options);
}

main(process.argv.slice(2));
