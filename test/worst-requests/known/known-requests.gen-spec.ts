import { WatchedApi } from '../measure/watched-api';
import { KNOWN, OPEN_CASES } from '../open-cases';
import { holdAgainst } from '../open-verdict';
import { judge } from '../verdict';
import { KNOWN_REQUESTS, wideContract, wideTable } from './known-requests';

jest.setTimeout(300_000);

const listed = OPEN_CASES.filter(({ operation }) => operation === KNOWN);

describe('requests that once were too much', () => {
  const schema = 'shop.sales.public';
  let api: WatchedApi;
  let tableId: string;

  beforeAll(async () => {
    api = await WatchedApi.start();
    const { admin } = api;
    await admin.must('POST', '/services/databaseServices', { name: 'shop', serviceType: 'Postgres' });
    await admin.must('POST', '/services/messagingServices', { name: 'broker', serviceType: 'Kafka' });
    await admin.must('POST', '/classifications', { name: 'PII', description: 'Personal data' });
    await admin.must('POST', '/tags', { name: 'Sensitive', classification: 'PII', description: 'Sensitive' });
    await admin.must('POST', '/databases', { name: 'sales', service: 'shop' });
    await admin.must('POST', '/databaseSchemas', { name: 'public', database: 'shop.sales' });
    const columns = [{ name: 'id', dataType: 'BIGINT' }];
    tableId = (await admin.must<{ id: string }>('POST', '/tables', { name: 'orders', databaseSchema: schema, columns }))
      .id;
    await admin.must('PUT', '/tables', JSON.parse(wideTable(schema, '')));
    await admin.must('PUT', '/dataContracts', JSON.parse(wideContract(schema)));
  });
  afterAll(() => api.stop());

  it.each(KNOWN_REQUESTS)('%s', async (shape, make) => {
    const row = { operation: KNOWN, shape };
    const judged = await judge(api, row, (number) => make({ tableId, schema, number }));
    const found = judged?.fault ? [judged.fault] : [];
    const all = KNOWN_REQUESTS.map(([name]) => ({ operation: KNOWN, shape: name }));
    const { faults, mended } = holdAgainst(listed, found, { all, sent: [row] });
    expect({ faults, mended }).toEqual({ faults: [], mended: [] });
  });
});
