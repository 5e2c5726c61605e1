import { entityTypes } from '@app/catalog';
import type { Actor } from '@app/common';
import { Artifacts, DbtImport, type DbtReport } from '@app/ingestion';
import { ADMIN, failure, IngestionFixture, someone, type Json } from './ingestion.fixture';

let fixture: IngestionFixture;
let next = 0;

beforeAll(async () => {
  fixture = await IngestionFixture.open();
});
afterAll(() => fixture.close());

function model(name: string, dependsOn: readonly string[], more: Json = {}): Json {
  const base = { resource_type: 'model', database: 'd', schema: 's', name, config: { materialized: 'table' } };
  return { ...base, columns: {}, depends_on: { nodes: dependsOn }, ...more };
}

async function run(service: string, nodes: Json, runResults?: Json, actor: Actor = ADMIN): Promise<DbtReport> {
  const artifacts = new Artifacts();
  await artifacts.add('manifest', { nodes });
  if (runResults) await artifacts.add('run_results', runResults);
  return fixture.app.get(DbtImport).run(actor, service, await artifacts.project());
}

describe('a dbt project', () => {
  it('completes what is there and leaves alone what somebody has said', async () => {
    const service = `dbt${next++}`;
    const schema = await fixture.schema(service, 'd', 's');
    await fixture.create('table', {
      name: 'old',
      databaseSchema: schema,
      description: 'ours',
      columns: [
        { name: 'ID', dataType: 'UNKNOWN' },
        { name: 'note', dataType: 'TEXT', description: 'ours' },
      ],
      retentionPeriod: 'P30D',
    });
    const columns = {
      id: { name: 'id', data_type: 'bigint', description: 'Key' },
      note: { name: 'note', data_type: 'int', description: 'theirs' },
      more: { name: 'more', data_type: 'date' },
    };
    const nodes = { 'model.p.old': model('old', [], { columns, description: 'theirs' }) };
    expect(await run(service, nodes)).toMatchObject({ tables: 1, columns: 3, skipped: [] });
    const table = await fixture.get('table', `${schema}.old`);
    expect(table).toMatchObject({
      description: 'ours',
      retentionPeriod: 'P30D',
      columns: [
        { name: 'ID', dataType: 'BIGINT', description: 'Key' },
        { name: 'note', dataType: 'TEXT', description: 'ours' },
        { name: 'more', dataType: 'DATE' },
      ],
    });
    await run(service, nodes);
    expect((await fixture.get('table', `${schema}.old`)).version).toBe(table.version);
  });

  it('changes the contract that it made with the model, and none of another name', async () => {
    const service = `dbt${next++}`;
    const enforced = (...names: string[]): Json => ({
      contract: { enforced: true },
      columns: Object.fromEntries(names.map((name) => [name, { name, data_type: 'int' }])),
    });
    await fixture.create('databaseService', { name: service, serviceType: 'Postgres' });
    const fqn = `${service}.d.s.m.dataContract_m_contract`;
    const nodes = (...names: string[]): Json => ({ 'model.p.m': model('m', [], enforced(...names)) });
    expect(await run(service, nodes('a'))).toMatchObject({ contracts: 1, skipped: [] });
    const { id, version } = await fixture.get('dataContract', fqn);
    const type = entityTypes.get('dataContract');
    await fixture.writer.patch(ADMIN, type, { id }, [{ op: 'add', path: '/sla', value: { refreshFrequency: 'P1D' } }]);
    expect(await run(service, nodes('a', 'b'))).toMatchObject({ contracts: 1 });
    const changed = await fixture.get('dataContract', fqn);
    expect(changed).toMatchObject({ schema: [{ name: 'a' }, { name: 'b' }], sla: { refreshFrequency: 'P1D' } });
    expect(changed.version).toBeGreaterThan(version as number);
    await run(service, nodes('a', 'b'));
    expect((await fixture.get('dataContract', fqn)).version).toBe(changed.version);
    await fixture.remover.remove(ADMIN, type, { id }, { hardDelete: true, recursive: true });
    await fixture.create('dataContract', {
      name: 'mine',
      entity: { type: 'table', fullyQualifiedName: `${service}.d.s.m` },
    });
    expect(await run(service, nodes('a'))).toMatchObject({
      contracts: 0,
      skipped: [{ id: 'model.p.m', reason: expect.stringContaining('mine') }],
    });
  });

  it('promises all constraints of a column, and no test that the project has no more', async () => {
    const service = `dbt${next++}`;
    await fixture.create('databaseService', { name: service, serviceType: 'Postgres' });
    const columns = {
      a: { name: 'a', data_type: 'int', constraints: [{ type: 'not_null' }] },
      b: { name: 'b', data_type: 'int', constraints: [{ type: 'unique' }] },
      c: { name: 'c', data_type: 'int' },
    };
    const constraints = [
      { type: 'unique', columns: ['a'] },
      { type: 'primary_key', columns: ['b', 'c'] },
    ];
    const test = (name: string): Json => ({
      ...{ resource_type: 'test', name, column_name: 'a', attached_node: 'model.p.m' },
      ...{ test_metadata: { name: 'not_null' }, depends_on: { nodes: ['model.p.m'] } },
    });
    const nodes = (...tests: string[]): Json => ({
      'model.p.m': model('m', [], { columns, constraints, contract: { enforced: true } }),
      ...Object.fromEntries(tests.map((name) => [`test.p.${name}`, test(name)])),
    });
    const contract = async (): Promise<Json> => {
      const { schema, qualityExpectations, version } = await fixture.get(
        'dataContract',
        `${service}.d.s.m.dataContract_m_contract`,
      );
      const names = ((qualityExpectations ?? []) as Json[]).map(({ name }) => name);
      return { schema, version, names };
    };
    expect(await run(service, nodes('not_null_m_a', 'not_null_m_b'))).toMatchObject({ contracts: 1, skipped: [] });
    const before = await contract();
    expect(before).toMatchObject({
      schema: [
        { name: 'a', constraint: 'UNIQUE', constraints: ['UNIQUE', 'NOT_NULL'] },
        { name: 'b', constraint: 'PRIMARY_KEY', constraints: ['PRIMARY_KEY', 'UNIQUE'] },
        { name: 'c', constraint: 'PRIMARY_KEY' },
      ],
      names: ['not_null_m_a', 'not_null_m_b'],
    });
    await run(service, nodes('not_null_m_a', 'not_null_m_b'));
    expect(await contract()).toEqual(before);
    await run(service, nodes('not_null_m_b'));
    expect(await contract()).toMatchObject({ names: ['not_null_m_b'] });
  });

  it('knows a test that an event brought before, on whichever table of the project', async () => {
    const [service, other] = [`dbt${next++}`, `dbt${next++}`];
    for (const one of [service, other]) {
      const schema = await fixture.schema(one, 'd', 's');
      await fixture.table(schema, 'fct', ['stg_id']);
      await fixture.table(schema, 'stg', ['stg_id']);
    }
    await fixture.mappings.replace(ADMIN, {
      mappings: [service, other].map((one) => ({ namespacePrefix: one, service: one })),
    });
    const name = 'relationships_fct_stg_id__stg_id__ref_stg_';
    const assertions = [{ assertion: 'relationships', name, column: 'stg_id', success: false }];
    await fixture.intake.take(ADMIN, {
      eventTime: '2026-11-20T06:00:00Z',
      job: { namespace: 'j', name: `${service}.build.test` },
      inputs: [{ namespace: service, name: 'd.s.stg', inputFacets: { dataQualityAssertions: { assertions } } }],
    });
    const test = {
      ...{ resource_type: 'test', name, column_name: 'stg_id', attached_node: 'model.p.fct' },
      ...{
        test_metadata: { name: 'relationships', kwargs: {} },
        depends_on: { nodes: ['model.p.stg', 'model.p.fct'] },
      },
    };
    const columns = { stg_id: { name: 'stg_id', data_type: 'int' } };
    const nodes = {
      'model.p.fct': model('fct', [], { columns }),
      'model.p.stg': model('stg', [], { columns }),
      'test.p.reference.0123456789': test,
    };
    expect(await run(service, nodes)).toMatchObject({ tests: 1, skipped: [] });
    expect(await run(other, nodes)).toMatchObject({ tests: 1, skipped: [] });
    const found = await fixture.database.query(`select fqn from entity where type = 'testCase' and name = $1`, [name]);
    expect(found.map(({ fqn }) => String(fqn)).sort()).toEqual(
      [`${service}.d.s.stg.stg_id.${name}`, `${other}.d.s.fct.stg_id.${name}`].sort(),
    );
  });

  it('keeps the edges of others, and is made of what the caller may write', async () => {
    const service = `dbt${next++}`;
    const schema = await fixture.schema(service, 'd', 's');
    for (const name of ['a', 'b']) await fixture.table(schema, name, ['id']);
    await fixture.mappings.replace(ADMIN, { mappings: [{ namespacePrefix: service, service }] });
    await fixture.intake.take(ADMIN, {
      eventTime: '2026-11-20T06:00:00Z',
      job: { namespace: 'j', name: service },
      inputs: [{ namespace: service, name: 'd.s.a' }],
      outputs: [{ namespace: service, name: 'd.s.b' }],
    });
    const nodes = {
      'model.p.a': model('a', []),
      'model.p.b': model('b', ['model.p.a']),
      'model.p.c': model('c', ['model.p.b']),
    };
    const ada = someone([{ operations: ['ViewAll'] }]);
    const refused = await run(service, nodes, undefined, ada);
    expect(refused).toMatchObject({ tables: 2, edges: 0 });
    expect(refused.skipped.map(({ id }) => id)).toEqual(['model.p.c', 'model.p.b']);
    expect(await run(service, nodes)).toMatchObject({ tables: 3, edges: 2, skipped: [] });
    const edges = (await fixture.edges()).filter(({ from }) => from.startsWith(schema));
    expect(edges.map(({ to, source }) => [to, source])).toEqual([
      [`${schema}.b`, 'OpenLineage'],
      [`${schema}.c`, 'DbtLineage'],
    ]);
  });

  it('puts the constraints of an enforced contract on a table that is there, and leaves its owners', async () => {
    const service = `dbt${next++}`;
    const schema = await fixture.schema(service, 'd', 's');
    const { id } = await fixture.create('user', { name: `own${service}`, email: `own${service}@example.org` });
    const columns = { id: { name: 'id', data_type: 'int', constraints: [{ type: 'not_null' }] } };
    const more = { columns, meta: { owner: 'nobody at all' }, tags: ['core'] };
    await fixture.table(schema, 'free', ['id'], { owners: [{ id, type: 'user' }] });
    await fixture.table(schema, 'held', ['id'], { owners: [{ id, type: 'user' }] });
    const report = await run(service, {
      'model.p.free': model('free', [], { ...more, deprecation_date: '2027-01-31' }),
      'model.p.held': model('held', [], { ...more, contract: { enforced: true } }),
    });
    expect(report.contracts).toBe(1);
    expect(report.skipped.map(({ id: of, reason }) => [of, reason])).toEqual([
      ['model.p.free', 'its owner nobody at all is no user or team of the catalog'],
      ['model.p.held', 'its owner nobody at all is no user or team of the catalog'],
      ['model.p.free', expect.stringContaining('deprecation_date')],
    ]);
    const table = async (name: string): Promise<Json> => fixture.get('table', `${schema}.${name}`);
    const constraint = async (name: string): Promise<unknown> => ((await table(name)).columns as Json[])[0]?.constraint;
    expect([await constraint('free'), await constraint('held')]).toEqual([undefined, 'NOT_NULL']);
    expect(await table('held')).toMatchObject({ owners: [{ id }], tags: [{ tagFQN: 'dbtTags.core' }] });
  });

  it('takes the freshness of sources as refreshes', async () => {
    const service = `dbt${next++}`;
    await fixture.create('databaseService', { name: service, serviceType: 'Postgres' });
    const artifacts = new Artifacts();
    await artifacts.add('sources', {
      results: [
        { unique_id: 'source.p.raw.o', status: 'pass', max_loaded_at: '2026-11-20T06:00:00+00:00' },
        { unique_id: 'source.p.raw.x', status: 'runtime error', error: 'no such table' },
      ],
    });
    const source = { resource_type: 'source', database: 'd', schema: 's', name: 'o', columns: {} };
    await artifacts.add('manifest', { sources: { 'source.p.raw.o': source } });
    const report = await fixture.app.get(DbtImport).run(ADMIN, service, await artifacts.project());
    expect(report.skipped).toEqual([{ id: 'source.p.raw.x', reason: expect.stringContaining('runtime error') }]);
    const seen = await fixture.database.query(
      `select o.kind, o.timestamp::text as at from observation o join entity e on e.node = o.asset where e.fqn = $1`,
      [`${service}.d.s.o`],
    );
    expect(seen).toEqual([{ kind: 'refresh', at: String(Date.parse('2026-11-20T06:00:00Z')) }]);
  });

  it('keeps the columns that events have told of its edges', async () => {
    const service = `dbt${next++}`;
    const schema = await fixture.schema(service, 'd', 's');
    for (const name of ['a', 'b']) await fixture.table(schema, name, ['id']);
    const nodes = { 'model.p.a': model('a', []), 'model.p.b': model('b', ['model.p.a']) };
    await run(service, nodes);
    const namespace = service;
    const fields = { id: { inputFields: [{ namespace, name: 'd.s.a', field: 'id' }] } };
    await fixture.intake.take(ADMIN, {
      eventTime: '2026-11-20T06:00:00Z',
      job: { namespace: 'j', name: service },
      inputs: [{ namespace, name: 'd.s.a' }],
      outputs: [{ namespace, name: 'd.s.b', facets: { columnLineage: { fields } } }],
    });
    await run(service, nodes);
    const [edge] = (await fixture.edges()).filter(({ to }) => to === `${schema}.b`);
    expect(edge).toMatchObject({ source: 'DbtLineage', columns: ['id → id'] });
  });

  it('tells when a model was built and how its tests ended', async () => {
    const service = `dbt${next++}`;
    await fixture.create('databaseService', { name: service, serviceType: 'Postgres' });
    const test = (name: string): Json => ({ resource_type: 'test', name, attached_node: 'model.p.m' });
    const nodes = {
      'model.p.m': model('m', []),
      'test.p.t1': test('t1'),
      'test.p.t2': test('t2'),
      'test.p.t3': test('t3'),
    };
    const metadata = { generated_at: '2026-11-20T06:00:00Z' };
    const results = [
      { unique_id: 'model.p.m', status: 'success' },
      { unique_id: 'test.p.t1', status: 'warn', message: '2 rows', failures: 2 },
      { unique_id: 'test.p.t2', status: 'error' },
      { unique_id: 'test.p.t3', status: 'skipped' },
    ];
    const report = await run(service, nodes, { metadata, results });
    expect(report).toMatchObject({ tests: 3, results: 2, skipped: [{ id: 'test.p.t3' }] });
    const testCase = await fixture.get('testCase', `${service}.d.s.m.t1`);
    expect(testCase).toMatchObject({
      testCaseStatus: 'Failed',
      testCaseResult: { result: 'only a warning: 2 rows', failedRows: 2, timestamp: Date.parse(metadata.generated_at) },
    });
    expect(await fixture.get('testCase', `${service}.d.s.m.t2`)).toMatchObject({ testCaseStatus: 'Aborted' });
    const seen = await fixture.database.query<{ kind: string }>(
      `select o.kind from observation o join entity e on e.node = o.asset where e.fqn = $1`,
      [`${service}.d.s.m`],
    );
    expect(seen).toEqual([{ kind: 'refresh' }]);
  });

  it('gives test cases the severity of their tests, and leaves alone what is not a word of dbt', async () => {
    const service = `dbt${next++}`;
    await fixture.create('databaseService', { name: service, serviceType: 'Postgres' });
    const take = async (severity: string, status: string): Promise<unknown> => {
      const test = { resource_type: 'test', name: 't', attached_node: 'model.p.m', config: { severity } };
      const metadata = { generated_at: '2026-11-20T06:00:00Z' };
      const nodes = { 'model.p.m': model('m', []), 'test.p.t': test };
      const report = await run(service, nodes, { metadata, results: [{ unique_id: 'test.p.t', status }] });
      expect(report).toMatchObject({ tests: 1, results: 1, skipped: [] });
      return (await fixture.get('testCase', `${service}.d.s.m.t`)).extension;
    };
    expect(await take('ERROR', 'fail')).toBeUndefined();
    expect(await take('warn', 'pass')).toEqual({ severity: 'warn' });
    expect(await take('ERROR', 'fail')).toEqual({ severity: 'error' });
    expect(await take('ERROR', 'warn')).toEqual({ severity: 'warn' });
    const { id } = await fixture.get('testCase', `${service}.d.s.m.t`);
    const operations = [{ op: 'replace', path: '/extension/severity', value: 'info' }];
    await fixture.writer.patch(ADMIN, entityTypes.get('testCase'), { id }, operations);
    expect(await take('ERROR', 'fail')).toEqual({ severity: 'info' });
  });

  it('needs its service', async () => {
    const unknown = await failure(fixture.app.get(DbtImport).requireService(ADMIN, 'nobody'));
    expect(unknown.code).toBe('NOT_FOUND');
  });
});
