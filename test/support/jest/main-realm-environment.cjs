// Test files run in the realm of their worker, which they share with the packages that it keeps: there is one Error,
// one Map, one Uint8Array. Access to globals is as fast as in production; in a context of node:vm each one goes through an interceptor.
const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const { watchStorages } = require('./watched-storages.cjs');

const IDS = { idToRef: (id) => ({ id, ref() {}, unref() {} }), refToId: (timer) => timer?.id };

/** What is kept on the global object for one file: the state of Jest's runner, and what decorators said of classes of ours. */
const OF_A_FILE = [
  'JEST_STATE_SYMBOL',
  'EVENT_HANDLERS',
  'TEST_TIMEOUT_SYMBOL',
  'typeormMetadataArgsStorage',
  'classValidatorMetadataStorage',
];

const disableStorages = watchStorages();

module.exports = class MainRealmEnvironment {
  constructor({ projectConfig: config }) {
    const global = globalThis;
    this.global = global;
    this.moduleMocker = new ModuleMocker(global);
    this.fakeTimers = new LegacyFakeTimers({ config, global, moduleMocker: this.moduleMocker, timerConfig: IDS });
    this.fakeTimersModern = new ModernFakeTimers({ config, global });
    this.before = { console: global.console, exit: process.exit, env: { ...process.env } };
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Jest asks whether there is one. Its own runtime would compile in it; ours compiles in the main realm. */
  getVmContext() {
    return this.global;
  }

  async setup() {}

  /** What a file changed in the process ends with the file. */
  async teardown() {
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    globalThis.console = this.before.console;
    process.exit = this.before.exit;
    for (const name of Object.keys(process.env)) if (!(name in this.before.env)) delete process.env[name];
    Object.assign(process.env, this.before.env);
    for (const name of Reflect.ownKeys(globalThis))
      if (OF_A_FILE.includes(name.description ?? name)) delete globalThis[name];
    disableStorages();
  }
};
