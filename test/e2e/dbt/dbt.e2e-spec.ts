import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { CATALOG, MANIFEST, RUN_RESULTS } from './dbt-project';

type Json = Record<string, unknown>;

const REPORT = { tables: 5, edges: 4, columns: 4, tests: 2, results: 2, contracts: 1 };

describe('a dbt project over HTTP', () => {
  let service: RunningService;
  let admin: RestClient;

  async function send(files: Readonly<Record<string, unknown>>, query = 'service=pg', client = admin) {
    const form = new FormData();
    for (const [name, content] of Object.entries(files)) {
      const text = typeof content === 'string' ? content : JSON.stringify(content);
      form.append(name, new Blob([text], { type: 'application/json' }), `${name}.json`);
    }
    const answer = await fetch(`${client.baseUrl}/api/v1/lineage/dbt?${query}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${client.token}` },
      body: form,
    });
    return { status: answer.status, body: (await answer.json()) as Json };
  }

  beforeAll(async () => {
    service = await RunningService.shared();
    admin = await service.client();
    await admin.must('POST', '/services/databaseServices', { name: 'pg', serviceType: 'Postgres' });
  });

  it('becomes tables, edges, columns, tests, results and a contract; the same again changes nothing', async () => {
    const first = await send({ run_results: RUN_RESULTS, manifest: MANIFEST, catalog: CATALOG });
    expect(first).toEqual({
      status: 200,
      body: {
        ...REPORT,
        skipped: [
          { id: 'exposure.shop.board', reason: expect.any(String) },
          { id: 'test.shop.unique_clean_orders_id.1', reason: expect.stringContaining('ephemeral') },
        ],
      },
    });
    const revenue = await admin.must<Json>('GET', '/tables/name/pg.shop.sales.revenue?fields=*');
    expect(revenue).toMatchObject({
      version: 0.1,
      tableType: 'Regular',
      description: 'One row for each day',
      columns: [
        { name: 'day', dataType: 'DATE', description: 'The day of the sales' },
        { name: 'total', dataType: 'NUMERIC', precision: 12, scale: 2 },
        { name: 'loaded_at', dataType: 'TIMESTAMPZ', description: 'When it was loaded' },
      ],
    });
    const graph = await admin.must<Json>(
      'GET',
      '/lineage/table/name/pg.shop.sales.revenue?upstreamDepth=1&downstreamDepth=1',
    );
    const named = (graph.nodes as { fullyQualifiedName: string }[]).map((node) => node.fullyQualifiedName);
    expect(named.sort()).toEqual(['pg.shop.raw.orders', 'pg.shop.sales.days', 'pg.shop.sales.newest_revenue']);
    const test = await admin.must<Json>(
      'GET',
      '/dataQuality/testCases/name/pg.shop.sales.revenue.day.not_null_revenue_day?fields=*',
    );
    expect(test).toMatchObject({ testCaseStatus: 'Success', testDefinition: { name: 'dbt_not_null_column' } });
    const contract = await admin.must<Json>(
      'GET',
      '/dataContracts/name/pg.shop.sales.revenue.dataContract_revenue_contract',
    );
    expect(contract).toMatchObject({
      entityStatus: 'Active',
      schema: [{ name: 'day', constraint: 'PRIMARY_KEY' }, { name: 'total' }, { name: 'loaded_at' }],
    });
    const again = await send({ manifest: MANIFEST, catalog: CATALOG, run_results: RUN_RESULTS });
    expect(again.body).toEqual(first.body);
    expect((await admin.must<Json>('GET', '/tables/name/pg.shop.sales.revenue?fields=*')).version).toBe(0.1);
    const same = await admin.put<Json>('/lineage/dbt?service=pg', { manifest: MANIFEST, catalog: CATALOG });
    expect(same.body).toEqual({ ...(first.body as object), results: 0 });
  });

  it('leaves a contract as it is whose policy keeps changes back, and says where the proposal is', async () => {
    const at = '/dataContracts/name/pg.shop.sales.revenue.dataContract_revenue_contract';
    const { id } = await admin.must<{ id: string }>('PATCH', at, [{ op: 'remove', path: '/schema/2' }]);
    const scope = { type: 'dataContract', id };
    const policy = await admin.must<Json>('PUT', '/dataContracts/policies', { scope, change: { mode: 'reviewed' } });
    const { body } = await send({ manifest: MANIFEST, catalog: CATALOG });
    const { data } = await admin.must<{ data: [{ id: string }] }>('GET', `/dataContracts/${id}/proposals`);
    const [{ id: proposal }] = data;
    expect(body.contracts).toBe(0);
    expect(body.skipped).toContainEqual({
      id: expect.any(String) as string,
      reason: `a policy keeps its changes back: proposal ${proposal}`,
      proposal: `/api/v1/dataContracts/${id}/proposals/${proposal}`,
    });
    await admin.must('DELETE', `/dataContracts/policies/${String(policy.id)}`);
  });

  it.each<[string, Readonly<Record<string, unknown>>, string, number, string]>([
    ['no service', { manifest: MANIFEST }, '', 400, 'service'],
    ['an unknown service', { manifest: MANIFEST }, 'service=nobody', 404, 'nobody'],
    ['no manifest', { catalog: CATALOG }, 'service=pg', 400, 'manifest'],
    ['another file', { manifest: MANIFEST, packages: {} }, 'service=pg', 400, 'packages'],
    ['a cut manifest', { manifest: JSON.stringify(MANIFEST).slice(0, 700) }, 'service=pg', 400, 'manifest'],
    ['a manifest that is a list', { manifest: '[1]' }, 'service=pg', 400, 'manifest'],
    ['what no text holds', { manifest: '{"nodes":{"a":{"name":"x\\u0000"}}}' }, 'service=pg', 400, 'nodes.a'],
  ])('is refused for %s', async (_, files, query, status, named) => {
    const answer = await send(files, query);
    expect(answer.status).toBe(status);
    expect(answer.body.message).toContain(named);
  });

  it('is for those who may edit lineage; other routes take no files', async () => {
    const consumer = await service.client('reader', 'DataConsumer');
    expect((await send({ manifest: MANIFEST }, 'service=pg', consumer)).status).toBe(403);
    const form = new FormData();
    form.append('name', 'x');
    const answer = await fetch(`${admin.baseUrl}/api/v1/tables`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}` },
      body: form,
    });
    expect(answer.status).toBe(415);
  });
});
