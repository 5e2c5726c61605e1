import { WatchedApi } from '../measure/watched-api';
import { judge } from '../verdict';
import { KNOWN_REQUESTS } from './known-requests';

jest.setTimeout(300_000);

describe('requests that once were too much', () => {
  const schema = 'shop.sales.public';
  let api: WatchedApi;
  let tableId: string;

  beforeAll(async () => {
    api = await WatchedApi.start();
    const { admin } = api;
    await admin.must('POST', '/services/databaseServices', { name: 'shop', serviceType: 'Postgres' });
    await admin.must('POST', '/classifications', { name: 'PII', description: 'Personal data' });
    await admin.must('POST', '/tags', { name: 'Sensitive', classification: 'PII', description: 'Sensitive' });
    await admin.must('POST', '/databases', { name: 'sales', service: 'shop' });
    await admin.must('POST', '/databaseSchemas', { name: 'public', database: 'shop.sales' });
    const columns = [{ name: 'id', dataType: 'BIGINT' }];
    tableId = (await admin.must<{ id: string }>('POST', '/tables', { name: 'orders', databaseSchema: schema, columns }))
      .id;
  });
  afterAll(() => api.stop());

  it.each(KNOWN_REQUESTS)('%s', async (shape, make) => {
    const judged = await judge(api, { operation: 'known', shape }, (number) => make({ tableId, schema, number }));
    expect(judged?.fault).toBeUndefined();
  });
});
