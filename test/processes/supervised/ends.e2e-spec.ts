import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startScript } from '@app/config';
import { freePort } from '@app/embedded';
import { WatchedProcess } from '../../embedded/support/watched-process';
import { createTestDatabase } from '../../support/embedded-database';
import { isAlive, openToBoth, untilServing } from './kept-connection';
import { eventually } from '../../support/eventually';

const API = startScript('api', resolve(__dirname, '../../../dist'));

describe('the end of an API of two processes', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let folder: string;
  let port: number;
  beforeAll(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'catalog-ends-'));
    port = await freePort();
  });
  beforeEach(() => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 });
    writeFileSync(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await database?.drop();
  });

  /** Away from the project, whose `.env` does not count then. */
  function start(more: Readonly<Record<string, string>> = {}): WatchedProcess {
    const own = { DATABASE_URL: database.url, DATA_DIR: folder, PORT: String(port), API_PROCESSES: '2' };
    const env = { PATH: process.env.PATH, ...own, SIGNING_KEY_FILE: join(folder, 'key.pem'), ...more };
    return new WatchedProcess(process.execPath, [API], { env, cwd: folder });
  }

  async function refusalOf(more: Readonly<Record<string, string>>): Promise<{ code: number | null; output: string }> {
    const api = start(more);
    const { code } = await api.closed;
    return { code, output: api.output.replace(/^First admin.*\n/m, '') };
  }

  /** The processes of a port that serve, once both do. */
  async function serving(api: WatchedProcess): Promise<number[]> {
    const watched = { baseUrl: `http://127.0.0.1:${port}`, log: () => api.output };
    await untilServing(watched, 2);
    const byPid = await openToBoth(watched, 2);
    for (const connection of [...byPid.values()].flat()) connection.close();
    expect(byPid.size).toBe(2);
    return [...byPid.keys()];
  }

  const untilGone = (pids: readonly number[]): Promise<number[]> =>
    eventually(
      async () => pids.filter(isAlive),
      (alive) => alive.length === 0,
      30_000,
    );

  it('comes with code 78 where it shall have too many, and says how many it may have', async () => {
    const expected = 'a whole number from 1 to 64, or auto for one on each processor';
    expect(await refusalOf({ API_PROCESSES: '65' })).toEqual({
      code: 78,
      output: `A setting is wrong\n  API_PROCESSES\n    got:      "65"\n    expected: ${expected}\n    example:  API_PROCESSES=auto\n`,
    });
  });

  it('tells of other settings that are wrong once', async () => {
    const { code, output } = await refusalOf({ LOG_LEVEL: 'loud' });
    expect(code).toBe(78);
    expect(output).toMatch(/^A setting is wrong\n {2}LOG_LEVEL\n[^]*$/);
    expect(output.match(/LOG_LEVEL$/gm)).toHaveLength(1);
  });

  it('tells of names in .env that are no setting once', async () => {
    writeFileSync(join(folder, '.env'), 'NO_SETTING=1\nLOG_LEVEL=info\n');
    const api = start();
    const pids = await serving(api);
    process.kill(pids[0]!, 'SIGKILL');
    await api.says(/it starts again/);
    await untilServing({ baseUrl: `http://127.0.0.1:${port}`, log: () => api.output }, 2);
    api.child.kill('SIGTERM');
    expect((await api.closed).code).toBe(0);
    rmSync(join(folder, '.env'));
    expect(api.output.match(/^NO_SETTING in \.env is no setting; it is ignored$/gm)).toHaveLength(1);
  });

  it('says once that its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port: taken } = other.address() as AddressInfo;
    const refused = await refusalOf({ PORT: String(taken), LOG_LEVEL: 'fatal' });
    other.close();
    expect(refused).toEqual({
      code: 78,
      output: `Port ${taken} of 127.0.0.1 is taken by another process: end that one, or set PORT.\n`,
    });
  });

  it('leaves no process behind where the first one is killed', async () => {
    const api = start();
    const pids = await serving(api);
    api.child.kill('SIGKILL');
    await untilGone(pids);
  });

  it('comes with code 78 where a process that is started again refuses its settings', async () => {
    const api = start();
    const pids = await serving(api);
    rmSync(join(folder, 'key.pem'));
    process.kill(pids[0]!, 'SIGKILL');
    expect((await api.closed).code).toBe(78);
    expect(api.output.match(/^SIGNING_KEY_FILE names .*, which does not exist/gm)).toHaveLength(1);
    await untilGone(pids);
  });

  it('comes with code 0 at a signal, also to all its processes, and at a second one', async () => {
    const api = start();
    const pids = await serving(api);
    for (const pid of pids) process.kill(pid, 'SIGINT');
    api.child.kill('SIGINT');
    api.child.kill('SIGTERM');
    expect(await api.closed).toEqual({ code: 0 });
    await untilGone(pids);
    expect(api.output).not.toContain('starts again');
  });
});
