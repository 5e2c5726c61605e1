import { READY } from '@app/common';
import { Database, databaseParts } from '@app/database';
import { createTestDatabase, type TestDatabase } from '../../support/embedded-database';

const STATEMENTS = 100;

describe('the health of a process whose connections are all in use', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await Database.connect({ url: testDatabase.url, poolSize: 2 });
  });
  afterAll(async () => {
    await database.close();
    await testDatabase.drop();
  });

  const stateOfParts = async () => {
    const { database: answers, migrations } = databaseParts(database);
    return Promise.all([answers!(), migrations!()]);
  };

  it('does not wait behind its requests: a balancer would take a process that is only busy for one that is away', async () => {
    await stateOfParts();
    let done = 0;
    const statements = Array.from({ length: STATEMENTS }, () =>
      database.query('select pg_sleep(0.02)').then(() => void done++),
    );
    await statements[0];
    expect(await stateOfParts()).toEqual([READY, READY]);
    // Behind them it would come when hardly any is left.
    expect(done).toBeLessThan(0.9 * STATEMENTS);
    await Promise.all(statements);
  });
});
