import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pythonSdk } from '../sdk/python-sdk';
import type { RestClient } from '../support/rest-client';
import { RunningService } from '../support/running-service';
import { describeUnless } from '../support/unless-refused';
import { Recorder, type Recorded } from './recorder';
import { SourceDatabase } from './source-database';
import { DATABASE, serverOf, WORKFLOWS, type IngestedWorld } from './workflows';

const run = promisify(execFile);
const found = pythonSdk();
const FULL = process.env.SUITE_SIZE === 'full';
/** One workflow takes about 20 s, most of it to load its modules; the tables of OMOP take longer. */
const WORKFLOW_MS = 300_000;

interface Entity {
  readonly id: string;
  readonly name: string;
  readonly version: string;
}

/** What a client asks in order to learn that it is not there yet. */
const isRightfulNotFound = ({ method, path, status }: Recorded): boolean =>
  status === 404 && method === 'GET' && /\/name\/|\/getLineageEdge\//.test(path);

const isWrite = ({ method }: Recorded): boolean => method !== 'GET';

describeUnless('refusal' in found ? found.refusal : undefined, 'the command line of OpenMetadata', () => {
  const { metadata } = found as { metadata: string };
  let source: SourceDatabase;
  let service: RunningService;
  let recorder: Recorder;
  let admin: RestClient;
  let world: IngestedWorld;

  beforeAll(async () => {
    [source, service] = await Promise.all([
      SourceDatabase.start(FULL),
      RunningService.start({ environment: { COMPATIBILITY: 'openmetadata' } }),
    ]);
    recorder = await Recorder.start(service.baseUrl);
    admin = await service.client();
    const folder = mkdtempSync(join(tmpdir(), 'catalog-ingest-'));
    world = { url: recorder.url, token: await botToken(service, admin), connection: source.connection, folder };
  }, WORKFLOW_MS);

  afterAll(async () => {
    await recorder?.stop();
    await Promise.all([service?.stop(), source?.stop()]);
    rmSync(world?.folder ?? '', { recursive: true, force: true });
  });

  /** Runs a workflow to its end with success; gives what it sent, none of which failed. */
  async function ingest(workflow: keyof typeof WORKFLOWS): Promise<Recorded[]> {
    recorder.taken();
    const [command, configuration] = WORKFLOWS[workflow](world);
    const file = join(world.folder, `${workflow}.json`);
    writeFileSync(file, JSON.stringify({ ...configuration, ...serverOf(world) }));
    const failure = await run(metadata, [command, '-c', file], { timeout: WORKFLOW_MS, maxBuffer: 1e9 }).then(
      () => undefined,
      ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}\n${stderr}`.slice(-6_000),
    );
    const sent = recorder.taken();
    const failed = sent.filter((one) => one.status >= 400 && !isRightfulNotFound(one));
    expect({ failure, failed: failed.slice(0, 5) }).toEqual({ failure: undefined, failed: [] });
    expect(sent.length).toBeGreaterThan(0);
    return sent;
  }

  const table = async (name: string, fields = '', more = ''): Promise<Record<string, unknown> & Entity> =>
    (await admin.get<Record<string, unknown> & Entity>(`/tables/name/${DATABASE}.${name}?fields=${fields}${more}`))
      .body;

  /** The test cases of a table and its columns. */
  async function casesOf(name: string): Promise<Entity[]> {
    const { testSuite } = await table(name, 'testSuite');
    const path = `/dataQuality/testCases?testSuiteId=${(testSuite as Entity).id}`;
    return (await admin.must<{ data: Entity[] }>('GET', path)).data;
  }

  it(
    'ingest brings in a database with its tables, views, keys and comments',
    async () => {
      await ingest('metadata');
      const { paging } = await admin.must<{ paging: { total: number } }>('GET', `/tables?database=${DATABASE}&limit=0`);
      expect(paging.total).toBe(source.tables);
      const orders = await table('shop.orders', 'tableConstraints');
      expect(orders).toMatchObject({
        description: 'One row for each order',
        columns: expect.arrayContaining([
          expect.objectContaining({ name: 'total', dataType: 'NUMERIC', precision: 18, scale: 2 }),
        ]) as unknown,
      });
      expect(await table('mart.customer_orders')).toMatchObject({ tableType: 'View' });
    },
    WORKFLOW_MS,
  );

  it(
    'ingest again, without credentials of its own, settles what could not be known at first, and then writes nothing',
    async () => {
      await ingest('storedConnection');
      const { tableConstraints } = await table('shop.orders', 'tableConstraints');
      expect(tableConstraints).toContainEqual(
        expect.objectContaining({
          constraintType: 'FOREIGN_KEY',
          referredColumns: [`${DATABASE}.shop.customers.customer_id`],
        }),
      );
      expect((await ingest('storedConnection')).filter(isWrite)).toEqual([]);
    },
    2 * WORKFLOW_MS,
  );

  it(
    'lineage follows views and the log of queries',
    async () => {
      await ingest('lineage');
      const edges = async (name: string): Promise<unknown[]> => {
        const path = `/lineage/table/name/${DATABASE}.${name}?upstreamDepth=1&downstreamDepth=0`;
        return (await admin.must<{ upstreamEdges: unknown[] }>('GET', path)).upstreamEdges;
      };
      expect(await edges('mart.customer_orders')).toHaveLength(2);
      expect(await edges('mart.daily_sales')).toHaveLength(1);
    },
    WORKFLOW_MS,
  );

  it(
    'test runs its tests, and a contract is judged by them',
    async () => {
      await ingest('test');
      const orders = await table('shop.orders');
      const cases = await casesOf('shop.orders');
      expect(cases).toHaveLength(3);
      const contract = await admin.must<Entity>('POST', '/dataContracts', {
        ...{ name: 'orders', entity: { id: orders.id, type: 'table' }, entityStatus: 'Approved' },
        qualityExpectations: cases.map(({ id }) => ({ id, type: 'testCase' })),
      });
      const judged = await admin.must('POST', `/dataContracts/${contract.id}/validate`, undefined, {
        prefer: 'wait=60',
      });
      expect(judged).toMatchObject({
        contractExecutionStatus: 'Failed',
        qualityValidation: { passed: 2, failed: 1, total: 3 },
      });
    },
    WORKFLOW_MS,
  );

  it(
    'profile counts rows and looks at columns',
    async () => {
      await ingest('profile');
      const { body } = await admin.get(`/tables/${DATABASE}.shop.customers/tableProfile/latest`);
      expect(body).toMatchObject({ profile: { rowCount: 200 } });
    },
    WORKFLOW_MS,
  );

  it(
    'usage tells how often tables are used, by which queries, and what these cost',
    async () => {
      await ingest('usage');
      const orders = await table('shop.orders', 'usageSummary');
      expect(orders.usageSummary).toMatchObject({ dailyStats: { count: expect.any(Number) as number } });
      const queries = await admin.must<{ data: Entity[] }>('GET', `/queries?entityId=${orders.id}`);
      expect(queries.data.length).toBeGreaterThanOrEqual(2);
      const { body } = await admin.get<{ data: unknown[] }>(`/queryCostRecord/${queries.data[0]!.id}`);
      expect(body.data).toHaveLength(1);
    },
    WORKFLOW_MS,
  );

  it(
    'dbt brings models, their lineage and the results of their tests',
    async () => {
      await ingest('dbt');
      expect(await table('mart.order_facts', 'dataModel,tags')).toMatchObject({
        description: 'One row for each order, with its country',
        dataModel: { modelType: 'DBT', resourceType: 'model' },
        tags: [expect.objectContaining({ tagFQN: 'dbtTags.facts' })],
      });
      expect(await casesOf('mart.order_facts')).toHaveLength(3);
    },
    WORKFLOW_MS,
  );

  it(
    'a change of the source is patched, and what was dropped is marked as deleted',
    async () => {
      await source.change();
      const writes = (await ingest('metadata')).filter(isWrite);
      const deletions = writes.filter(({ method }) => method === 'DELETE');
      expect(deletions).toHaveLength(1);
      expect(await table('shop.obsolete', '', '&include=deleted')).toMatchObject({ deleted: true });
      const { columns } = await table('shop.customers');
      expect(columns).toContainEqual(expect.objectContaining({ name: 'phone', dataType: 'VARCHAR', dataLength: 30 }));
      expect(await table('shop.products')).toMatchObject({ description: 'What is sold' });
      expect((await table('shop.order_lines')).columns).toContainEqual(
        expect.objectContaining({ name: 'quantity', dataType: 'NUMERIC', precision: 10, scale: 2 }),
      );
      expect(writes.filter(({ method }) => method !== 'DELETE')).toHaveLength(3);
    },
    WORKFLOW_MS,
  );

  if (FULL)
    it.each(['lineage', 'lineageOfOneQuery', 'test', 'profile', 'usage', 'dbt'] as const)(
      '%s again leaves the service as it is',
      async (workflow) => {
        const { version } = await table('shop.orders');
        await ingest(workflow);
        expect((await table('shop.orders')).version).toBe(version);
      },
      WORKFLOW_MS,
    );
});

/** Of a bot with the role Bot, that may also read the stored connection; no administrator. */
async function botToken(service: RunningService, admin: RestClient): Promise<string> {
  const rule = { name: 'r', effect: 'allow', operations: ['ViewSecrets'], resources: ['databaseService'] };
  await admin.must('POST', '/policies', { name: 'ReadConnections', rules: [rule] });
  const reader = await admin.must<Entity>('POST', '/roles', { name: 'ReadConnections', policies: ['ReadConnections'] });
  const bot = await admin.must<Entity>('GET', '/roles/name/Bot');
  const user = { name: 'ingestion-bot', email: 'ingestion-bot@example.org', isBot: true, roles: [bot.id, reader.id] };
  await admin.must('POST', '/users', user);
  return (await service.client('ingestion-bot')).token;
}
