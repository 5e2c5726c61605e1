import { loadSettings } from '@app/config';
import { freePort, startEmbeddedPostgres } from '@app/embedded';
import { isAllReady, stackStatus } from '../../../apps/stack/src/stack-status';
import { compileInto } from '../support/compiled';
import { FakeStack } from '../support/fake-stack';
import { query } from '../support/query';
import { Sandbox } from '../support/sandbox';

const sandbox = new Sandbox();
const compiled = sandbox.path('compiled');
beforeAll(() => compileInto(compiled));
afterAll(() => sandbox.end());

const DOWN = { API: 'down', WORKER: 'down', DATABASE: 'down', QUEUE: 'down' };

describe('the status', () => {
  it('is down where nothing was ever started', async () => {
    const port = await freePort();
    const status = await stackStatus({ ...loadSettings({}), dataDir: sandbox.dataDir(), port });
    expect(status).toEqual({ BASE_URL: `http://127.0.0.1:${port}`, ...DOWN });
    expect(isAllReady(status)).toBe(false);
  });

  it('follows a stack from its start to its end, and also finds it at another port than the settings say', async () => {
    const stack = await FakeStack.on(sandbox, compiled);
    const run = await stack.runReady();
    const settings = { ...stack.settings, port: 1 };
    const early = await stackStatus(settings);
    expect(early).toEqual({
      BASE_URL: stack.apiUrl,
      API: 'ready',
      WORKER: 'ready',
      DATABASE: 'ready',
      QUEUE: 'starting',
    });
    expect(isAllReady(early)).toBe(false);

    const database = (await stack.ask()).database as string;
    await query(database, 'CREATE SCHEMA bullmq');
    expect(isAllReady(await stackStatus(settings))).toBe(true);

    process.kill(run.pid, 'SIGTERM');
    await run.ended;
    expect(await stackStatus(stack.settings)).toEqual({ BASE_URL: stack.apiUrl, ...DOWN });
  });

  it('says starting while a supervisor tries', async () => {
    const stack = await FakeStack.on(sandbox, compiled);
    const run = stack.run('api:never starts');
    await run.says(/api ended with code 3/);
    expect(await stackStatus(stack.settings)).toMatchObject({ API: 'starting', DATABASE: 'ready' });
    process.kill(run.pid, 'SIGTERM');
    await run.ended;
  });

  it('looks at servers of one’s own where the settings name them', async () => {
    const server = await startEmbeddedPostgres({ dataDir: sandbox.dataDir() });
    const redisUrl = `redis://127.0.0.1:${await freePort()}`;
    const settings = { ...loadSettings({}), dataDir: sandbox.dataDir(), port: await freePort() };
    expect(await stackStatus({ ...settings, databaseUrl: server.url, redisUrl })).toMatchObject({
      API: 'down',
      DATABASE: 'ready',
      QUEUE: 'down',
    });
    await server.stop();
  });
});
