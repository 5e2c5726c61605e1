import { entityTypes } from '@app/catalog';
import { statementsOf } from '../../support/recording-client';
import { ADMIN, IngestionFixture, type Json } from './ingestion.fixture';
import { AT, DAY, edgesInto, observationsOf, runEvent, schemaWorld, time } from './sent-runs';
import { eventually } from '../../support/eventually';

let fixture: IngestionFixture;

beforeAll(async () => {
  fixture = await IngestionFixture.open();
});
afterAll(() => fixture.close());

describe('runs', () => {
  it('add up one-sided events in any order, but not those of failures', async () => {
    const { namespace, schema } = await schemaWorld(fixture);
    for (const name of ['a', 'b', 'c', 'x']) await fixture.table(schema, name, ['id']);
    const dataset = (name: string): Json => ({ namespace, name: `d.s.${name}` });
    await fixture.intake.take(ADMIN, runEvent('one-sided', 'COMPLETE', 9, { outputs: [dataset('c')] }));
    expect(await edgesInto(fixture, `${schema}.c`)).toEqual([]);
    await fixture.intake.take(ADMIN, runEvent('one-sided', 'START', 1, { inputs: [dataset('a')] }));
    await fixture.intake.take(ADMIN, runEvent('one-sided', 'FAIL', 10, { inputs: [dataset('x')] }));
    await fixture.intake.take(ADMIN, runEvent('one-sided', 'RUNNING', 5, { inputs: [dataset('b')] }));
    expect((await edgesInto(fixture, `${schema}.c`)).map(({ from }) => from)).toEqual([`${schema}.a`, `${schema}.b`]);
  });

  it('meet in one edge when their events come at the same instant', async () => {
    const { namespace, schema } = await schemaWorld(fixture);
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const name of names) await fixture.table(schema, name, ['id']);
    const events = names.map((name, i) =>
      runEvent('at-once', 'RUNNING', i, { [i % 2 ? 'inputs' : 'outputs']: [{ namespace, name: `d.s.${name}` }] }),
    );
    await Promise.all([...events, ...events].map((event) => fixture.intake.take(ADMIN, event)));
    const mine = (await fixture.edges()).filter(({ to }) => to.startsWith(schema));
    expect(mine).toHaveLength(9);
  });

  it('show the newest statement, and the pipeline of the job or of its parent once there is one', async () => {
    const { namespace, schema } = await schemaWorld(fixture);
    for (const name of ['a', 'b']) await fixture.table(schema, name, ['id']);
    const sides = { inputs: [{ namespace, name: 'd.s.a' }], outputs: [{ namespace, name: 'd.s.b' }] };
    const job = (query: string): Json => ({ namespace: 'flow', name: 'dag.task', facets: { sql: { query } } });
    const parent = { run: { facets: { parent: { job: { namespace: 'flow', name: 'dag' }, run: { runId: 'p' } } } } };
    await fixture.intake.take(ADMIN, { ...runEvent('sql', 'COMPLETE', 5), ...sides, job: job('new') });
    await fixture.intake.take(ADMIN, {
      ...runEvent('sql', 'START', 1),
      ...sides,
      job: job('old'),
      run: { runId: 'sql', ...parent.run },
    });
    expect(await edgesInto(fixture, `${schema}.b`)).toMatchObject([
      { sql: 'new', pipeline: null, details: { job: { namespace: 'flow', name: 'dag.task' } } },
    ]);
    await fixture.create('pipelineService', { name: 'flows', serviceType: 'Airflow' });
    const { mappings } = await fixture.mappings.list(ADMIN);
    await fixture.mappings.replace(ADMIN, { mappings: [...mappings, { namespacePrefix: 'flow', service: 'flows' }] });
    await fixture.create('pipeline', { name: 'dag', service: 'flows' });
    const [edge] = await eventually(
      () => edgesInto(fixture, `${schema}.b`),
      ([first]) => first?.pipeline !== null,
    );
    expect(edge?.pipeline).toBe('flows.dag');
  });

  it('of a JobEvent make edges, a DatasetEvent makes none', async () => {
    const { namespace, schema } = await schemaWorld(fixture);
    for (const name of ['a', 'b']) await fixture.table(schema, name, ['id']);
    const at = { eventTime: time() };
    await fixture.intake.take(ADMIN, { ...at, dataset: { namespace, name: 'd.s.a' } });
    expect(await edgesInto(fixture, `${schema}.b`)).toEqual([]);
    const job = { namespace: 'jobs', name: 'static' };
    const sides = { inputs: [{ namespace, name: 'd.s.a' }], outputs: [{ namespace, name: 'd.s.b' }] };
    await fixture.intake.take(ADMIN, { ...at, job, ...sides });
    expect((await edgesInto(fixture, `${schema}.b`)).map(({ from }) => from)).toEqual([`${schema}.a`]);
  });

  it('leave edges alone that somebody else has drawn', async () => {
    const { namespace, schema } = await schemaWorld(fixture);
    for (const name of ['a', 'b']) await fixture.table(schema, name, ['id']);
    await fixture.database.query(
      `insert into lineage_edge (from_node, to_node, source, sql_query, created_at, created_by, updated_at, updated_by, digest)
       select a.node, b.node, 'Manual', 'by hand', 1, 'ada', 1, 'ada', gen_random_uuid() from entity a, entity b
        where a.fqn = $1 and b.fqn = $2`,
      [`${schema}.a`, `${schema}.b`],
    );
    const sides = { inputs: [{ namespace, name: 'd.s.a' }], outputs: [{ namespace, name: 'd.s.b' }] };
    await fixture.intake.take(ADMIN, runEvent('manual', 'COMPLETE', 1, sides));
    expect(await edgesInto(fixture, `${schema}.b`)).toMatchObject([{ source: 'Manual', sql: 'by hand' }]);
  });
});

