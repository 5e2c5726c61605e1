import { Database } from '@app/database';
import { createTestDatabase, type TestDatabase } from '../../support/embedded-database';

describe('a transaction on a server that compiles plans', () => {
  let home: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    home = await createTestDatabase();
    const url = new URL(home.url);
    // As any server has it by default. The one of the tests compiles nothing.
    url.searchParams.set('options', '-c jit=on');
    database = await Database.connect({ url: url.href, poolSize: 1 });
  });
  afterAll(async () => {
    await database?.close();
    await home?.drop();
  });

  const setting = `select current_setting('jit') as jit`;

  it('has no plan compiled, and leaves the session as it was', async () => {
    expect(await database.query(setting)).toEqual([{ jit: 'on' }]);
    expect(await database.transaction((tx) => tx.query(setting))).toEqual([{ jit: 'off' }]);
    expect(await database.query(setting)).toEqual([{ jit: 'on' }]);
  });
});
