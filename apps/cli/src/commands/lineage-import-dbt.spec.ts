import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Asked, FakeService, status } from '../fake-service.cases';

const REPORT = { tables: 2, edges: 1, columns: 3, tests: 0, results: 0, contracts: 1, skipped: [] };

const service = new FakeService();
beforeAll(() => service.start());
afterAll(() => service.stop());
beforeEach(() => service.reset());
afterEach(() => service.cleanUp());

describe('lineage import-dbt', () => {
  const folder = (files: readonly string[], adapter = 'postgres'): string => {
    const path = join(service.folder, 'target');
    mkdirSync(path, { recursive: true });
    for (const file of files) writeFileSync(join(path, file), JSON.stringify({ metadata: { adapter_type: adapter } }));
    return path;
  };
  const services = (...types: readonly string[]): void => {
    const data = types.map((serviceType, i) => ({ fullyQualifiedName: `s${i}`, serviceType }));
    service.answers['GET /services/databaseServices'] = status(200, { data });
  };

  it('sends the files that are there, and tells what was left out', async () => {
    const skipped = [{ id: 'metric.p.m', reason: 'the catalog has no metrics' }];
    service.answers['PUT /lineage/dbt'] = status(200, { ...REPORT, skipped });
    const target = folder(['manifest.json', 'sources.json']);
    const ran = await service.run(['lineage', 'import-dbt', target, '--service', 'shop']);
    expect([ran.code, ran.out]).toEqual([0, expect.stringContaining('shop: 2 tables, 1 edge, 3 columns')]);
    expect(ran.out).toContain('the catalog has no metrics');
    expect(service.asked[0]!.url).toBe('/api/v1/lineage/dbt?service=shop');
    expect(service.asked[0]!.body.match(/name="\w+"; filename="[\w.]+"/g)).toEqual([
      'name="manifest"; filename="manifest.json"',
      'name="sources"; filename="sources.json"',
    ]);
  });

  it('ends with where the proposals are whose contracts a policy keeps as they are', async () => {
    const proposal = '/api/v1/dataContracts/c1/proposals/p1';
    const skipped = [{ id: 'model.p.m', reason: 'a policy keeps its changes back: proposal p1', proposal }];
    service.answers['PUT /lineage/dbt'] = status(200, { ...REPORT, skipped });
    const ran = await service.run(['lineage', 'import-dbt', folder(['manifest.json']), '--service', 'shop']);
    expect([ran.code, ran.out]).toEqual([3, expect.stringContaining(proposal)]);
  });

  it('finds the database service: the only one, or that of the adapter', async () => {
    service.answers['PUT /lineage/dbt'] = status(200, REPORT);
    const target = folder(['manifest.json']);
    services('Snowflake');
    expect((await service.run(['lineage', 'import-dbt', target])).code).toBe(0);
    services('Snowflake', 'Postgres');
    expect((await service.run(['lineage', 'import-dbt', target])).code).toBe(0);
    expect(service.asked.flatMap(({ url }) => /service=(\w+)/.exec(url)?.[1] ?? [])).toEqual(['s0', 's1']);
    services('Postgres', 'Postgres');
    const ran = await service.run(['lineage', 'import-dbt', target]);
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('--service is needed')]);
  });

  it('makes the service where there is none of the adapter and it is asked for', async () => {
    service.answers['PUT /lineage/dbt'] = status(200, REPORT);
    service.answers['PUT /services/databaseServices'] = ({ body }, response) => {
      const { name } = JSON.parse(body) as { name: string };
      status(201, { fullyQualifiedName: name })({} as Asked, response);
    };
    const target = folder(['manifest.json'], 'bigquery');
    writeFileSync(
      join(target, 'manifest.json'),
      '{"metadata": {"project_name": "shop", "adapter_type": "bigquery"}, "nodes": {}}',
    );
    services('Postgres');
    const made = () => service.asked.filter(({ method, url }) => method === 'PUT' && url.endsWith('databaseServices'));
    expect((await service.run(['lineage', 'import-dbt', target, '--create-service'])).code).toBe(0);
    expect(made().map(({ body }) => JSON.parse(body) as object)).toEqual([{ name: 'shop', serviceType: 'BigQuery' }]);
    expect(service.asked.at(-1)!.url).toBe('/api/v1/lineage/dbt?service=shop');
    services('Postgres', 'BigQuery');
    expect((await service.run(['lineage', 'import-dbt', target, '--create-service'])).code).toBe(0);
    expect(service.asked.at(-1)!.url).toBe('/api/v1/lineage/dbt?service=s1');
    service.answers['GET /services/databaseServices/name/lake'] = status(200, { fullyQualifiedName: 'lake' });
    for (const name of ['lake', 'pond'])
      expect((await service.run(['lineage', 'import-dbt', target, '--create-service', '--service', name])).code).toBe(
        0,
      );
    expect(made().map(({ body }) => (JSON.parse(body) as { name: string }).name)).toEqual(['shop', 'pond']);
    services('Postgres', 'Mysql');
    expect((await service.run(['lineage', 'import-dbt', target])).err).toContain('--create-service makes one');
  });

  it('needs a manifest', async () => {
    const ran = await service.run(['lineage', 'import-dbt', folder(['catalog.json'])]);
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('has no manifest.json')]);
    expect(service.asked).toEqual([]);
  });
});
