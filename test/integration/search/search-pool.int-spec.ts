import { SearchPool } from '../../../libs/search/src/postgres/search-pool';
import { createTestDatabase, type TestDatabase } from '../../support/embedded-database';

describe('a session of the search', () => {
  let database: TestDatabase;
  let pool: SearchPool;

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new SearchPool({ url: database.url, size: 1, timeoutMs: 500 });
  });
  afterAll(async () => {
    await pool.close();
    await database.drop();
  });

  const pid = async (query: SearchPool['query']): Promise<number> => {
    const [row] = await query<{ pid: number }>({ text: 'select pg_backend_pid() as pid', values: [] });
    return (row as { pid: number }).pid;
  };

  it('takes one connection for all of its statements, and gives it back, whatever its work made of them', async () => {
    const first = await pool.session(pid);
    const refused = pool.session(async (query) => {
      expect([await pid(query), await pid(query)]).toEqual([first, first]);
      throw new Error('a place in an order that it does not have');
    });
    await expect(refused).rejects.toThrow('a place in an order');
    expect(await pool.session(pid)).toBe(first);
  });

  it('gives no other search a connection on which a statement failed', async () => {
    const first = await pool.session(pid);
    const late = pool.session((query) => query({ text: 'select pg_sleep(60)', values: [] }));
    await expect(late).rejects.toThrow('A search took longer than it may');
    expect(await pool.session(pid)).not.toBe(first);
  });

  it('leaves connections to others, however many searches one user sends', async () => {
    const shared = new SearchPool({ url: database.url, size: 4, timeoutMs: 20_000 });
    let end = (): void => undefined;
    const held = new Promise<void>((resolve) => (end = resolve));
    let active = 0;
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const searches = Array.from({ length: 8 }, () =>
      shared.sharedBy('one').session(async () => {
        active += 1;
        if (active === 3) begin();
        await held;
      }),
    );
    await begun;
    expect(await shared.sharedBy('other').session(pid)).toEqual(expect.any(Number));
    expect(active).toBe(3);
    end();
    await Promise.all(searches);
    expect(active).toBe(8);
    await shared.close();
  });

  it('says that the search does not answer where there is none to be had', async () => {
    const nowhere = new SearchPool({ url: 'postgres://u@127.0.0.1:1/d', size: 1, timeoutMs: 500 });
    await expect(nowhere.session(pid)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await nowhere.close();
  });
});
