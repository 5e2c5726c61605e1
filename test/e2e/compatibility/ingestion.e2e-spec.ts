import { randomUUID } from 'node:crypto';
import type { RestClient } from '../../support/rest-client';
import { CatalogWorld, part, unique, type Entity, type Page } from '../entities/catalog-world';

const ASKED = { 'x-compatibility': 'openmetadata' };

interface Usage {
  readonly entity: Entity;
  readonly usage: readonly Record<'dailyStats' | 'weeklyStats' | 'monthlyStats', Record<string, number>>[];
}

describe('what ingestion tells and asks', () => {
  let world: CatalogWorld;
  let client: RestClient;
  let viewer: RestClient;
  let schema: string;
  let table: Entity;

  beforeAll(async () => {
    world = await CatalogWorld.shared();
    client = world.client;
    viewer = await world.service.client(unique('viewer'), 'DataConsumer');
    schema = await world.schema();
    table = await world.table(schema, 'orders');
  });

  const service = (): string => schema.split('.')[0] ?? '';

  it('has no steps for a test of a connection, and no settings of profilers', async () => {
    const name = 'Postgres.testConnectionDefinition';
    const definition = await viewer.get(`/services/testConnectionDefinitions/name/${name}`);
    expect(definition.body).toEqual({ id: expect.any(String), name, fullyQualifiedName: name, steps: [] });
    expect((await viewer.get('/services/testConnectionDefinitions/name/nope')).status).toBe(404);
    const setting = await viewer.get('/system/settings/profilerConfiguration');
    expect(setting.body).toEqual({ config_type: 'profilerConfiguration', config_value: { metricConfiguration: [] } });
  });

  describe('a query', () => {
    it('is named by the checksum of its text, and found by it', async () => {
      const query = `select 1 -- ${unique('q')}`;
      const made = await client.put<Entity>(
        '/queries?refresh=wait_for',
        { query, service: service(), processedLineage: true },
        ASKED,
      );
      expect(made.status).toBe(201);
      expect(made.body).toMatchObject({ query, name: made.body.checksum, queryUsedIn: [], users: [] });
      expect(made.body).not.toHaveProperty('deleted');
      const again = await client.put<Entity>('/queries', { query, service: service(), processedLineage: true });
      expect(again.body).toMatchObject({ id: made.body.id, version: 0.1 });
      const filter = {
        query: {
          bool: { must: [{ term: { processedLineage: true } }, { term: { 'service.name.keyword': service() } }] },
        },
      };
      const found = await client.get<{ hits: { hits: { _source: object }[] } }>(
        `/search/query?q=&index=query_search_index&include_source_fields=checksum&query_filter=${part(JSON.stringify(filter))}`,
      );
      expect(found.body.hits.hits.map(({ _source }) => _source)).toEqual([{ checksum: made.body.checksum }]);
    });

    it('is written in bulk without names, bad ones fail alone', async () => {
      const rows = [{ query: 'select 2', service: service() }, { service: service() }];
      const { status, body } = await client.put('/queries/bulk?async=false', rows, ASKED);
      expect(status).toBe(207);
      expect(body).toMatchObject({ numberOfRowsPassed: 1, numberOfRowsFailed: 1 });
    });

    it('gathers what used it', async () => {
      const { id } = await client.must<Entity>('POST', '/queries', { query: 'select 3', service: service() });
      const user = await client.must<Entity>('POST', '/users', {
        name: unique('u'),
        email: `${unique('u')}@example.org`,
      });
      const reference = { id: table.id, type: 'table' };
      for (let i = 0; i < 2; i++) {
        expect((await client.put(`/queries/${id}/usage`, [reference])).status).toBe(200);
        expect((await client.put(`/queries/${id}/usedBy`, ['etl', 'app'])).status).toBe(200);
        expect((await client.put(`/queries/${id}/users`, [user.name])).status).toBe(200);
      }
      const { body } = await client.get(`/queries/${id}?fields=*`);
      expect(body).toMatchObject({ queryUsedIn: [{ id: table.id }], users: [{ id: user.id }], usedBy: ['etl', 'app'] });
      const listed = await client.must<Page>('GET', `/queries?entityId=${table.id}`);
      expect(listed.data.map((one) => one.id)).toEqual([id]);
    });

    it('has what it cost, by timestamp', async () => {
      const { id, fullyQualifiedName } = await client.must<Entity>('POST', '/queries', {
        query: 'select 5',
        service: service(),
      });
      const at = Date.UTC(2026, 2, 1);
      const record = { queryReference: { id, type: 'query' }, timestamp: at, cost: 0.5, count: 3, totalDuration: 40 };
      const sent = await client.post('/queryCostRecord', { ...record, jsonSchema: 'queryCostRecord' }, ASKED);
      expect(sent).toMatchObject({ status: 200, body: record });
      await client.must('POST', '/queryCostRecord', { ...record, timestamp: at + 1, cost: 1 });
      await client.must('POST', '/queryCostRecord', { ...record, cost: 2 });
      const { body } = await viewer.get(`/queryCostRecord/${part(fullyQualifiedName)}`);
      expect(body).toMatchObject({
        data: [{ cost: 1, queryReference: { id, fullyQualifiedName } }, { cost: 2 }],
        paging: { total: 2 },
      });
      expect((await viewer.post('/queryCostRecord', record)).status).toBe(403);
      const nowhere = { ...record, queryReference: { id: '3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11' } };
      expect((await client.post('/queryCostRecord', nowhere)).status).toBe(404);
      const wrong = await client.post('/queryCostRecord', { ...record, cost: -1, count: 'x' });
      expect(wrong).toMatchObject({ status: 400, body: { details: [{ field: 'cost' }, { field: 'count' }] } });
    });

    it('refuses what is wrong', async () => {
      const { id } = await client.must<Entity>('POST', '/queries', { query: 'select 4', service: service() });
      expect((await client.put(`/queries/${id}/usage`, [{ id: id, type: 'table' }])).status).toBe(404);
      expect((await client.put(`/queries/${id}/usage`, 'x')).status).toBe(400);
      // The shape of the request is judged before the query is looked for.
      for (const wrong of [7, {}, { type: 'table' }, { id: 'x', type: 'table' }, { id, type: 'user' }]) {
        const unknown = await client.put(`/queries/${randomUUID()}/usage`, [wrong]);
        expect(unknown).toMatchObject({ status: 400, body: { details: [{ field: 'references[0]' }] } });
      }
      const many = Array.from({ length: 1_001 }, () => ({ id, type: 'table' }));
      expect((await client.put(`/queries/${randomUUID()}/usage`, many)).status).toBe(400);
      expect((await client.put(`/queries/${randomUUID()}/usage`, [{ id, type: 'table' }])).status).toBe(404);
      expect((await client.put(`/queries/${id}/usage`, [7])).status).toBe(400);
      expect((await client.put(`/queries/${id}/usedBy`, [7])).status).toBe(400);
      expect((await viewer.put(`/queries/${id}/usedBy`, ['a'])).status).toBe(403);
      expect((await client.get('/queries?entityId=x')).status).toBe(400);
      expect((await client.post('/queries', { service: service() })).status).toBe(400);
    });
  });

  it('names the kinds of tests that its runner knows', async () => {
    const path = '/dataQuality/testDefinitions/name/columnValueMinToBeBetween';
    const { body } = await viewer.get(path, ASKED);
    expect(body).toMatchObject({
      ...{ entityType: 'COLUMN', testPlatforms: ['OpenMetadata'], provider: 'system' },
      validatorClass: 'ColumnValueMinToBeBetweenValidator',
      parameterDefinition: [{ name: 'minValueForMinInCol', required: false }, { name: 'maxValueForMinInCol' }],
    });
    expect((body as { supportedDataTypes: string[] }).supportedDataTypes).toContain('DECIMAL');
    const testCase = {
      name: unique('rows'),
      testDefinition: 'tableRowCountToBeBetween',
      entityLink: `<#E::table::${table.fullyQualifiedName}>`,
      parameterValues: [{ name: 'minValue', value: '1' }],
    };
    expect((await client.put('/dataQuality/testCases', testCase, ASKED)).status).toBe(201);
  });

  describe('a table', () => {
    it('has a profile where its database does not know how many rows it has', async () => {
      const path = `/tables/${table.id}/tableProfile`;
      const profiled = (rowCount: number) => ({ tableProfile: { timestamp: Date.UTC(2026, 2, 1), rowCount } });
      expect((await client.put(path, profiled(-1), ASKED)).body).toMatchObject({ profile: { rowCount: -1 } });
      expect((await client.put(path, profiled(-2))).status).toBe(400);
    });

    it('has its data model and the settings of its profiler', async () => {
      const model = { modelType: 'DBT', sql: 'select 1', upstream: ['a.b'] };
      const put = await client.put<Entity>(`/tables/${table.id}/dataModel`, model, ASKED);
      expect(put.body).toMatchObject({ dataModel: model });
      expect(put.body).not.toHaveProperty('reviewers');
      const again = await client.put<Entity>(`/tables/${table.id}/dataModel`, model);
      expect(again.body.version).toBe(put.body.version);
      const config = { profileSample: 10 };
      const profiled = await client.put(`/tables/${table.id}/tableProfilerConfig`, config);
      expect(profiled.body).toMatchObject({ tableProfilerConfig: config });
      const wrong = await client.put(`/tables/${table.id}/dataModel`, { modelType: 5 });
      expect(wrong.status).toBe(400);
      expect((await viewer.put(`/tables/${table.id}/dataModel`, model)).status).toBe(403);
    });

    it('takes over the tags of its model, once, and words of formats with dots', async () => {
      const classification = unique('dbt');
      await client.must('POST', '/classifications', { name: classification, description: 'x' });
      for (const name of ['facts', 'key'])
        await client.must('POST', '/tags', { classification, name, description: 'x' });
      const tags = (name: string) => [{ tagFQN: `${classification}.${name}`, source: 'Classification' }];
      const made = await world.table(schema, unique('modelled'));
      const { columns } = await client.must<{ columns: { name: string; dataType: string }[] }>(
        'GET',
        `/tables/${made.id}`,
      );
      const column = { ...columns[0]!, tags: tags('key') };
      const model = {
        modelType: 'DBT',
        tags: tags('facts'),
        columns: [{ name: column.name, dataType: column.dataType, tags: column.tags }],
      };
      const { version } = await client.must<Entity>('PUT', `/tables/${made.id}/dataModel`, model);
      const again = await client.must<Entity>('PUT', `/tables/${made.id}/dataModel`, model);
      expect(again.version).toBe(version);
      const shown = await client.must('GET', `/tables/${made.id}?fields=tags,columns`);
      expect(shown).toMatchObject({ tags: tags('facts'), columns: [{ name: column.name, tags: tags('key') }] });
      const format = await client.patch(`/tables/${made.id}`, [
        { op: 'add', path: '/fileFormat', value: 'parquet.snappy' },
      ]);
      expect(format.status).toBe(200);
    });

    it('sums up its joins, and a day that is told again counts once', async () => {
      const other = `${schema}.customers.id`;
      const joins = (joinCount: number, startDate: string) => ({
        startDate,
        dayCount: 1,
        columnJoins: [{ columnName: 'id', joinedWith: [{ fullyQualifiedName: other, joinCount }] }],
      });
      const path = `/tables/${table.id}/joins`;
      const { version } = await client.must<Entity>('PUT', path, joins(5, '2026-03-01'));
      await client.must('PUT', path, joins(2, '2026-03-02'));
      await client.must('PUT', path, joins(3, '2026-03-02'));
      await client.must('PUT', path, joins(9, '2025-01-01'));
      const { body } = await client.get<Entity>(`/tables/${table.id}?fields=joins`);
      const joinedWith = [{ fullyQualifiedName: other, joinCount: 8 }];
      const shown = {
        startDate: '2026-02-01',
        dayCount: 30,
        columnJoins: [{ columnName: 'id', joinedWith }],
        directTableJoins: [],
      };
      expect(body).toMatchObject({ version, joins: shown });
      expect((await client.put(path, joins(1, '2026-02-30'))).status).toBe(400);
      expect((await client.put(path, { ...joins(1, '2026-03-01'), dayCount: 2 })).status).toBe(400);
      expect((await viewer.put(path, joins(1, '2026-03-01'))).status).toBe(403);
    });

    it('keeps 10,000 different joins of a day, and shows the 1,000 most frequent', async () => {
      const joined = await world.table(schema, unique('joined'));
      const path = `/tables/${joined.id}/joins`;
      const joins = (from: number, to: number) => ({
        startDate: '2026-03-01',
        columnJoins: Array.from({ length: to - from }, (_, i) => ({
          columnName: `c${Math.floor((from + i) / 10)}`,
          joinedWith: [{ fullyQualifiedName: `${schema}.t.c${from + i}`, joinCount: from + i }],
        })),
      });
      for (let from = 0; from < 10_000; from += 1_000) await client.must('PUT', path, joins(from, from + 1_000));
      const { body } = await client.get<Entity>(`/tables/${joined.id}?fields=joins`);
      const { columnJoins } = body.joins as { columnJoins: { columnName: string; joinedWith: object[] }[] };
      expect(columnJoins.map(({ columnName }) => columnName)).toEqual(
        Array.from({ length: 100 }, (_, i) => `c${999 - i}`),
      );
      expect(columnJoins.map(({ joinedWith }) => joinedWith.length)).toEqual(Array(100).fill(10));
      expect(await client.put(path, joins(10_000, 10_001))).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('at most 10000 different joins a day') },
      });
    });
  });

  it('tells of several runs of a pipeline at once', async () => {
    const airflow = await client.must<Entity>('POST', '/services/pipelineServices', {
      ...{ name: unique('airflow'), serviceType: 'Airflow' },
    });
    const pipeline = await client.must<Entity>('POST', '/pipelines', { name: 'load', service: airflow.name });
    const path = `/pipelines/${part(pipeline.fullyQualifiedName)}/status/bulk`;
    const run = (timestamp: number) => ({ executionStatus: 'Successful', taskStatus: [], timestamp });
    const at = Date.UTC(2026, 2, 1);
    const { body } = await client.put(path, [run(at), run(at + 1)], ASKED);
    expect(body).toMatchObject({ id: pipeline.id, pipelineStatus: { timestamp: at + 1 } });
    const wrong = await client.put(path, [run(at), { executionStatus: 'x', timestamp: at }]);
    expect(wrong).toMatchObject({ status: 400, body: { details: [{ field: '[1].executionStatus' }] } });
    expect((await viewer.put(path, [run(at)])).status).toBe(403);
  });

  describe('use', () => {
    const at = (id: string): string => `/usage/table/${id}`;
    const shown = async (type: string, key: string): Promise<unknown> =>
      (await client.get<Entity>(`/${type}/name/${key}?fields=usageSummary`)).body.usageSummary;

    it('is counted by day, for what a table lies in as well', async () => {
      const used = await world.table(schema, unique('used'));
      const beside = await world.table(schema, unique('beside'));
      await client.must('POST', at(used.id), { date: '2026-03-01', count: 7 });
      const set = await client.post<Usage>(at(used.id), { date: '2026-03-03', count: 4 });
      expect(set.body.entity).toMatchObject({ id: used.id, type: 'table' });
      const stats = (count: number) => expect.objectContaining({ count });
      expect(set.body.usage).toMatchObject([{ date: '2026-03-03', dailyStats: stats(4), weeklyStats: stats(11) }]);
      await client.must('POST', at(used.id), { date: '2026-03-03', count: 1 });
      await client.must('PUT', at(used.id), { date: '2026-03-03', count: 2 });
      await client.must('POST', `/usage/table/name/${beside.fullyQualifiedName}`, { date: '2026-03-03', count: 10 });
      const daily = { date: '2026-03-03', dailyStats: stats(3), weeklyStats: stats(10), monthlyStats: stats(10) };
      expect(await shown('tables', used.fullyQualifiedName)).toMatchObject(daily);
      expect(await shown('databaseSchemas', schema)).toMatchObject({ dailyStats: stats(13), weeklyStats: stats(20) });
      const read = await client.get<Usage>(`${at(used.id)}?date=2026-03-03&days=3`);
      expect(read.body.usage.map(({ dailyStats }) => dailyStats.count)).toEqual([3, 7]);
    });

    it('is compared over all entities of a type', async () => {
      const tables = await Promise.all([0, 1].map(() => world.table(schema, unique('ranked'))));
      for (const [i, { id }] of tables.entries())
        await client.must('POST', at(id), { date: '2026-04-01', count: 1000 + i });
      await client.must('POST', '/usage/compute.percentile/table/2026-04-01');
      const [lower, higher] = await Promise.all(
        tables.map(async ({ id }) => (await client.get<Usage>(`${at(id)}?date=2026-04-01`)).body.usage[0]!.dailyStats),
      );
      expect(higher!.percentileRank).toBe(100);
      expect(lower!.percentileRank).toBeLessThan(100);
      const summary = await shown('tables', tables[1]!.fullyQualifiedName);
      expect(summary).toMatchObject({ dailyStats: { count: 1001, percentileRank: 100 } });
    });

    it('is refused where it is wrong, and to those who may not tell it', async () => {
      const usage = { date: '2026-03-01', count: 1 };
      expect((await client.post(`/usage/user/${table.id}`, usage)).status).toBe(400);
      expect((await client.post(at('3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11'), usage)).status).toBe(404);
      expect((await client.post(at(table.id), { date: '2026-13-01', count: 1 })).status).toBe(400);
      expect((await client.post(at(table.id), { date: '2026-03-01', count: -1 })).status).toBe(400);
      expect((await client.post('/usage/compute.percentile/table/2026-02-30')).status).toBe(400);
      expect((await viewer.post(at(table.id), usage)).status).toBe(403);
      expect((await viewer.post('/usage/compute.percentile/table/2026-03-01')).status).toBe(403);
    });
  });
});
