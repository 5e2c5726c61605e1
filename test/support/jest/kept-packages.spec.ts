import { spawnSync } from 'node:child_process';
import { runInThisContext } from 'node:vm';

/** Ends a test file that set its own time-out, in a process of its own; prints what is left of it. */
const ENDED_FILE = `
const Environment = require(process.argv[1]);
const environment = new Environment({ projectConfig: {} });
globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')] = 1_000;
environment.teardown().then(() => process.stdout.write(String(globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')])));
`;

describe('a test file that shares packages with others', () => {
  it('runs in the realm of its worker', () => {
    const [MainError, MainMap] = runInThisContext('[Error, Map]') as [unknown, unknown];
    expect([MainError === Error, MainMap === Map]).toEqual([true, true]);
  });

  it('leaves its own time-out to no file after it', () => {
    const environment = require.resolve('./main-realm-environment.cjs');
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', ENDED_FILE, environment], { encoding: 'utf8' });
    expect([stdout, stderr]).toEqual(['undefined', '']);
  });

  it('cannot replace modules: the files after it would have the replacement', () => {
    expect(() => jest.requireActual<object>('./replacing.fixture.cjs')).toThrow(
      'replaces modules: a test file that does begins with /** @jest-environment node */',
    );
  });
});
