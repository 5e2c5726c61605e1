import { resolve } from 'node:path';
import { findEmbeddedPostgres, freePort } from '@app/embedded';
import { Client } from 'pg';
import { Sandbox } from '../../embedded/support/sandbox';
import { eventually as soon, WatchedProcess } from '../../embedded/support/watched-process';
import { isAlive, openToBoth, untilServing, type WatchedPort } from './kept-connection';

const MAIN = resolve(__dirname, '../../../dist/apps/stack/src/main.js');

describe('the embedded stack with two processes of the API', () => {
  const sandbox = new Sandbox();
  const dataDir = sandbox.dataDir();
  let stack: WatchedProcess;
  let port: WatchedPort;
  let pids: number[];

  beforeEach(async () => {
    const PORT = String(await freePort());
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT, API_PROCESSES: '2' };
    const run = new WatchedProcess(process.execPath, [MAIN], { env, cwd: sandbox.folder });
    sandbox.atEnd(() => void run.child.kill('SIGKILL'));
    stack = run;
    port = { baseUrl: `http://127.0.0.1:${PORT}`, log: () => run.output };
    await run.says(/Ctrl-C ends/);
    await untilServing(port, 2);
    const byPid = await openToBoth(port, 2);
    pids = [...byPid.keys()];
    for (const connection of [...byPid.values()].flat()) connection.close();
    expect(pids).toHaveLength(2);
  });
  // The next one has the same folder of data, which only one stack may use.
  afterEach(async () => {
    stack.child.kill('SIGKILL');
    await stack.ended;
  });
  afterAll(() => sandbox.end());

  it('has connections for all, offers one secret, and ends in order', async () => {
    const client = new Client({ connectionString: findEmbeddedPostgres(dataDir)! });
    await client.connect();
    const { rows } = await client.query<{ max_connections: string }>('show max_connections');
    await client.end();
    expect(rows).toEqual([{ max_connections: '140' }]);
    expect(stack.output.match(/^First admin: /gm)).toHaveLength(1);
    stack.child.kill('SIGTERM');
    expect(await stack.ended).toEqual({ code: 0, signal: null });
    expect(pids.filter(isAlive)).toEqual([]);
    expect(findEmbeddedPostgres(dataDir)).toBeNull();
  });

  it('leaves no process of the API behind where the supervisor is killed', async () => {
    stack.child.kill('SIGKILL');
    await stack.ended;
    await soon(() => pids.every((pid) => !isAlive(pid)));
  });
});