describe('an event', () => {
  it('that is there already changes nothing', async () => {
    const { namespace, schema } = await schemaWorld(fixture);
    for (const name of ['a', 'b']) await fixture.table(schema, name, ['id']);
    const sides = { inputs: [{ namespace, name: 'd.s.a' }], outputs: [{ namespace, name: 'd.s.b' }] };
    const event = runEvent('twice', 'COMPLETE', 1, sides);
    expect(await fixture.intake.take(ADMIN, event)).toMatchObject({ duplicate: false });
    const before = await fixture.state();
    const others = { inputs: [{ namespace, name: 'd.s.new' }], outputs: [] };
    expect(await fixture.intake.take(ADMIN, { ...event, ...others })).toEqual({
      duplicate: true,
      notes: [],
      unresolved: [],
    });
    expect(await fixture.state()).toEqual(before);
  });

  it('reads and writes the edges of its run, however many others lead to the same asset', async () => {
    const { namespace, schema } = await schemaWorld(fixture);
    const dataset = (name: string): Json => ({ namespace, name: `d.s.${name}` });
    // Before the events, so that no name becomes known later: all that leads to it is published then.
    for (const name of ['a', 'b', 'hub']) await fixture.table(schema, name, ['id']);
    const send = (name: string, at: number, job: Json = {}): Promise<unknown> =>
      fixture.intake.take(ADMIN, {
        ...runEvent(`to-hub-${name}`, 'COMPLETE', at, { inputs: [dataset(name)], outputs: [dataset('hub')] }),
        job: { namespace: 'to-hub', name, ...job },
      });
    for (const name of ['a', 'b']) await send(name, 1);
    const [read, put] = await statementsOf(
      () => send('a', 2, { facets: { sql: { query: 'select id from a' } } }),
      ({ name }) => /^(openlineage-edges-(some|all)|lineage-put-edges)/.test(name ?? ''),
    );
    expect(await fixture.database.query(read!.text, read!.values)).toHaveLength(1);
    expect(JSON.parse(put!.values[0] as string)).toHaveLength(1);
    expect(await edgesInto(fixture, `${schema}.hub`)).toHaveLength(2);
  });
});

