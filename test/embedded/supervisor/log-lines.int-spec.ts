import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { compileInto, NODE_PATH } from '../support/compiled';
import { Sandbox } from '../support/sandbox';

const WRITERS = join(__dirname, '../fixtures/write-lines.cjs');
const LINES = 2 * 60 * 25;

describe('lines of several processes on one standard output', () => {
  const sandbox = new Sandbox();
  const compiled = sandbox.path('compiled');
  beforeAll(() => compileInto(compiled, ['libs/logging']));
  afterAll(() => sandbox.end());

  /** What Node gives a child is a socket; behind `cat` there is a pipe. The writers give no line up before a minute. */
  it.each([
    ['socket', `"${process.execPath}" "${WRITERS}"`],
    ['pipe', `"${process.execPath}" "${WRITERS}" | (sleep 0.3; cat)`],
  ])('are whole in a %s, also where its reader lags behind', async (_, command) => {
    const env = { ...process.env, NODE_PATH, FAKE_COMPILED: compiled };
    const writers = spawn('sh', ['-c', command], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    // Read at once, the pipe would never be full. Iterated over: of a stream that is merely paused Node drops what is left when the process ends.
    for await (const chunk of writers.stdout) {
      text += (chunk as Buffer).toString('latin1');
      await delay(2);
    }
    const lines = text.split('\n').slice(0, -1);
    const torn = lines.filter((line) => !/^(a+|b+)$/.test(line));
    expect({ lines: lines.length, torn: torn.length }).toEqual({ lines: LINES, torn: 0 });
  });
});
