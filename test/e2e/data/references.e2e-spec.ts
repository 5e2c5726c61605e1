import { randomUUID } from 'node:crypto';
import { eventually } from '../../support/eventually';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { sourceDatabase, type SourceDatabase } from './source-database';

interface Check {
  readonly name: string;
  readonly status: string;
  readonly reason?: string;
  readonly message: string;
  readonly failedRows?: number;
  readonly statement?: string;
}

describe('checks of keys', () => {
  let shared: RunningService;
  let admin: RestClient;
  let source: SourceDatabase;
  const name = `keys_${randomUUID().slice(0, 8)}`;
  const service = `/services/databaseServices/name/${name}`;
  const fqn = (table: string) => `${name}.${source.config.database}.sales.${table}`;

  beforeAll(async () => {
    shared = await RunningService.shared();
    admin = await shared.client();
    source = await sourceDatabase(
      'create table sales.customers (id int, code varchar(5))',
      `insert into sales.customers values (1, 'a'), (2, 'b'), (2, 'c')`,
      'create table sales.regions (id int primary key)',
      'create table sales.payments (customer int, code text, region int references sales.regions, day date not null) partition by range (day)',
      `create table sales.payments_1 partition of sales.payments for values from ('2026-01-01') to ('2027-01-01')`,
      `insert into sales.payments values (2, 'b', null, '2026-05-01'), (9, 'a', null, '2026-05-01')`,
      'create table sales.orders (order_no int, line_no int, customer int, code text)',
      `insert into sales.orders values (1, 1, 1, 'a'), (1, 1, 2, 'zz'), (1, 2, null, 'b'), (2, 1, 7, 'a'), (2, null, 7, null)`,
    );
    await admin.must('POST', '/services/databaseServices', {
      ...{ name, serviceType: 'Postgres', connection: { config: source.config } },
    });
    await admin.must('PUT', `${service}/dataAccess`, {});
    await admin.post(`${service}/crawls`, {}, { prefer: 'wait=60' });
  });
  afterAll(() => source?.drop());

  const put = (test: string, column: string | undefined, definition: string, parameters: Record<string, string>) =>
    admin.must<{ id: string }>('PUT', '/dataQuality/testCases', {
      ...{ name: test, testDefinition: definition },
      entityLink: `<#E::table::${fqn('orders')}${column === undefined ? '' : `::columns::${column}`}>`,
      parameterValues: Object.entries(parameters).map(([parameter, value]) => ({ name: parameter, value })),
    });
  const checksBy = async (client: RestClient): Promise<Check[]> => {
    const asked = await client.post(`/tables/name/${fqn('orders')}/checks`, {}, { prefer: 'wait=60' });
    return (asked.body as unknown as { checks: Check[] }).checks;
  };

  it('find values without a partner, and combinations that come more than once', async () => {
    await put('known_customer', 'customer', 'columnValuesToExistIn', { table: 'customers', column: 'id' });
    await put('known_code', 'code', 'columnValuesToExistIn', { table: fqn('customers'), column: 'code' });
    await put('no_table', 'code', 'columnValuesToExistIn', { table: 'elsewhere.customers', column: 'code' });
    await put('other_service', 'code', 'columnValuesToExistIn', { table: 'x.y.sales.customers', column: 'code' });
    await put('one_line', undefined, 'tableColumnsToBeUnique', { columnNames: 'order_no, line_no' });
    const checks = await checksBy(admin);
    expect(checks.map((one) => [one.name, one.status, one.reason ?? one.failedRows])).toEqual([
      ['known_code', 'Failed', 1],
      ['known_customer', 'Failed', 2],
      ['no_table', 'Aborted', 'tableNotFound'],
      ['one_line', 'Failed', 2],
      ['other_service', 'Aborted', 'tableNotFound'],
    ]);
    const { statement } = checks.find((one) => one.name === 'known_customer')!;
    expect((await source.query<{ customer: number }>(statement!)).map(({ customer }) => customer)).toEqual([7, 7]);
  });

  it('judge what a document says of relationships and partitions', async () => {
    const at = (name: string, to: string, more: object = {}) => ({
      ...{ name, logicalType: 'string', relationships: [{ type: 'foreignKey', to }], ...more },
    });
    const composite = { from: ['payments.customer', 'payments.code'], to: ['customers.id', 'customers.code'] };
    const properties = [
      { ...at('customer', 'customers.id'), logicalType: 'integer' },
      { ...at('region', 'regions.id', { partitioned: true }), logicalType: 'integer' },
      at('code', 'nowhere.code'),
      { name: 'day', logicalType: 'date', partitioned: true, partitionKeyPosition: 1 },
    ];
    const { id: table } = (await admin.get(`/tables/name/${fqn('payments')}`)).body as unknown as { id: string };
    const document = {
      ...{ apiVersion: 'v3.1.0', kind: 'DataContract', id: name, version: '1.0.0', status: 'active', name },
      schema: [{ name: 'payments', properties, relationships: [composite] }],
    };
    const made = await admin.must<{ id: string }>(
      'POST',
      `/dataContracts/odcs?entityId=${table}&entityType=table`,
      document,
    );
    const path = `/dataContracts/${made.id}/validate?fields=details&evidence=`;
    const validated = await admin.post(`${path}source`, undefined, { prefer: 'wait=60' });
    expect(validated.body).toMatchObject({
      contractExecutionStatus: 'Failed',
      schemaValidation: { failedFields: ['customer', 'region', 'code'] },
      details: {
        schemaValidation: [
          {
            field: 'customer',
            message:
              '1 of 2 rows has a value without a partner in customers.id; ' +
              '(customer, code): 1 of 2 rows has a value without a partner in customers (id, code)',
          },
          { field: 'region', message: 'is not a column by which the asset is partitioned: day' },
          {
            field: 'code',
            message: '(customer, code): 1 of 2 rows has a value without a partner in customers (id, code)',
          },
        ],
        promises: { by: { engine: 1 } },
        notEvaluated: [{ promise: 'odcs:schema[0].properties[2].relationships[0]', reason: 'noCheck' }],
      },
    });
    const [first, ...rest] = properties;
    const without = {
      ...document,
      schema: [{ ...document.schema[0], properties: [{ ...first, relationships: [] }, ...rest] }],
    };
    const checked = await admin.must('POST', `/dataContracts/${made.id}/check`, { document: without });
    expect(checked).toMatchObject({
      compatible: false,
      changes: [{ path: 'odcs:schema[0].properties[0].relationships[0]', compatibility: 'breaking' }],
    });
    expect(await admin.must('POST', `/dataContracts/${made.id}/check`, { document })).toMatchObject({ changes: [] });
    // What the reading has found counts until the next one.
    const stored = await admin.post(`${path}stored`, undefined, { prefer: 'wait=60' });
    expect(stored.body).toMatchObject({
      schemaValidation: { failedFields: ['customer', 'region', 'code'] },
      details: { promises: { by: { engine: 1, evidence: 2 } } },
    });
  });

  it('know no table that the asker may not see', async () => {
    const owner = await admin.must<{ id: string }>('POST', '/users', {
      ...{ name: `${name}_owner`, email: `${name}@example.org` },
    });
    const { id } = (await admin.get(`/tables/name/${fqn('customers')}`)).body as unknown as { id: string };
    await admin.patch(`/tables/${id}`, [{ op: 'add', path: '/owners', value: [{ id: owner.id, type: 'user' }] }]);
    const condition = '!isOwner() && !noOwner()';
    const rules = [
      { name: 'hides', effect: 'deny', operations: ['ViewAll'], resources: ['table'], condition },
      { name: 'checks', effect: 'allow', operations: ['CheckData'], resources: ['table'] },
    ];
    await admin.must('POST', '/policies', { name, rules });
    await admin.must('POST', '/roles', { name, policies: [name] });
    const reader = await shared.client(`${name}_reader`, name);
    expect((await reader.get(`/tables/${id}`)).status).toBe(404);
    const known = (await checksBy(reader)).find((one) => one.name === 'known_customer');
    expect(known).toMatchObject({
      ...{ status: 'Aborted', reason: 'tableNotFound', message: 'The source has no table customers beside orders' },
    });
    await eventually(async () => (await checksBy(admin)).some((one) => one.failedRows === 2));
  });
});
