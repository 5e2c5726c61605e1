import { join } from 'node:path';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { Shell } from '../cli/shell';

type Json = Record<string, unknown>;

/** What dbt 1.10 with DuckDB wrote of a project with contracts, constraints, tests, versions, a group and a source with freshness. */
const ARTIFACTS = join(__dirname, 'shop-artifacts');
const ORDERS = 'duck.shop.main.orders';

describe('the artifacts of a dbt build', () => {
  let service: RunningService;
  let admin: RestClient;
  let shell: Shell;

  const labels = (holder: Json): string[] => (holder.tags as Json[]).map(({ tagFQN }) => String(tagFQN)).sort();
  const get = (path: string): Promise<Json> => admin.must<Json>('GET', path);

  async function imported(): Promise<Json> {
    const run = await shell.cli(['lineage', 'import-dbt', ARTIFACTS, '--output', 'json']);
    expect([run.err, run.code]).toEqual([expect.any(String), 0]);
    return JSON.parse(run.out) as Json;
  }

  /** Each entity that an import writes, with its version. */
  async function versions(): Promise<unknown> {
    const paths = ['tables', 'dataContracts', 'dataQuality/testCases', 'tags'].map((one) => `/${one}?limit=1000`);
    const lists = await Promise.all(paths.map((path) => admin.must<{ data: Json[] }>('GET', path)));
    return lists.flatMap(({ data }) => data.map(({ fullyQualifiedName, version }) => [fullyQualifiedName, version]));
  }

  beforeAll(async () => {
    service = await RunningService.start();
    admin = await service.client();
    shell = new Shell({ METADATA_CATALOG_URL: service.baseUrl, METADATA_CATALOG_TOKEN: admin.token });
    await admin.must('POST', '/services/databaseServices', { name: 'duck', serviceType: 'CustomDatabase' });
    await admin.must('POST', '/teams', { name: 'sales', teamType: 'Group' });
    await admin.must('POST', '/users', { name: 'seller', email: 'Sales@example.org' });
  });

  afterAll(async () => {
    shell?.remove();
    await service?.stop();
  });

  it('come in by one command, with their owners, tags, constraints, tests and freshness', async () => {
    expect(await imported()).toMatchObject({
      ...{ service: 'duck', tables: 6, edges: 5, tests: 7, results: 7, contracts: 3 },
      // The sources of the project are its own seeds.
      skipped: [
        { id: 'exposure.shop.weekly_report', reason: expect.any(String) },
        { id: 'source.shop.raw.raw_orders', reason: expect.stringContaining('same table') },
        { id: 'source.shop.raw.raw_customers', reason: expect.stringContaining('same table') },
      ],
    });
    const orders = await get(`/tables/name/${ORDERS}?fields=*`);
    expect(labels(orders)).toEqual(['dbtGroups.sales', 'dbtTags.core', 'dbtTags.daily']);
    expect(orders.owners).toMatchObject([{ type: 'team', name: 'sales' }]);
    const columns = orders.columns as Json[];
    expect(columns.map(({ name, constraint }) => [name, constraint])).toEqual([
      ['order_id', 'PRIMARY_KEY'],
      ['customer_id', 'NOT_NULL'],
      ['status', undefined],
      ['amount', undefined],
    ]);
    expect(labels(columns[2]!)).toEqual(['dbtTags.pii']);
    for (const name of ['customers_v1', 'customers_v2']) {
      const table = await get(`/tables/name/duck.shop.main.${name}?fields=*`);
      expect([labels(table), table.owners]).toMatchObject([
        ['dbtVersions.customers'],
        [{ type: 'user', name: 'seller' }],
      ]);
    }
    const first = await get('/dataContracts/name/duck.shop.main.customers_v1.dataContract_customers_v1_contract');
    expect(Date.parse(String(first.effectiveUntil))).toBe(Date.parse('2027-01-31T00:00:00Z'));
  });

  it('change nothing when they come again', async () => {
    const before = await versions();
    const again = await imported();
    expect(again).toMatchObject({ tables: 6, contracts: 3 });
    expect(await versions()).toEqual(before);
  });

  it('make a contract that passes: a test that only warns breaks nothing', async () => {
    const contract = await get(`/dataContracts/name/${ORDERS}.dataContract_orders_contract?fields=*`);
    const expected = (contract.qualityExpectations as Json[]).map(({ name }) => name).sort();
    expect(expected).toEqual([
      'accepted_values_orders_status__placed__shipped',
      'assert_total_positive',
      'not_null_orders_order_id',
      'relationships_orders_customer_id__customer_id__ref_customers_v_2_',
      'unique_orders_order_id',
    ]);
    const result = await admin.must<Json>('POST', `/dataContracts/${String(contract.id)}/validate`);
    expect(result).toMatchObject({ contractExecutionStatus: 'Success' });
  });

  it('and events of dbt-ol speak of the same test cases', async () => {
    const before = await versions();
    const mappings = [{ namespacePrefix: 'duckdb', service: 'duck' }];
    await admin.must('PUT', '/openlineage/mappings', { mappings });
    const dataset = { namespace: 'duckdb://shop.duckdb', name: 'shop.main.orders' };
    const assertions = [
      {
        assertion: 'unique',
        name: 'unique_orders_order_id',
        column: 'order_id',
        success: false,
        actual: '2',
        expected: '0',
      },
      // As its releases before 1.40 say it.
      { assertion: 'not_null', column: 'order_id', success: true },
    ];
    const event = (at: number, more: Json): Json => ({
      ...{ eventType: 'COMPLETE', eventTime: new Date(Date.UTC(2026, 10, 29, 0, 0, at)).toISOString() },
      ...{ job: { namespace: 'dbt', name: 'shop.test' }, run: { runId: `dbt-ol-${at}` } },
      ...more,
    });
    const checked = event(1, { inputs: [{ ...dataset, inputFacets: { dataQualityAssertions: { assertions } } }] });
    await admin.must('POST', '/openlineage/lineage', checked);
    const test = {
      tests: [{ name: 'test.shop.assert_total_positive', status: 'fail', severity: 'warn', actual: '1' }],
    };
    const customers = { ...dataset, name: 'shop.main.customers_v2' };
    const singular = event(2, { run: { runId: 'dbt-ol-2', facets: { test } }, inputs: [customers, dataset] });
    await admin.must('POST', '/openlineage/lineage', singular);
    expect(await versions()).toEqual(before);
    const unique = await get(`/dataQuality/testCases/name/${ORDERS}.order_id.unique_orders_order_id?fields=*`);
    expect(unique).toMatchObject({ testCaseStatus: 'Failed', testCaseResult: { result: 'expected 0, actual 2' } });
    const total = await get(`/dataQuality/testCases/name/${ORDERS}.assert_total_positive?fields=*`);
    expect(total).toMatchObject({ testCaseResult: { result: 'actual 1' } });
  });

  it('and events that have a test of a reference at the table that it refers to mean the same test case', async () => {
    const before = await versions();
    const name = 'relationships_orders_customer_id__customer_id__ref_customers_v_2_';
    const assertion = { assertion: 'relationships', name, column: 'customer_id', success: false, actual: '3' };
    for (const [at, table] of ['customers_v2', 'daily'].entries()) {
      const dataQualityAssertions = { assertions: [{ ...assertion, actual: String(at + 3) }] };
      const dataset = { namespace: 'duckdb://shop.duckdb', name: `shop.main.${table}` };
      const event = {
        ...{ eventType: 'COMPLETE', eventTime: new Date(Date.UTC(2026, 10, 29, 0, 1, at)).toISOString() },
        ...{ job: { namespace: 'dbt', name: `shop.${table}.build.test` }, run: { runId: `dbt-ol-reference-${at}` } },
        inputs: [{ ...dataset, inputFacets: { dataQualityAssertions } }],
      };
      await admin.must('POST', '/openlineage/lineage', event);
      const test = await get(`/dataQuality/testCases/name/${ORDERS}.customer_id.${name}?fields=*`);
      expect(test).toMatchObject({ testCaseStatus: 'Failed', testCaseResult: { result: `actual ${at + 3}` } });
    }
    expect(await versions()).toEqual(before);
  });

  it('and the results of a build find the contracts of their tables by themselves', async () => {
    const push = ['results', 'push', '--from', 'dbt', join(ARTIFACTS, 'run_results.json')];
    const ran = await shell.cli([...push, '--output', 'json']);
    const said = JSON.parse(ran.out) as { pushed: number; leftOut: Json[]; contracts: Json[] };
    const contracts = [{ contract: `${ORDERS}.dataContract_orders_contract`, status: 'Success' }];
    expect([ran.code, said.pushed, said.contracts]).toEqual([0, 1, contracts]);
    expect(said.leftOut).toEqual([
      { subjects: ['raw_orders'], checks: 1, reason: 'duck.shop.main.raw_orders has no contract' },
      { subjects: ['daily'], checks: 1, reason: 'duck.shop.main.daily has no contract' },
    ]);
    expect((await shell.cli([...push, '--strict'])).code).toBe(1);
    expect((await shell.cli(['lineage', 'import-dbt', ARTIFACTS, '--create-service', '--service', 'duck'])).code).toBe(
      0,
    );
  });
});
