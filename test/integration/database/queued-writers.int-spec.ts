import { Database } from '@app/database';
import { createTestDatabase, type TestDatabase } from '../../support/embedded-database';

const POOL_SIZE = 2;
/** Longer than a request waits for a connection while none comes free. */
const TOO_LONG_S = 1.8;

describe('writers that wait for each other', () => {
  let home: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    home = await createTestDatabase();
    database = await Database.connect({ url: home.url, poolSize: POOL_SIZE });
  });
  afterAll(async () => {
    await database?.close();
    await home?.drop();
  });

  const sleep = (seconds: number, keys: readonly string[] = []) =>
    database.queuedTransaction(keys, async (tx) => void (await tx.query('select pg_sleep($1)', [seconds])));

  /** Holds a connection till it is let go. */
  const holding = (keys: readonly string[]) => {
    let letGo = (): void => undefined;
    const gone = new Promise<void>((resolve) => (letGo = resolve));
    const ended = database.queuedTransaction(keys, async (tx) => {
      await tx.query('select 1');
      await gone;
    });
    return { letGo, ended };
  };

  it('wait for one of their key without a connection: others do not notice', async () => {
    const ended: string[] = [];
    const { letGo, ended: held } = holding(['a']);
    const first = held.then(() => ended.push('first'));
    const same = Array.from({ length: 20 }, () => sleep(0, ['a']).then(() => ended.push('same')));
    await sleep(0, ['b']).then(() => ended.push('other'));
    expect(ended).toEqual(['other']);
    await sleep(TOO_LONG_S, ['b']);
    letGo();
    await Promise.all([first, ...same]);
    expect(ended).toEqual(['other', 'first', ...same.map(() => 'same')]);
  });

  it('all have their turn where the queue moves, however long it takes', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, i) => sleep(0.2, [`${i}`])));
  });

  it('are told that the database is busy where no connection comes free, one after the other as well', async () => {
    const holders = ['c', 'd'].map((key) => holding([key]));
    const started = performance.now();
    const told = await Promise.all(
      Array.from({ length: 10 }, () => sleep(0, ['e']).catch(({ message }: Error) => message)),
    );
    expect(new Set(told.map((message) => String(message).replace(/[\d.]+ s$/, 'n s')))).toEqual(
      new Set(['The database is busy: none of its 2 connections came free for this request in n s']),
    );
    // Not ten times as long as the first one waited.
    expect(performance.now() - started).toBeLessThan(5 * TOO_LONG_S * 1_000);
    for (const { letGo } of holders) letGo();
    await Promise.all(holders.map(({ ended }) => ended));
  });

  it('of bulks leave half of the connections to the others', async () => {
    const bulk = (): Promise<unknown> =>
      database.bulkTransaction((tx) => tx.query('select pg_sleep($1)', [TOO_LONG_S]));
    const bulks = [bulk(), bulk()];
    await sleep(0);
    await Promise.all(bulks);
  });

  it('wait for a lock that is held for long in few connections, and do not fail', async () => {
    await database.query('create table tree (n int); insert into tree values (1)');
    const larger = await Database.connect({ url: home.url, poolSize: 4 * POOL_SIZE });
    const below = (key: number): Promise<unknown> =>
      larger.queuedTransaction([`below ${key}`], (tx) => tx.query('select 1 from tree for share'));
    let waiting!: Promise<unknown>[];
    await database.transaction(async (rename) => {
      await rename.query('select 1 from tree for update');
      waiting = Array.from({ length: 40 }, (_, key) => below(key));
      for (let i = 0; i < 20; i++)
        await larger.queuedTransaction([`elsewhere ${i}`], (tx) => tx.query('select pg_sleep(0.1)'));
    });
    await Promise.all(waiting);
    await larger.close();
  });

  it('are told within seconds where the one before them waits for a row that somebody else holds', async () => {
    await database.query('create table held (n int); insert into held values (1)');
    const change = (): Promise<string> =>
      database
        .queuedTransaction(['g'], (tx) => tx.query('update held set n = n + 1'))
        .then(
          () => 'done',
          (error: { code?: string }) => String(error.code),
        );
    let first!: Promise<string>;
    const started = performance.now();
    // A session of another process would not queue by the key either.
    await database.transaction(async (foreign) => {
      await foreign.query('select 1 from held for update');
      first = change();
      expect(await Promise.all([change(), change()])).toEqual(['SERVICE_UNAVAILABLE', 'SERVICE_UNAVAILABLE']);
    });
    expect(performance.now() - started).toBeLessThan(15_000);
    expect([await first, await change()]).toEqual(['done', 'done']);
  });

  it('go on after a failure', async () => {
    await expect(database.queuedTransaction(['f'], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(sleep(0, ['f'])).resolves.toBeUndefined();
  });
});
