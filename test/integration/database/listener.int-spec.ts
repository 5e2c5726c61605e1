import { Database } from '@app/database';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../support/embedded-database';
import { eventually } from '../../support/eventually';

const CHANNELS = ['one', 'two', 'three', 'four'];

describe('the connection that listens', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await Database.connect({ url: testDatabase.url, poolSize: 1 });
  });
  afterAll(async () => {
    await database?.close();
    await testDatabase.drop();
  });

  it('is sent one statement at a time, by those who come together and those who come later', async () => {
    let [open, most] = [0, 0];
    const query = Client.prototype.query as (...given: unknown[]) => Promise<unknown>;
    const sent = jest.spyOn(Client.prototype, 'query').mockImplementation(async function (
      this: Client,
      ...given: unknown[]
    ) {
      most = Math.max(most, ++open);
      return query.apply(this, given).finally(() => open--);
    } as never);
    const told: string[] = [];
    const listen = (channel: string) => database.listen(channel, (payload) => told.push(`${channel} ${payload}`), fail);
    try {
      await Promise.all(CHANNELS.map(listen));
      await Promise.all(CHANNELS.map(listen));
      expect(most).toBe(1);
    } finally {
      sent.mockRestore();
    }
    for (const channel of CHANNELS) await database.query(`select pg_notify($1, 'told')`, [channel]);
    const expected = CHANNELS.flatMap((channel) => [`${channel} told`, `${channel} told`]);
    await eventually(() => told.length >= expected.length);
    expect(told).toEqual(expected);
  });
});

function fail(): never {
  throw new Error('nothing was lost');
}
