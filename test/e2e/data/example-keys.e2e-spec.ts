import { randomUUID } from 'node:crypto';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { sourceDatabase, type SourceDatabase } from './source-database';

interface Check {
  readonly name: string;
  readonly status: string;
}

describe('keys of rows that fail', () => {
  let service: RunningService;
  let admin: RestClient;
  let source: SourceDatabase;
  const name = `keys_${randomUUID().slice(0, 8)}`;
  const services = `/services/databaseServices/name/${name}`;
  const fqn = (table = 'orders') => `${name}.${source.config.database}.sales.${table}`;
  const access = (table = 'orders') => `/tables/name/${fqn(table)}/dataAccess`;
  const waiting = { prefer: 'wait=60' };

  beforeAll(async () => {
    service = await RunningService.start({ environment: { SAMPLE_DATA: 'on' } });
    admin = await service.client();
    source = await sourceDatabase(
      'create table sales.orders (line int, shop text, amount int, wage int, primary key (shop, line))',
      `insert into sales.orders select i, 'shop ' || i % 2, i - 7, -i from generate_series(1, 20) i`,
      'create table sales.heap (id int, amount int)',
      'insert into sales.heap values (4711, -1)',
    );
    await admin.must('POST', '/services/databaseServices', {
      ...{ name, serviceType: 'Postgres', connection: { config: source.config } },
    });
    await admin.must('PUT', `${services}/dataAccess`, { exampleKeys: true, customSql: true });
    await admin.post(`${services}/crawls`, undefined, waiting);
    await admin.must('PUT', '/classifications', { name: 'PII', description: 'Personal data' });
    await admin.must('PUT', '/tags', { name: 'Sensitive', classification: 'PII', description: 'Sensitive' });
    await test('amount', 'columnValuesToBeBetween', { minValue: '0' });
    await test('wage', 'columnValuesToBeBetween', { minValue: '0' });
    await test('passing', 'columnValuesToBeNotNull', {}, 'amount');
    await test('own', 'tableCustomSQLQuery', { sqlExpression: 'select * from sales.orders' }, '');
    await test('amount', 'columnValuesToBeBetween', { minValue: '0' }, 'amount', 'heap');
  });
  afterAll(async () => {
    await service?.stop();
    await source?.drop();
  });

  const test = (test: string, definition: string, parameters: object, column = test, table = 'orders') =>
    admin.must('PUT', '/dataQuality/testCases', {
      ...{ name: test, testDefinition: definition },
      entityLink: `<#E::table::${fqn(table)}${column && `::columns::${column}`}>`,
      parameterValues: Object.entries(parameters).map(([parameter, value]) => ({ name: parameter, value })),
    });
  const tag = async (...tags: string[]): Promise<void> => {
    const { id } = await admin.must<{ id: string }>('GET', `/tables/name/${fqn()}`, undefined);
    const labels = (fqns: string[]) =>
      fqns.map((tagFQN) => ({ tagFQN, source: 'Classification', labelType: 'Manual', state: 'Confirmed' }));
    await admin.must('PATCH', `/tables/${id}`, [
      { op: 'add', path: '/columns/1/tags', value: labels(tags.slice(1)) },
      { op: 'add', path: '/columns/3/tags', value: labels(tags.slice(0, 1)) },
    ]);
  };
  const checked = async (table = 'orders'): Promise<Check[]> => {
    const { body } = await admin.post<{ checks: Check[] }>(`/tables/name/${fqn(table)}/checks`, {}, waiting);
    return body.checks;
  };
  const sample = (test: string, table = 'orders') =>
    `/dataQuality/testCases/${encodeURIComponent(`${fqn(table)}.${test}`)}/failedRowsSample`;
  const shown = async (test: string, table?: string): Promise<unknown> =>
    (await admin.must<{ failedRowsSample?: unknown }>('GET', sample(test, table), undefined)).failedRowsSample;
  const all = async (): Promise<unknown[]> => [
    await shown('amount.amount'),
    await shown('wage.wage'),
    await shown('amount.passing'),
    await shown('own'),
  ];

  it('are not stored unless the table says so, too', async () => {
    expect((await admin.get(access())).status).toBe(404);
    const checks = await checked();
    expect(checks.map((one) => `${one.name} ${one.status}`)).toEqual([
      ...['amount Failed', 'own Failed', 'passing Success', 'wage Failed'],
    ]);
    expect(await all()).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('are five at most, of the primary key, of checks that are computed row by row', async () => {
    expect(await admin.put(access(), { exampleKeys: true })).toMatchObject({
      status: 201,
      body: { exampleKeys: true },
    });
    expect(await admin.put(access(), { exampleKeys: true })).toMatchObject({ status: 200 });
    expect(await admin.put(access(), {})).toMatchObject({ status: 400 });
    expect(await admin.put(access(), { exampleKeys: true, more: 1 })).toMatchObject({ status: 400 });
    await admin.must('PUT', access('heap'), { exampleKeys: true });
    const checks = await checked();
    await checked('heap');
    const [amount, wage, ...none] = await all();
    const first = { columns: ['line', 'shop'], rows: [1, 2, 3, 4, 5].map((line) => [line, `shop ${line % 2}`]) };
    expect([amount, wage]).toEqual([first, first]);
    expect([none, await shown('amount.amount', 'heap')]).toEqual([[undefined, undefined], undefined]);
    // The record of the run has no value.
    expect(JSON.stringify(checks)).not.toContain('shop 1');
  });

  it('are none of hidden columns, and go when a column of the key is hidden', async () => {
    await tag('PII.Sensitive');
    expect(await shown('wage.wage')).toBeUndefined();
    expect(await shown('amount.amount')).toBeDefined();
    await checked();
    await tag();
    expect(await shown('wage.wage')).toBeUndefined();
    await tag('PII.Sensitive', 'PII.Sensitive');
    expect(JSON.stringify(await shown('amount.amount'))).not.toMatch(/shop \d/);
    await checked();
    await tag();
    expect(await all()).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('go with a result without failing rows, and leave samples that were sent', async () => {
    await checked();
    expect(await shown('amount.amount')).toBeDefined();
    const sent = { columns: ['line'], rows: [[1]] };
    await admin.must('PUT', sample('amount.passing'), sent);
    await source.query('update sales.orders set amount = 1');
    await checked();
    expect(await all()).toEqual([undefined, expect.objectContaining({ columns: ['line', 'shop'] }), sent, undefined]);
  });

  it('go with the permission, of the service and of the table', async () => {
    await admin.must('PUT', `${services}/dataAccess`, {});
    expect(await shown('wage.wage')).toBeUndefined();
    await checked();
    expect(await shown('wage.wage')).toBeUndefined();
    await admin.must('PUT', `${services}/dataAccess`, { exampleKeys: true });
    await checked();
    expect(await shown('wage.wage')).toBeDefined();
    expect((await admin.get(access())).body).toEqual({ exampleKeys: true });
    expect((await admin.delete(access())).status).toBe(204);
    expect((await admin.delete(access())).status).toBe(404);
    expect(await shown('wage.wage')).toBeUndefined();
    const reader = await service.client(`reader-${name}`, 'DataConsumer');
    for (const { status } of [
      await reader.get(access()),
      await reader.put(access(), { exampleKeys: true }),
      await reader.delete(access()),
    ])
      expect(status).toBe(403);
  });
});