describe('columns', () => {
  it('come to an edge that another run has told of', async () => {
    const { namespace, schema } = await schemaWorld(fixture);
    const dataset = (name: string): Json => ({ namespace, name: `d.s.${name}` });
    for (const name of ['a', 'b', 'c']) await fixture.table(schema, name, ['id']);
    const first = runEvent('edge-first', 'COMPLETE', 1, { inputs: [dataset('a')], outputs: [dataset('c')] });
    await fixture.intake.take(ADMIN, first);
    const fields = { id: { inputFields: [{ ...dataset('a'), field: 'id' }] } };
    const output = { ...dataset('c'), facets: { columnLineage: { fields } } };
    const second = runEvent('columns-then', 'COMPLETE', 2, { inputs: [dataset('b')], outputs: [output] });
    await fixture.intake.take(ADMIN, second);
    expect(await edgesInto(fixture, `${schema}.c`)).toMatchObject([
      { from: `${schema}.a`, columns: ['id → id'] },
      { from: `${schema}.b`, columns: [] },
    ]);
  });

  it('that an asset lacks are left out with a note, and come when it has them', async () => {
    const { namespace, schema } = await schemaWorld(fixture);
    await fixture.table(schema, 'a', ['id']);
    const target = await fixture.table(schema, 'b', ['id']);
    const from = { namespace, name: 'd.s.a' };
    const fields = {
      id: { inputFields: [{ ...from, field: 'id', transformations: [{ type: 'DIRECT', subtype: 'IDENTITY' }] }] },
      late: { inputFields: [{ ...from, field: 'id' }] },
      lost: { inputFields: [{ ...from, field: 'gone' }] },
    };
    const receipt = await fixture.intake.take(
      ADMIN,
      runEvent('columns', 'COMPLETE', 1, {
        inputs: [from],
        outputs: [{ namespace, name: 'd.s.b', facets: { columnLineage: { fields } } }],
      }),
    );
    expect(receipt.notes).toEqual(
      expect.arrayContaining([
        expect.stringContaining('b has no column late'),
        expect.stringContaining('a has no column gone'),
      ]),
    );
    expect((await edgesInto(fixture, `${schema}.b`))[0]?.columns).toEqual(['id → id (DIRECT/IDENTITY)']);
    const patch = [{ op: 'add', path: '/columns/-', value: { name: 'late', dataType: 'INT' } }];
    await fixture.writer.patch(ADMIN, entityTypes.get('table'), { id: target.id }, patch);
    expect((await edgesInto(fixture, `${schema}.b`))[0]?.columns).toEqual(['id → id (DIRECT/IDENTITY)', 'id → late']);
  });

  it('that an asset lacks and that added up are read up to the limit of an edge', async () => {
    const { namespace, schema } = await schemaWorld(fixture);
    for (const name of ['a', 'b']) await fixture.table(schema, name, ['id']);
    const from = { namespace, name: 'd.s.a' };
    const fields = { id: { inputFields: [{ ...from, field: 'id' }] } };
    const outputs = [{ namespace, name: 'd.s.b', facets: { columnLineage: { fields } } }];
    const take = (at: number) =>
      fixture.intake.take(ADMIN, runEvent('facts', 'RUNNING', at, { inputs: [from], outputs }));
    await take(1);
    await fixture.database.query(
      `insert into openlineage_column
       select c.from_dataset, c.to_dataset, gen_random_uuid(), 'lost' || i, 'lost' || i, ''
         from openlineage_column c join openlineage_name n on n.key = c.to_dataset, generate_series(1, 60000) i
        where n.namespace = $1`,
      [namespace],
    );
    const [read] = await statementsOf(
      () => take(2),
      ({ name }) => name === 'openlineage-columns-some',
    );
    expect(await fixture.database.query(read!.text, read!.values)).toHaveLength(50_000);
    expect((await edgesInto(fixture, `${schema}.b`))[0]?.columns).toEqual(['id → id']);
  });
});

