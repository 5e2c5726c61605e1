import { randomUUID } from 'node:crypto';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { sourceDatabase, type SourceDatabase } from './source-database';

type Json = Record<string, unknown>;

const NULLS = { name: 'v is there', type: 'library', metric: 'nullValues', column: 'V', mustBe: 0 };
const SQL = { name: 'biggest', type: 'sql', column: 'V', query: 'select max({column}) from {table}', mustBe: 2 };

describe('names in contracts are those of the platform', () => {
  let admin: RestClient;
  let source: SourceDatabase;
  const name = `names_${randomUUID().slice(0, 8)}`;
  const fqn = (table: string) => `${name}.${source.config.database}.sales.${table}`;

  beforeAll(async () => {
    admin = await (await RunningService.shared()).client();
    source = await sourceDatabase(
      'create table sales.orders (id int primary key, v int, "Key" int, at timestamptz)',
      `insert into sales.orders values (1, null, 7, now()), (2, 2, 7, now()), (3, null, null, null)`,
    );
    const service = `/services/databaseServices/name/${name}`;
    await admin.must('POST', '/services/databaseServices', {
      ...{ name, serviceType: 'Postgres', connection: { config: source.config } },
    });
    await admin.must('PUT', `${service}/dataAccess`, { customSql: true });
    await admin.must('POST', `${service}/crawls`, undefined);
  });
  afterAll(() => source?.drop());

  const contract = (members: Json) =>
    admin.put<Json>('/dataContracts', {
      ...{ name: `c_${name}`, entity: { type: 'table', fullyQualifiedName: fqn('orders') }, entityStatus: 'Active' },
      ...members,
    });
  const validate = async (id: unknown, evidence: string): Promise<Json> =>
    (
      await admin.post(`/dataContracts/${String(id)}/validate?fields=details&evidence=${evidence}`, undefined, {
        prefer: 'wait=60',
      })
    ).body;
  const testCase = (column: string, testDefinition: string, parameters: Json = {}) =>
    admin.post<Json>('/dataQuality/testCases', {
      ...{ name: `t_${randomUUID().slice(0, 8)}`, testDefinition },
      entityLink: `<#E::table::${fqn('orders')}::columns::${column}>`,
      parameterValues: Object.entries(parameters).map(([key, value]) => ({ name: key, value: String(value) })),
    });

  it('they are stored as sent, judged on the rows of the column that they mean, and the result says which', async () => {
    const members = {
      schema: [
        { name: 'ID', dataType: 'INT', constraint: 'PRIMARY_KEY' },
        { name: 'V', dataType: 'INT', constraint: 'NOT_NULL' },
        { name: '"Key"', dataType: 'INT', constraint: 'UNIQUE' },
      ],
      odcsQualityRules: [NULLS, SQL],
      sla: { maxLatency: 'PT24H', columnName: 'AT' },
    };
    const { body } = await contract(members);
    expect(body).toMatchObject({ schema: members.schema, sla: { columnName: 'AT' } });
    const result = await validate(body.id, 'source');
    expect(result).toMatchObject({
      schemaValidation: { passed: 1, failedFields: ['V', '"""Key"""'] },
      qualityValidation: { passed: 1, failed: 1 },
      slaValidation: { latencyMet: true },
      details: {
        schemaValidation: [
          { field: 'V', message: '2 of 3 rows are NULL' },
          { field: '"""Key"""', message: '2 of 3 rows have a value that comes more than once' },
        ],
        schemaNotes: expect.arrayContaining([
          { field: 'ID', message: 'ID is id on PostgreSQL' },
          { field: 'V', message: 'V is v on PostgreSQL' },
          { field: '"""Key"""', message: '"Key" is Key on PostgreSQL' },
        ]),
        promises: { by: { engine: 1 } },
      },
    });
    // The rule has its test case at the column itself.
    expect((await admin.get(`/dataQuality/testCases/name/${fqn('orders')}.v.v is there`)).status).toBe(200);
  });

  it('a test case names a column so, and is evidence of it', async () => {
    const [made, refused] = await Promise.all([
      testCase('V', 'columnValuesToBeNotNull'),
      testCase('KEY', 'columnValuesToBeNotNull'),
    ]);
    expect([made.status, refused.status]).toEqual([201, 400]);
    const { fullyQualifiedName, entityLink } = made.body as { fullyQualifiedName: string; entityLink: string };
    expect(entityLink).toBe(`<#E::table::${fqn('orders')}::columns::V>`);
    const run = await admin.post<Json>(`/tables/name/${fqn('orders')}/checks`, {}, { prefer: 'wait=60' });
    expect(run.status).toBeLessThan(300);
    const [path, newest] = [`/dataQuality/testCases/name/${fullyQualifiedName}?fields=testCaseResult`, Date.now()];
    expect((await admin.get(path)).body).toMatchObject({ testCaseResult: { testCaseStatus: 'Failed', failedRows: 2 } });
    await admin.must('PUT', `/dataQuality/testCases/${fullyQualifiedName}/testCaseResult`, {
      ...{ timestamp: newest, testCaseStatus: 'Success' },
    });
    const { body } = await contract({
      schema: [{ name: '"v"', dataType: 'INT', constraint: 'NOT_NULL' }],
      odcsQualityRules: [],
      sla: undefined,
    });
    expect(await validate(body.id, 'stored')).toMatchObject({
      ...{ contractExecutionStatus: 'Success', details: { promises: { by: { evidence: 1 } } } },
    });
  });

  it('two names of one column are one too many', async () => {
    const schema = ['v', 'V'].map((one) => ({ name: one, dataType: 'INT' }));
    expect(await contract({ schema })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'schema[1].name', message: expect.stringContaining('there twice on PostgreSQL') }] },
    });
  });

  it('a document of the standard is read so', async () => {
    const { id } = await admin.must<Json>('GET', `/tables/name/${fqn('orders')}`);
    const properties = [
      { name: 'ID', logicalType: 'integer' },
      { name: 'the key', physicalName: '`Key`', logicalType: 'integer' },
    ];
    const document = {
      ...{
        apiVersion: 'v3.1.0',
        kind: 'DataContract',
        id: randomUUID(),
        version: '1.0.0',
        status: 'active',
        name: 'odcs',
      },
      schema: [{ name: 'orders', logicalType: 'object', properties }],
    };
    const query = `entityId=${String(id)}&entityType=table&mode=replace`;
    const { body } = await admin.put<Json>(`/dataContracts/odcs?${query}`, document);
    expect(body).toMatchObject({ schema: [{ name: 'ID' }, { name: '`Key`' }] });
  });

  it('a table whose name changes its case alone takes contract and tests along', async () => {
    const made = (await testCase('v', 'columnValuesToBeNotNull')).body;
    const { body: before } = await contract({ schema: [{ name: 'ID', dataType: 'INT' }] });
    await source.query('alter table sales.orders rename to "Orders"');
    const crawl = await admin.post<Json>(`/services/databaseServices/name/${name}/crawls`, undefined, {
      prefer: 'wait=60',
    });
    expect(crawl.body).toMatchObject({
      warnings: [{ code: 'renamed', subject: fqn('Orders'), message: expect.stringContaining('is renamed') }],
    });
    expect((await admin.get(`/tables/name/${fqn('orders')}`)).status).toBe(404);
    expect((await admin.get(`/dataQuality/testCases/${String(made.id)}`)).body).toMatchObject({
      fullyQualifiedName: `${fqn('Orders')}.v.${String(made.name)}`,
    });
    expect((await admin.get(`/dataContracts/${String(before.id)}`)).body).toMatchObject({
      fullyQualifiedName: `${fqn('Orders')}.dataContract_${String(before.name)}`,
    });
    expect(await validate(before.id, 'source')).toMatchObject({ contractExecutionStatus: 'Success' });
  });
});
