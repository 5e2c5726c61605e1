const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { Script } = require('node:vm');
const { allocateYoung } = require('../libs/common/src/thread/start-thread.js');
const { tracingOptions } = require('../libs/config/src/installation.js');
const { askedProcesses } = require('../libs/config/src/processes.js');

const SERVICES = join(__dirname, 'services.js');

/** Of one release of V8, under the same flags. V8 refuses another's, and compiles the text then. */
const COMPILED = join(__dirname, 'services.compiled');

function load(cachedData) {
  // The parts set this flag themselves, later: flags that differ have the compiled code refused.
  allocateYoung();
  const script = new Script(readFileSync(SERVICES, 'latin1'), { filename: SERVICES, cachedData });
  const module = { exports: {} };
  script.runInThisContext().call(module.exports, module.exports, require, module, SERVICES, __dirname);
  return { script, parts: module.exports };
}

function compiled() {
  try {
    return readFileSync(COMPILED);
  } catch {
    return undefined;
  }
}

/** The modules that the parts begin with. */
const FIRST = { api: 'serve', worker: 'main' };

/** Whether this process starts others, which serve, and loads nothing of what they load. */
const startedProcesses = () => askedProcesses() > 1 && require('../apps/api/src/processes/primary.js').startedProcesses();

/** Starts a part: `api` or `worker`. With traces from its modules: their instrumentation has to see each one as it is loaded. */
exports.start = (part) => {
  if (part === 'api' && startedProcesses()) return;
  if (tracingOptions(part)) require(`../apps/${part}/src/${FIRST[part]}.js`);
  else load(compiled()).parts[part]();
};

/** Runs a command of the operator. */
exports.run = (command) => void load(compiled()).parts[command]();

/** The exports of what a worker is made of, of which nothing starts by itself: for a process that starts one in another way. */
exports.workerParts = () => Object.assign({}, ...load(compiled()).parts.workerParts());

/** Loads all modules, and writes what V8 compiled of them. */
exports.keepCompiled = () => {
  const { script, parts } = load();
  parts.all();
  writeFileSync(COMPILED, script.createCachedData());
};

/** Whether V8 takes what was written. */
exports.isTaken = () => load(compiled()).script.cachedDataRejected === false;
