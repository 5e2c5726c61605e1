// As worker-process.main.ts, from the one file that the build makes: it starts in half of the time.
require('reflect-metadata');
const { RunningWorker } = require('../../../../dist/bin/load.cjs').all();
const { loadSettings } = require('../../../../dist/libs/config/src/index.js');
const { createLogger } = require('../../../../dist/libs/logging/src/index.js');

const settings = { ...loadSettings(), failpoints: process.argv[2] };
void RunningWorker.start(settings, createLogger(settings, 'worker')).then((worker) => {
  process.on('SIGTERM', () => void worker.stop().then(() => process.exit(0)));
  process.send({ port: worker.port });
});
