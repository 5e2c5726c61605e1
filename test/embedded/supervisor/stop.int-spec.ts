import { existsSync, readdirSync, writeFileSync, mkdirSync } from 'node:fs';
import { findEmbeddedPostgres } from '@app/embedded';
import { compileInto } from '../support/compiled';
import { FakeStack, RUN_STACK } from '../support/fake-stack';
import { Sandbox } from '../support/sandbox';
import { WatchedProcess } from '../support/watched-process';

const sandbox = new Sandbox();
const compiled = sandbox.path('compiled');
beforeAll(() => compileInto(compiled));
afterAll(() => sandbox.end());

/** The promise: 10 s for everything. */
const LIMIT_MS = 10_000;

/** Both parts were asked once, and ended while the database was there; then all is gone, and nothing is left behind. */
function expectOrderlyEnd(stack: FakeStack): void {
  for (const name of ['api', 'worker']) {
    const events = stack
      .journal()
      .filter((entry) => entry.name === name)
      .map(({ event }) => event);
    expect(events).toEqual(['listening', 'SIGTERM', 'ended with database']);
  }
  expect(findEmbeddedPostgres(stack.dataDir)).toBeNull();
  expect(readdirSync(stack.dataDir).sort()).toEqual(['postgres', 'postgres.log', 'postgres.password']);
}

describe('the stack ends in good order', () => {
  it.each([
    ['SIGTERM', (pid: number) => process.kill(pid, 'SIGTERM')],
    ['SIGINT', (pid: number) => process.kill(pid, 'SIGINT')],
    ['SIGHUP, of a closed terminal', (pid: number) => process.kill(pid, 'SIGHUP')],
    ['SIGTERM to the whole process group', (pid: number) => process.kill(-pid, 'SIGTERM')],
    [
      'SIGTERM twice and SIGINT to the group',
      (pid: number) => {
        process.kill(pid, 'SIGTERM');
        process.kill(-pid, 'SIGINT');
        process.kill(pid, 'SIGTERM');
      },
    ],
  ])('at %s', async (_, send) => {
    const stack = await FakeStack.on(sandbox, compiled);
    const run = await stack.runReady();
    expect(existsSync(`${stack.dataDir}/stack.json`)).toBe(true);
    const since = performance.now();
    send(run.pid);
    expect(await run.ended).toEqual({ code: 0, signal: null });
    expect(performance.now() - since).toBeLessThan(LIMIT_MS);
    expectOrderlyEnd(stack);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('at %s to the npm that started it', async (signal) => {
    const stack = await FakeStack.on(sandbox, compiled);
    const folder = sandbox.path(`npm-${signal}`);
    mkdirSync(folder);
    // As in our package.json: without exec npm's signal would end the shell between them and nothing else.
    const start = `exec "${process.execPath}" "${RUN_STACK}"`;
    writeFileSync(`${folder}/package.json`, JSON.stringify({ name: 'started-by-npm', scripts: { start } }));
    const env = stack.environment();
    const npm = stack.watch(new WatchedProcess('npm', ['start'], { cwd: folder, env, detached: true }));
    await npm.says(/Ctrl-C ends/);
    npm.child.kill(signal);
    await npm.ended;
    expect(npm.output).toMatch(/^stopped$/m);
    expectOrderlyEnd(stack);
  });

  it('also while it is only starting', async () => {
    const stack = await FakeStack.on(sandbox, compiled);
    // The API never gets ready, so the start is cut short for certain.
    const run = stack.run('api:never starts');
    await run.says(/^database +ready/m);
    process.kill(run.pid, 'SIGTERM');
    expect(await run.ended).toEqual({ code: 0, signal: null });
    expect(run.output).not.toMatch(/Error/);
    expect(findEmbeddedPostgres(stack.dataDir)).toBeNull();
  });

  it('also while the database is only starting', async () => {
    const stack = await FakeStack.on(sandbox, compiled);
    const run = stack.run();
    // The lock is taken just before.
    await new Promise<void>((resolve, reject) => {
      const look = (): void => {
        const names = existsSync(stack.dataDir) ? readdirSync(stack.dataDir) : [];
        if (run.child.exitCode !== null) reject(new Error(run.output));
        else if (names.some((name) => name.startsWith('postgres'))) resolve();
        else setImmediate(look);
      };
      look();
    });
    process.kill(run.pid, 'SIGTERM');
    expect(await run.ended).toEqual({ code: 0, signal: null });
    expect(run.output).not.toMatch(/Error/);
    expect(stack.journal()).toEqual([]);
    expect(findEmbeddedPostgres(stack.dataDir)).toBeNull();
  });

  it('within the time, of a part that does not stop', async () => {
    const stack = await FakeStack.on(sandbox, compiled);
    const run = stack.run('worker:does not stop');
    await run.says(/Ctrl-C ends/);
    const since = performance.now();
    process.kill(run.pid, 'SIGTERM');
    expect(await run.ended).toEqual({ code: 0, signal: null });
    expect(performance.now() - since).toBeLessThan(LIMIT_MS);
    const [worker] = stack.pidsOf('worker');
    expect(() => process.kill(worker as number, 0)).toThrow(/ESRCH/);
    expect(findEmbeddedPostgres(stack.dataDir)).toBeNull();
  });
});
