// As worker-process.main.ts, from the one file that the build makes: it starts in half of the time.
require('reflect-metadata');
const { RunningWorker, loadSettings, createLogger } = require('../../../../dist/bin/load.cjs').workerParts();

const settings = { ...loadSettings(), failpoints: process.argv[2] };
void RunningWorker.start(settings, createLogger(settings, 'worker')).then((worker) => {
  process.on('SIGTERM', () => void worker.stop().then(() => process.exit(0)));
  process.send({ port: worker.port });
});
