import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { startEmbeddedPostgres, stopEmbeddedPostgres } from '@app/embedded';
import { describeUnless } from '../../support/unless-refused';
import { compileInto, NODE_PATH } from '../support/compiled';
import { copyWithoutLinks, installedNative } from '../support/native-copy';
import { query } from '../support/query';
import { Sandbox } from '../support/sandbox';
import { WatchedProcess } from '../support/watched-process';

const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;

const sandbox = new Sandbox();
const compiled = sandbox.path('compiled');
beforeAll(() => compileInto(compiled));
afterAll(() => sandbox.end());

/** Whether an ordinary user can run this node and read the installed packages at all (not in a project below /root). */
const nobodyCanRunNode =
  isRoot &&
  spawnSync(process.execPath, ['-e', `require(${JSON.stringify(`${NODE_PATH}/pg`)})`], {
    uid: NOBODY,
    gid: NOBODY,
    cwd: '/',
  }).status === 0;

const notRoot = isRoot ? undefined : 'not root';
const notNobody = nobodyCanRunNode ? undefined : (notRoot ?? 'an ordinary user cannot reach node or node_modules');

const ownerOf = (pid: number): number => statSync(`/proc/${pid}`).uid;

describe('installed without install scripts', () => {
  it('makes the missing library links', async () => {
    const native = copyWithoutLinks(sandbox.path('no-links'));
    expect(existsSync(`${native}/lib/libpq.so.5`)).toBe(false);
    const server = await startEmbeddedPostgres({ dataDir: sandbox.dataDir(), native });
    expect(lstatSync(`${native}/lib/libpq.so.5`).isSymbolicLink()).toBe(true);
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await server.stop();
  });
});

describeUnless(notRoot, 'started by root', () => {
  it('runs under an account without rights', async () => {
    const server = await startEmbeddedPostgres({ dataDir: sandbox.dataDir() });
    expect(ownerOf(server.pid)).toBe(NOBODY);
    await server.stop();
  });

  it('runs as the user who owns the data already', async () => {
    const dataDir = sandbox.dataDir();
    await (await startEmbeddedPostgres({ dataDir })).stop();
    spawnSync('chown', ['-R', '12345:12345', `${dataDir}/postgres`]);
    const server = await startEmbeddedPostgres({ dataDir });
    expect(ownerOf(server.pid)).toBe(12345);
    await server.stop();
  });

  it('copies binaries that the account cannot reach; two starts at once make one copy', async () => {
    const hidden = sandbox.path('hidden-binaries');
    mkdirSync(hidden, { mode: 0o700 });
    cpSync(installedNative(), `${hidden}/native`, { recursive: true, verbatimSymlinks: true });
    const start = () => startEmbeddedPostgres({ dataDir: sandbox.dataDir(), native: `${hidden}/native` });
    const servers = await Promise.all([start(), start()]);
    const programs = servers.map(({ pid }) => readlinkSync(`/proc/${pid}/exe`));
    sandbox.atEnd(() => rmSync(dirname(dirname(programs[0] as string)), { recursive: true, force: true }));
    expect(programs[0]).toMatch(/^\/var\/tmp\/metadata-catalog-root\/postgres-[0-9a-f]{16}\/bin\/postgres$/);
    expect(programs[1]).toBe(programs[0]);
    expect(await query(servers[0].url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await Promise.all(servers.map(({ stop }) => stop()));
  });

  it('keeps the data outside a folder that the account cannot enter, and finds it again', async () => {
    const hidden = sandbox.path('hidden-project');
    mkdirSync(hidden, { mode: 0o700 });
    const dataDir = join(hidden, '.data');
    const first = await startEmbeddedPostgres({ dataDir });
    const kept = readlinkSync(`${dataDir}/postgres`);
    sandbox.atEnd(() => rmSync(dirname(kept), { recursive: true, force: true }));
    expect(kept).toMatch(/^\/var\/lib\/metadata-catalog\/[0-9a-f]{16}\/postgres$/);
    await query(first.url, 'CREATE TABLE kept ()');
    await first.stop();
    const second = await startEmbeddedPostgres({ dataDir });
    expect(second.cold).toBe(false);
    expect(await query(second.url, 'SELECT * FROM kept')).toEqual([]);
    await second.stop();
  });
});

describeUnless(notNobody, 'started by an ordinary user', () => {
  const ownFolder = (name: string): string => {
    const folder = sandbox.path(name);
    mkdirSync(folder);
    chownSync(folder, NOBODY, NOBODY);
    return folder;
  };

  const startAsNobody = async (dataDir: string, native = ''): Promise<{ url: string; pid: number }> => {
    const script = join(__dirname, '../fixtures/start-database.cjs');
    const starter = new WatchedProcess(process.execPath, [script, compiled, dataDir, ...(native ? [native] : [])], {
      uid: NOBODY,
      gid: NOBODY,
      cwd: '/',
      env: { PATH: process.env.PATH, NODE_PATH },
    });
    const [line] = await starter.says(/^\{.*\}$/m);
    const server = JSON.parse(line) as { url: string; pid: number };
    sandbox.atEnd(() => stopEmbeddedPostgres(dataDir));
    starter.child.kill('SIGKILL');
    return server;
  };

  it('runs under that user', async () => {
    const server = await startAsNobody(`${ownFolder('of-nobody')}/data`);
    expect(ownerOf(server.pid)).toBe(NOBODY);
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('copies binaries without links from a folder that it cannot write', async () => {
    const native = copyWithoutLinks(sandbox.path('read-only'));
    chmodSync(sandbox.path('read-only'), 0o755);
    const folder = ownFolder('of-nobody-too');
    const server = await startAsNobody(`${folder}/data`, native);
    expect(readlinkSync(`/proc/${server.pid}/exe`)).toContain(`${folder}/data/postgres-binaries/postgres-`);
    expect(existsSync(`${native}/lib/libpq.so.5`)).toBe(false);
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});
