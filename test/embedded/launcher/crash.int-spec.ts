import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processStartTime, startEmbeddedPostgres, type EmbeddedPostgres } from '@app/embedded';
import { compileInto, NODE_PATH } from '../support/compiled';
import { query } from '../support/query';
import { Sandbox } from '../support/sandbox';
import { WatchedProcess } from '../support/watched-process';

const sandbox = new Sandbox();
const compiled = sandbox.path('compiled');
beforeAll(() => compileInto(compiled));
afterAll(() => sandbox.end());

const script = join(__dirname, '../fixtures/start-database.cjs');
const startElsewhere = (dataDir: string): WatchedProcess =>
  new WatchedProcess(process.execPath, [script, compiled, dataDir], { env: { ...process.env, NODE_PATH } });

describe('the embedded PostgreSQL after a crash', () => {
  it('is taken over when the process that started it was killed', async () => {
    const dataDir = sandbox.dataDir();
    const starter = startElsewhere(dataDir);
    const [line] = await starter.says(/^\{.*\}$/m);
    const orphan = JSON.parse(line) as { url: string; pid: number };
    await query(orphan.url, 'CREATE TABLE kept (value int)', 'INSERT INTO kept VALUES (7)');
    starter.child.kill('SIGKILL');
    await starter.ended;

    const adopted = await startEmbeddedPostgres({ dataDir });
    expect(adopted).toMatchObject({ adopted: true, cold: false, pid: orphan.pid, url: orphan.url });
    expect(await query(adopted.url, 'SELECT value FROM kept')).toEqual([{ value: 7 }]);
    await adopted.stop();
    expect(processStartTime(orphan.pid)).toBeNull();
  });

  it('starts again after its own kill -9, with every acknowledged write', async () => {
    const dataDir = sandbox.dataDir();
    const killed = await startEmbeddedPostgres({ dataDir });
    await query(killed.url, 'CREATE TABLE kept (value int)', 'INSERT INTO kept SELECT generate_series(1, 1000)');
    process.kill(killed.pid, 'SIGKILL');
    const again = await startEmbeddedPostgres({ dataDir });
    expect(again.pid).not.toBe(killed.pid);
    expect(again.adopted).toBe(false);
    expect(await query(again.url, 'SELECT count(*)::int AS rows FROM kept')).toEqual([{ rows: 1000 }]);
    await again.stop();
  });
});

/** A stopped server is found, and takes a connection without an answer; its end is what the connection gets. */
it('a server that is killed between being found and being connected to is none, and the next one starts', async () => {
  const dataDir = sandbox.dataDir();
  const found = await startEmbeddedPostgres({ dataDir });
  await query(found.url, 'CREATE TABLE kept (value int)', 'INSERT INTO kept VALUES (7)');
  process.kill(found.pid, 'SIGSTOP');
  const said: string[] = [];
  const killIt = (message: string): void => {
    if (said.push(message) === 1) process.kill(found.pid, 'SIGKILL');
  };
  const next = await startEmbeddedPostgres({ dataDir, log: killIt });
  expect(said).toEqual([expect.stringContaining(`process ${found.pid}) and is taken over`)]);
  expect(next.adopted).toBe(false);
  expect(await query(next.url, 'SELECT value FROM kept')).toEqual([{ value: 7 }]);
  await next.stop();
});

const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux(
  'a process that outlives its killed server, and never ends, does not keep the next one from starting',
  async () => {
    const dataDir = sandbox.dataDir();
    const killed = await startEmbeddedPostgres({ dataDir });
    await query(killed.url, 'CREATE TABLE kept (value int)', 'INSERT INTO kept VALUES (7)');
    const children = readFileSync(`/proc/${killed.pid}/task/${killed.pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .map(Number);
    const stuck = children[0]!;
    process.kill(stuck, 'SIGSTOP');
    process.kill(killed.pid, 'SIGKILL');
    const again = await startEmbeddedPostgres({ dataDir });
    expect(await query(again.url, 'SELECT value FROM kept')).toEqual([{ value: 7 }]);
    expect(processStartTime(stuck)).toBeNull();
    await again.stop();
  },
);

describe('a postmaster.pid left behind', () => {
  let dataDir: string;
  let content: string;

  /** What a killed server leaves: the file of a run that is over, with the pid that the test wants in it. */
  beforeEach(async () => {
    dataDir = sandbox.dataDir();
    const server = await startEmbeddedPostgres({ dataDir });
    content = readFileSync(`${dataDir}/postgres/postmaster.pid`, 'utf8');
    await server.stop();
  });

  const leaveFile = (text: string): void => {
    const { uid, gid } = statSync(`${dataDir}/postgres`);
    writeFileSync(`${dataDir}/postgres/postmaster.pid`, text, { mode: 0o600 });
    chownSync(`${dataDir}/postgres/postmaster.pid`, uid, gid);
  };

  const leaveBehind = (pid: number): void => leaveFile(content.replace(/^\d+/, String(pid)));

  const startsAnew = async (): Promise<EmbeddedPostgres> => {
    const server = await startEmbeddedPostgres({ dataDir });
    expect(server.adopted).toBe(false);
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await server.stop();
    return server;
  };

  it('does not matter when its pid is dead', async () => {
    const dead = spawn('true');
    await once(dead, 'exit');
    leaveBehind(dead.pid as number);
    await startsAnew();
  });

  it('does not matter when its pid is some other program now, which is left alone', async () => {
    const other: ChildProcess = spawn('sleep', ['600']);
    sandbox.atEnd(() => other.kill());
    leaveBehind(other.pid as number);
    await startsAnew();
    expect(other.exitCode).toBeNull();
    expect(other.signalCode).toBeNull();
  });

  it('does not matter when its pid is the PostgreSQL of other data now, which is left alone', async () => {
    const other = await startEmbeddedPostgres({ dataDir: sandbox.dataDir() });
    leaveBehind(other.pid);
    await startsAnew();
    expect(await query(other.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await other.stop();
  });

  it('does not matter when it is empty', async () => {
    leaveFile('');
    await startsAnew();
  });
});
