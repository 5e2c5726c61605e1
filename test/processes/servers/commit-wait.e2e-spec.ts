import { readdirSync, readFileSync, chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppError } from '@app/common';
import { commitsPart, Database, migrateDatabase, query } from '@app/database';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@app/embedded';
import { Client } from 'pg';
import { eventually } from '../../support/eventually';
import { itUnless } from '../../support/unless-refused';

const COMMIT_WAIT_MS = 4_000;
/** The limit that every write is answered within, however busy the machine is. */
const ANSWERED_MS = 10_000;

const READY = { ready: true };

describe('a commit that is not confirmed', () => {
  let folder: string;
  let server: EmbeddedPostgres;
  let database: Database;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'catalog-commits-'));
    // As root the server runs under another account, which has to pass through.
    chmodSync(folder, 0o711);
    server = await startEmbeddedPostgres({ dataDir: join(folder, 'data') });
    await migrateDatabase(server.url);
    database = await Database.connect({ url: server.url, poolSize: 4, commitWaitMs: COMMIT_WAIT_MS });
    database.watch();
  });
  afterAll(async () => {
    await database?.close();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const administer = async (...statements: readonly string[]): Promise<void> => {
    const client = new Client({ connectionString: server.administratorUrl });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  const write = (key: string) =>
    database.transaction((tx) => query(tx, `insert into idempotency (key, request) values ($1, 'x')`, [key]));
  const written = async (key: string) =>
    (await database.query('select 1 from idempotency where key = $1', [Buffer.from(key)])).length;

  /** The error that work ends with, and after how many ms. */
  async function failure(work: Promise<unknown>): Promise<{ message: string; retryAfter?: number; afterMs: number }> {
    const since = performance.now();
    const error = await work.then(
      () => new Error('it was done') as AppError,
      (caught: AppError) => caught,
    );
    const { message, retryAfter } = error;
    return { message, ...(retryAfter === undefined ? {} : { retryAfter }), afterMs: performance.now() - since };
  }

  it('for a standby that is lost: is answered in time, and so is all behind it; reads go on; then all does', async () => {
    await administer(`alter system set synchronous_standby_names = 'ghost'`, 'select pg_reload_conf()');
    await commitsWait(server.administratorUrl);
    const first = Array.from({ length: 12 }, (_, i) => failure(write(`lost ${i}`)));
    const locked = failure(write('lost 0'));
    const state = await eventually(commitsPart(database).commits!, ({ ready }) => !ready, ANSWERED_MS / 2);
    expect(state.reason).toMatch(/^a commit has waited \d+ s for a synchronous standby/);
    expect(await failure(write('refused'))).toMatchObject({
      message: expect.stringMatching(/^Nothing was written: a commit has waited/),
      retryAfter: 5,
    });
    const ends = await Promise.all([...first, locked]);
    for (const { message, retryAfter, afterMs } of ends) {
      expect(message).toMatch(/may have been written: a commit has waited|The database is busy/);
      expect(retryAfter).toBeGreaterThan(0);
      expect(afterMs).toBeLessThan(ANSWERED_MS);
    }
    expect(ends.filter(({ message }) => message.includes('may have been written')).length).toBeGreaterThanOrEqual(4);
    expect(await written('lost 0')).toBe(0);
    expect(database.commits.counts.unanswered).toBeGreaterThanOrEqual(4);

    await administer('alter system reset synchronous_standby_names', 'select pg_reload_conf()');
    expect(await eventually(commitsPart(database).commits!, ({ ready }) => ready, ANSWERED_MS)).toEqual(READY);
    // Its end was not waited for, and came.
    await eventually(
      () => written('lost 0'),
      (count) => count === 1,
    );
    expect(await written('refused')).toBe(0);
    await Promise.all(Array.from({ length: 8 }, (_, i) => write(`healed ${i}`)));
  });

  itUnless(
    process.platform === 'linux' ? undefined : 'the processes of a server are found in /proc',
    'for a server that is frozen: writes and reads are answered in time, and go on after it',
    async () => {
      await database.query('select 1');
      const processes = [server.pid, ...childrenOf(server.pid)];
      for (const pid of processes) process.kill(pid, 'SIGSTOP');
      try {
        const [writing, reading] = await Promise.all([failure(write('frozen')), failure(database.query('select 1'))]);
        expect(writing.message).toMatch(/may have been written: the database does not answer|timeout exceeded/);
        expect(reading.message).toMatch(/does not answer|timeout exceeded/);
        for (const { afterMs } of [writing, reading]) expect(afterMs).toBeLessThan(ANSWERED_MS);
      } finally {
        for (const pid of processes) process.kill(pid, 'SIGCONT');
      }
      let tries = 0;
      await eventually(
        () =>
          write(`thawed ${tries++}`).then(
            () => true,
            () => false,
          ),
        (done) => done,
        ANSWERED_MS,
      );
    },
  );
});

/** Returns once a commit waits for the standby: the server takes a changed setting in its own time. */
async function commitsWait(administratorUrl: string): Promise<void> {
  const [writer, observer] = [1, 2].map(() => new Client({ connectionString: administratorUrl }));
  writer!.on('error', () => undefined);
  await Promise.all([writer!.connect(), observer!.connect()]);
  const { rows } = await writer!.query<{ pid: number }>('select pg_backend_pid() pid');
  const pid = rows[0]!.pid;
  let isWaiting = false;
  while (!isWaiting) {
    let isDone = false;
    const commit = writer!.query('create table probe (); drop table probe').then(
      () => (isDone = true),
      () => (isDone = true),
    );
    const event = 'select wait_event from pg_stat_activity where pid = $1';
    await eventually(async () => {
      const { rows: found } = await observer!.query<{ wait_event: string | null }>(event, [pid]);
      isWaiting = found[0]?.wait_event === 'SyncRep';
      return isWaiting || isDone;
    });
    if (!isWaiting) continue;
    await observer!.query('select pg_terminate_backend($1)', [pid]);
    await commit;
  }
  await Promise.all([writer!.end().catch(() => undefined), observer!.end()]);
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]) === parent;
      } catch {
        return false;
      }
    });
}