describe('evidence', () => {
  it('is a refresh by COMPLETE and statistics, an arrival by the nominal time, whatever comes first', async () => {
    const { namespace, schema } = await schemaWorld(fixture);
    await fixture.table(schema, 'a', ['id']);
    const output = { namespace, name: 'd.s.a' };
    const nominalTime = { nominalStartTime: time(-DAY), nominalEndTime: time() };
    await fixture.intake.take(ADMIN, runEvent('seen', 'COMPLETE', 1_000));
    const statistics = { outputFacets: { outputStatistics: { rowCount: 3 } } };
    await fixture.intake.take(ADMIN, runEvent('seen', 'RUNNING', 500, { outputs: [{ ...output, ...statistics }] }));
    const start = runEvent('seen', 'START', 0, { run: { runId: 'seen', facets: { nominalTime } } });
    await fixture.intake.take(ADMIN, start);
    expect(await observationsOf(fixture, `${schema}.a`)).toEqual([
      { kind: 'arrival', at: String(AT + 1_000), data: String(AT) },
      { kind: 'refresh', at: String(AT + 500), data: null },
      { kind: 'refresh', at: String(AT + 1_000), data: null },
    ]);
  });

  it('of assertions makes test cases with their results, also for a table that comes later', async () => {
    const { namespace, schema } = await schemaWorld(fixture);
    const assertions = [
      { assertion: 'not_null', column: 'id', success: true },
      { assertion: 'row_count', success: true },
      { assertion: 'row_count', success: false },
      { assertion: 'unique', column: 'gone', success: false },
    ];
    const input = (name: string): Json => ({ namespace, name, inputFacets: { dataQualityAssertions: { assertions } } });
    await fixture.table(schema, 'now', ['id']);
    const receipt = await fixture.intake.take(ADMIN, runEvent('checked', 'FAIL', 1, { inputs: [input('d.s.now')] }));
    expect(receipt.notes).toEqual([expect.stringContaining('no column gone')]);
    await fixture.intake.take(ADMIN, runEvent('checked-2', 'FAIL', 1, { inputs: [input('d.s.later')] }));
    await fixture.bulk.put(ADMIN, entityTypes.get('table'), [
      { name: 'later', databaseSchema: schema, columns: [{ name: 'id', dataType: 'INT' }] },
    ]);
    for (const name of ['now', 'later']) {
      const results = await eventually(
        () =>
          fixture.database.query<{ fqn: string; status: string; at: string }>(
            `select e.fqn, r.status, r.timestamp::text as at from test_case_result r join entity e on e.node = r.test_case
              where e.fqn like $1 order by 1`,
            [`${schema}.${name}.%`],
          ),
        (rows) => rows.length > 0,
      );
      expect(results).toEqual([
        { fqn: `${schema}.${name}.id.not_null_id`, status: 'Success', at: String(AT + 1) },
        { fqn: `${schema}.${name}.row_count`, status: 'Failed', at: String(AT + 1) },
      ]);
    }
  });

  it('of the severity of an assertion makes that of its test case; of several the latest counts', async () => {
    const { namespace, schema } = await schemaWorld(fixture);
    await fixture.table(schema, 't', ['id']);
    const send = async (run: string, at: number, severity?: string): Promise<unknown> => {
      const assertions = [{ assertion: 'row_count', success: false, severity }];
      const input = { namespace, name: 'd.s.t', inputFacets: { dataQualityAssertions: { assertions } } };
      await fixture.intake.take(ADMIN, runEvent(run, 'COMPLETE', at, { inputs: [input] }));
      return (await fixture.get('testCase', `${schema}.t.row_count`)).extension;
    };
    expect(await send('weighed-1', 10, 'warn')).toEqual({ severity: 'warn' });
    const { id } = await fixture.get('testCase', `${schema}.t.row_count`);
    const operations = [{ op: 'add', path: '/extension/note', value: 'ours' }];
    await fixture.writer.patch(ADMIN, entityTypes.get('testCase'), { id }, operations);
    expect(await send('weighed-2', 20)).toEqual({ severity: 'warn', note: 'ours' });
    expect(await send('weighed-3', 30, 'error')).toEqual({ severity: 'error', note: 'ours' });
    expect(await send('weighed-4', 25, 'warn')).toEqual({ severity: 'error', note: 'ours' });
  });
});
