import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { createTestDatabase } from '../../support/embedded-database';
import { eventually } from '../../support/eventually';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';

type Json = Record<string, unknown>;

const SECRET = 'S%cret/+pw-of-the-reader';

describe('crawls over HTTP', () => {
  let admin: RestClient;
  let shared: RunningService;
  let source: Client;
  let database: string;
  let drop: () => Promise<void>;
  const name = `crawled_${randomUUID().slice(0, 8)}`;
  const path = `/services/databaseServices/name/${name}`;

  beforeAll(async () => {
    shared = await RunningService.shared();
    admin = await shared.client();
    const made = await createTestDatabase('template0');
    drop = made.drop;
    source = new Client({ connectionString: made.adminUrl });
    await source.connect();
    const { hostname, port, pathname } = new URL(made.adminUrl);
    database = pathname.slice(1);
    await source.query(`
      create role reader_${database} login password '${SECRET}';
      create schema sales; grant usage on schema sales to reader_${database};
      create table sales.orders (id int primary key, note text);
      comment on table sales.orders is 'All orders';
      create table sales.items (id int)`);
    const config = {
      ...{
        type: 'Postgres',
        hostPort: `${hostname}:${port}`,
        username: `reader_${database}`,
        database,
        sslMode: 'disable',
      },
      authType: { password: SECRET },
    };
    await admin.must('POST', '/services/databaseServices', { name, serviceType: 'Postgres', connection: { config } });
  });

  afterAll(async () => {
    await source?.end();
    await drop?.();
  });

  const table = (one: string): string => `/tables/name/${name}.${database}.sales.${one}`;
  const crawl = (body?: Json) => admin.post(`${path}/crawls`, body, { prefer: 'wait=60' });

  it('are refused while the service is not read, and for what is no request', async () => {
    expect(await crawl()).toMatchObject({ status: 409, body: { message: `Service ${name} has no data access` } });
    const crawlRules = { schemaFilterPattern: { includes: ['sales'] } };
    expect((await admin.put(`${path}/dataAccess`, { crawl: { ...crawlRules, enabled: false } })).status).toBe(201);
    expect(await crawl()).toMatchObject({ status: 409, body: { message: expect.stringContaining('crawl.enabled') } });
    expect((await admin.put(`${path}/dataAccess`, { crawl: crawlRules })).status).toBe(200);
    expect(await crawl({ colour: 1 })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('colour') },
    });
    expect(await crawl({ schemas: [1] })).toMatchObject({ status: 400 });
    expect(await admin.post('/services/databaseServices/name/none/crawls')).toMatchObject({ status: 404 });
    const consumer = await shared.client(`consumer-${name}`, 'DataConsumer');
    expect(await consumer.post(`${path}/crawls`)).toMatchObject({ status: 403 });
    expect(await consumer.put(`${path}/crawls/schedule`, { cron: '0 6 * * *' })).toMatchObject({ status: 403 });
  });

  it('say in a dry run what they would do', async () => {
    const { status, body } = await crawl({ dryRun: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ kind: 'crawl', status: 'Success', counts: { tables: 2, created: 2 } });
    expect(body.changes).toHaveLength(2);
    expect((await admin.get(table('orders'))).status).toBe(404);
  });

  it('bring tables with what they are in the source', async () => {
    const { status, body } = await crawl();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ status: 'Success', trigger: 'manual', requestedBy: 'admin', message: '2 tables: 2 created' },
      progress: { done: 2, total: 2 },
    });
    expect((await admin.get(table('orders'))).body).toMatchObject({
      description: 'All orders',
      updatedBy: 'data-crawler',
    });
    expect((await admin.get(`${table('orders')}/dataSource`)).body).toMatchObject({
      ...{ nativeName: 'sales.orders', nativeId: expect.stringMatching(/^\d+$/), lastCrawl: body.id },
      ...{ service: { name }, lastSeenAt: expect.any(Number) },
    });
    expect((await crawl()).body).toMatchObject({ counts: { unchanged: 2, created: 0, updated: 0 } });
    const list = await admin.get(`/dataRuns?kind=crawl&service=${name}`);
    expect(list.body).toMatchObject({ paging: { total: 3 } });
    expect(JSON.stringify(list.body)).not.toContain(SECRET);
  });

  it('have contracts validated on what has changed', async () => {
    const { body: orders } = await admin.get(table('orders'));
    const schema = [
      { name: 'id', dataType: 'INT' },
      { name: 'note', dataType: 'TEXT' },
    ];
    const contract = await admin.must('POST', '/dataContracts', {
      ...{ name: `contract_${name}`, entity: { id: orders.id, type: 'table' }, schema, entityStatus: 'Active' },
    });
    await source.query('alter table sales.orders drop column note');
    expect((await crawl()).body).toMatchObject({ counts: { updated: 1, unchanged: 1 } });
    await eventually(async () => {
      const { body } = await admin.get(`/dataContracts/${String(contract.id)}/results?limit=1`);
      const [result] = body.data as Json[];
      return result?.contractExecutionStatus === 'Failed' || undefined;
    });
  });

  it('tell those who may not see a table nothing of it', async () => {
    await source.query('drop table sales.items');
    expect((await crawl()).body).toMatchObject({ counts: { deleted: 1 } });
    expect(await admin.get(`${table('items')}?include=all`)).toMatchObject({ status: 200, body: { deleted: true } });
  });

  it('come by a schedule', async () => {
    const schedule = { cron: '0 6 * * *', timezone: 'Europe/Berlin', enabled: false };
    const listed = () => admin.get(`/dataRuns/schedules?service=${name}`);
    expect(await admin.get(`${path}/crawls/schedule`)).toMatchObject({ status: 404 });
    expect(await listed()).toMatchObject({ status: 200, body: { data: [] } });
    expect(await admin.put(`${path}/crawls/schedule`, schedule)).toMatchObject({ status: 201, body: schedule });
    expect((await listed()).body).toEqual({ data: [{ kind: 'crawl', ...schedule }] });
    for (const wrong of ['', `?service=${name}&asset=${name}`])
      expect(await admin.get(`/dataRuns/schedules${wrong}`)).toMatchObject({
        ...{ status: 400, body: { details: [{ field: 'service', message: 'send exactly one of service and asset' }] } },
      });
    expect((await admin.get(`/dataRuns/schedules?service=${name}_gone`)).status).toBe(404);
    expect(await admin.put(`${path}/crawls/schedule`, { cron: '0 6 31 2 *' })).toMatchObject({ status: 400 });
    expect(await admin.put(`${path}/crawls/schedule`, { cron: '* * * * *' })).toMatchObject({ status: 200 });
    expect(await admin.get(`${path}/crawls/schedule`)).toMatchObject({
      body: { cron: '* * * * *', timezone: 'UTC', enabled: true },
    });
    expect((await admin.delete(`${path}/crawls/schedule`)).status).toBe(204);
    expect((await admin.delete(`${path}/crawls/schedule`)).status).toBe(404);
  });

  it('fail with the reason of the source, and delete nothing', async () => {
    await source.query(`alter role reader_${database} password 'another'`);
    expect((await crawl()).body).toMatchObject({ status: 'Failed', reason: 'loginRefused' });
    expect((await admin.get(table('orders'))).status).toBe(200);
  });
});
