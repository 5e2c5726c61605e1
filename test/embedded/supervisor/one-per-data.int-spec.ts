import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { processStartTime } from '@app/embedded';
import { compileInto } from '../support/compiled';
import { FakeStack } from '../support/fake-stack';
import { Sandbox } from '../support/sandbox';
import type { WatchedProcess } from '../support/watched-process';

const sandbox = new Sandbox();
const compiled = sandbox.path('compiled');
/** It waits ten seconds for its port: beside the other tests. */
let refused: { readonly stack: FakeStack; readonly run: WatchedProcess };
beforeAll(async () => {
  compileInto(compiled);
  refused = await startOnTakenPort();
});
afterAll(() => sandbox.end());

async function startOnTakenPort(): Promise<typeof refused> {
  const stack = await FakeStack.on(sandbox, compiled);
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(stack.settings.port, '127.0.0.1', resolve));
  sandbox.atEnd(() => other.close());
  return { stack, run: stack.run() };
}

describe('one stack per data directory', () => {
  it('a second start says where the first one is, and ends with 1', async () => {
    const stack = await FakeStack.on(sandbox, compiled);
    const run = await stack.runReady();
    const second = stack.run();
    expect(await second.ended).toEqual({ code: 1, signal: null });
    expect(second.output).toContain(`already runs on ${stack.dataDir}: ${stack.apiUrl} (process ${run.pid})`);
    expect(await stack.ask()).toMatchObject({ stack: 'embedded' });
    process.kill(run.pid, 'SIGTERM');
    expect(await run.ended).toEqual({ code: 0, signal: null });
  });

  it('of several starts at once, one stays', async () => {
    const stack = await FakeStack.on(sandbox, compiled);
    const runs = [stack.run(), stack.run(), stack.run()];
    const outcome = async (run: WatchedProcess): Promise<string> =>
      Promise.race([run.ended.then(({ code }) => `ended with ${code}`), run.says(/Ctrl-C ends/).then(() => 'ready')]);
    const outcomes = await Promise.all(runs.map(outcome));
    expect([...outcomes].sort()).toEqual(['ended with 1', 'ended with 1', 'ready']);
    const winner = runs[outcomes.indexOf('ready')];
    winner?.child.kill('SIGTERM');
    expect(await winner?.ended).toEqual({ code: 0, signal: null });
  });

  it('a lock left behind does not matter: of a dead process, of a pid that is another program now, or half written', async () => {
    const stack = await FakeStack.on(sandbox, compiled);
    const other = spawn('sleep', ['600']);
    sandbox.atEnd(() => other.kill());
    const dead = spawn('true');
    const deadStart = processStartTime(dead.pid as number);
    await once(dead, 'exit');
    mkdirSync(stack.dataDir, { mode: 0o711 });
    const leave = (pid: number, startTime: string | null): void =>
      writeFileSync(
        `${stack.dataDir}/stack.${pid}.lock`,
        JSON.stringify({ pid, startTime, baseUrl: 'http://x', held: true }),
      );
    leave(dead.pid as number, deadStart ?? '1');
    leave(other.pid as number, '1');
    writeFileSync(`${stack.dataDir}/stack.1.lock`, '');
    const run = await stack.runReady();
    process.kill(run.pid, 'SIGTERM');
    expect(await run.ended).toEqual({ code: 0, signal: null });
  });

  it('a port of another program is named, before anything is started', async () => {
    const { stack, run } = refused;
    expect(await run.ended).toEqual({ code: 1, signal: null });
    expect(run.output).toContain(`PORT ${stack.settings.port} of 127.0.0.1 is taken by another program`);
    expect(run.output).not.toMatch(/^database/m);
  });
});
