import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';

type Json = Record<string, unknown>;

const SERVICES = '/services/databaseServices';
const TABLE = 'lake.default.sales."orders.csv"';
const PATH = `/tables/name/${encodeURIComponent(TABLE)}`;
const GOOD = 'id,name,city\n1,Ann,Rome\n2,Bob,Oslo\n';
const WAIT = { prefer: 'wait=60' };

describe('a folder whose file breaks, over HTTP', () => {
  let service: RunningService;
  let admin: RestClient;
  let folder: string;
  let contract: string;
  const put = (text: string): void => writeFileSync(join(folder, 'sales/orders.csv'), text);
  const crawl = async (body: Json = {}): Promise<Json> =>
    (await admin.post<Json>(`${SERVICES}/name/lake/crawls`, body, WAIT)).body;
  const validate = async (): Promise<Json> =>
    (await admin.must('POST', `/dataContracts/${contract}/validate?evidence=source`)) as Json;
  const columns = async (): Promise<Json[]> =>
    ((await admin.get<Json>(`${PATH}?fields=columns`)).body.columns as Json[]).map(({ name, description }) => ({
      name,
      ...(description !== undefined && { description }),
    }));
  const KEPT = [{ name: 'id' }, { name: 'name' }, { name: 'city', description: 'Where the parcel goes' }];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'catalog-files-'));
    mkdirSync(join(folder, 'sales'));
    put(GOOD);
    service = await RunningService.start({ environment: { DATA_FILES_ROOTS: folder } });
    admin = await service.client();
    const config = { configSource: { type: 'Local', path: folder } };
    await admin.must('POST', SERVICES, { name: 'lake', serviceType: 'Datalake', connection: { config } });
    await admin.must('PUT', `${SERVICES}/name/lake/dataAccess`, {});
    await crawl();
    const { id } = (await admin.must('GET', PATH)) as { id: string };
    await admin.must('PATCH', `/tables/${id}`, [
      { op: 'add', path: '/columns/2/description', value: 'Where the parcel goes' },
    ]);
    const made = await admin.must('POST', '/dataContracts', {
      ...{ name: 'orders', entity: { id, type: 'table' }, entityStatus: 'Approved' },
      schema: [{ name: 'id', dataType: 'BIGINT' }],
    });
    contract = String((made as Json).id);
  });
  afterAll(async () => {
    await service?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps the columns, fails the contract with file and line, and shows no row anywhere', async () => {
    expect(await validate()).toMatchObject({ contractExecutionStatus: 'Success' });
    put(`${GOOD}3,Smith, John,Paris\n`);
    const broken = await validate();
    expect(broken).toMatchObject({ contractExecutionStatus: 'Failed', schemaValidation: { failedFields: ['id'] } });
    const reason = 'Line 4 of sales/orders.csv cannot be read: expected 3 columns, found 4 (fileMalformed)';
    expect(broken.result).toBe(`1 of 1 column failed (id). ${reason}.`);
    const crawled = await crawl();
    expect(crawled).toMatchObject({
      status: 'PartialSuccess',
      warnings: [{ code: 'fileMalformed', subject: TABLE, message: expect.stringContaining('Line 4') as string }],
    });
    const profile = await admin.post<Json>(`${PATH}/profiles`, {}, WAIT);
    expect(profile.body).toMatchObject({ status: 'Aborted', reason: 'fileMalformed' });
    expect(await columns()).toEqual(KEPT);
    const found = await admin.get<Json>('/search/query?q=Smith');
    expect(JSON.stringify([broken, crawled, profile.body, found.body])).not.toMatch(/John|Paris/);
    put(GOOD);
    expect(await validate()).toMatchObject({ contractExecutionStatus: 'Success' });
    expect(await columns()).toEqual(KEPT);
  });

  it('leaves a table whose header is another one until a crawl confirms it', async () => {
    put('3,Smith,Bern\n4,Dan,Ulm\n');
    expect(await crawl()).toMatchObject({ status: 'Success', warnings: [{ code: 'headerChanged', subject: TABLE }] });
    expect(await validate()).toMatchObject({ contractExecutionStatus: 'Failed' });
    expect(await columns()).toEqual(KEPT);
    put('number;place\n3;Bern\n');
    expect(await crawl({ confirmDeletions: true })).toMatchObject({ status: 'Success', counts: { updated: 1 } });
    expect(await columns()).toEqual([{ name: 'number' }, { name: 'place' }]);
  });

  it('refuses invalid declarations of tables, each by its path', async () => {
    const table = { schema: 'sales', name: 'all', path: 'sales/*.csv' };
    const tables = [{ ...table, encoding: 'ebcdic', columns: [{ name: 'id', dataType: 'money' }] }];
    const connection = { config: { configSource: { type: 'Local', path: folder }, tables } };
    await admin.must('PUT', SERVICES, { name: 'lake2', serviceType: 'Datalake', connection });
    const refused = await admin.put<Json>(`${SERVICES}/name/lake2/dataAccess`, {});
    expect(refused).toMatchObject({
      status: 400,
      body: {
        details: [
          {
            field: 'connection.config.tables.0.columns.0.dataType',
            message: expect.stringContaining('DECIMAL(p,s)') as string,
          },
          { field: 'connection.config.tables.0.encoding', message: 'must be one of utf-8, utf-16, latin-1' },
        ],
      },
    });
  });
});
