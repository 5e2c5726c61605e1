import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { findEmbeddedPostgres } from '@app/embedded';
import { compileInto } from '../support/compiled';
import { FakeStack } from '../support/fake-stack';
import { query } from '../support/query';
import { Sandbox } from '../support/sandbox';
import { eventually } from '../support/watched-process';

const sandbox = new Sandbox();
const compiled = sandbox.path('compiled');
beforeAll(() => compileInto(compiled));
afterAll(() => sandbox.end());

const postmasterOf = (stack: FakeStack): number =>
  Number(readFileSync(`${stack.dataDir}/postgres/postmaster.pid`, 'utf8').split('\n')[0]);

/** False as long as another program has the port. */
const listens = (server: Server, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });

describe('the supervisor', () => {
  it('gives the parts what they need to know', async () => {
    const stack = await FakeStack.on(sandbox, compiled);
    const run = stack.run('', { logLevel: 'warn' });
    await run.says(/Ctrl-C ends/);
    expect(await stack.ask()).toEqual({
      database: findEmbeddedPostgres(stack.dataDir),
      stack: 'embedded',
      logLevel: 'warn',
    });
    for (const part of ['database', 'migrations', 'api', 'worker']) {
      expect(run.output).toMatch(new RegExp(`^${part} +\\S.*\\(\\d+\\.\\d s\\)$`, 'm'));
    }
    process.kill(run.pid, 'SIGTERM');
    await run.ended;
  });

  it.each([
    [
      'killed',
      (pid: number) => void process.kill(pid, 'SIGKILL'),
      /api was ended by SIGKILL; it starts again in 0.2 s/,
    ],
    [
      'ended as if all were well',
      (_: number, stack: FakeStack) => void stack.ask('/exit0').catch(() => undefined),
      /api ended with code 0; it starts again in 0.2 s/,
    ],
  ])('starts an API again that was %s', async (_, crash, message) => {
    const stack = await FakeStack.on(sandbox, compiled);
    const run = await stack.runReady();
    crash(await stack.life('api', 1), stack);
    await run.says(message);
    await stack.life('api', 2);
    expect(stack.pidsOf('worker')).toHaveLength(1);
    process.kill(run.pid, 'SIGTERM');
    expect(await run.ended).toEqual({ code: 0, signal: null });
  });

  it('waits longer each time for a part that ends at once, and never gives up', async () => {
    const stack = await FakeStack.on(sandbox, compiled);
    const run = stack.run('worker:never starts');
    for (const seconds of ['0.2', '0.4', '0.8', '1.6']) {
      await run.says(new RegExp(`worker ended with code 3; it starts again in ${seconds} s`));
    }
    expect(run.output).not.toMatch(/Ctrl-C/);
    process.kill(run.pid, 'SIGTERM');
    expect(await run.ended).toEqual({ code: 0, signal: null });
  });

  it('brings a killed database back at the same address, with its data, and leaves the parts alone', async () => {
    const stack = await FakeStack.on(sandbox, compiled);
    const run = await stack.runReady();
    const url = findEmbeddedPostgres(stack.dataDir) as string;
    await query(url, 'CREATE TABLE kept (value int)', 'INSERT INTO kept VALUES (1)');
    process.kill(postmasterOf(stack), 'SIGKILL');
    await run.says(/database has gone; it starts again in 0.2 s/);
    await run.says(/database is back/);
    expect(await query(url, 'SELECT value FROM kept')).toEqual([{ value: 1 }]);
    expect(stack.pidsOf('api')).toHaveLength(1);
    process.kill(run.pid, 'SIGTERM');
    expect(await run.ended).toEqual({ code: 0, signal: null });
  });

  it('starts the parts again with the new address when the database had to come back at another port', async () => {
    const stack = await FakeStack.on(sandbox, compiled);
    const run = await stack.runReady();
    const before = findEmbeddedPostgres(stack.dataDir) as string;
    const thief = createServer();
    sandbox.atEnd(() => thief.close());
    process.kill(postmasterOf(stack), 'SIGKILL');
    await eventually(() => listens(thief, Number(new URL(before).port)));
    await run.says(/database is back/);
    await Promise.all([stack.life('api', 2), stack.life('worker', 2)]);
    const after = findEmbeddedPostgres(stack.dataDir);
    expect(after).not.toBe(before);
    expect((await stack.ask()).database).toBe(after);
    process.kill(run.pid, 'SIGTERM');
    expect(await run.ended).toEqual({ code: 0, signal: null });
  });

  it.each(['api', 'worker'])('ends with 78 when the %s refuses its settings', async (name) => {
    const stack = await FakeStack.on(sandbox, compiled);
    const run = stack.run(`${name}:bad settings`);
    expect(await run.ended).toEqual({ code: 78, signal: null });
    expect(findEmbeddedPostgres(stack.dataDir)).toBeNull();
  });

  it.each([
    ['migrate:fails', /could not be brought to the newest schema/],
    ['onReady:fails', /the demo could not be loaded/],
  ])('ends with 1 and stops everything at %s', async (misbehaviour, message) => {
    const stack = await FakeStack.on(sandbox, compiled);
    const run = stack.run(misbehaviour);
    expect(await run.ended).toEqual({ code: 1, signal: null });
    await run.says(message).catch(() => expect(run.output).toMatch(message));
    expect(findEmbeddedPostgres(stack.dataDir)).toBeNull();
  });

  it('killed itself, takes the parts along in good order; the database stays for the next start', async () => {
    const stack = await FakeStack.on(sandbox, compiled);
    const run = await stack.runReady();
    const orphan = postmasterOf(stack);
    run.child.kill('SIGKILL');
    await eventually(() => stack.journal().filter(({ event }) => event === 'ended with database').length === 2);
    expect(postmasterOf(stack)).toBe(orphan);

    const again = await stack.runReady();
    expect(again.output).toMatch(/^database +ready, taken over/m);
    expect(postmasterOf(stack)).toBe(orphan);
    process.kill(again.pid, 'SIGTERM');
    expect(await again.ended).toEqual({ code: 0, signal: null });
    expect(findEmbeddedPostgres(stack.dataDir)).toBeNull();
  });
});
