import { EdgeService, Neighbourhood } from '@app/lineage';
import { eventually } from '../../support/eventually';
import { ADMIN, IngestionFixture, someone, type Json } from './ingestion.fixture';
import { AT, edgesInto, runEvent, schemaWorld, time } from './sent-runs';

let fixture: IngestionFixture;
let namespace: string;
let schema: string;

beforeAll(async () => {
  fixture = await IngestionFixture.open();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  ({ namespace, schema } = await schemaWorld(fixture));
  for (const name of ['a', 'b', 'c', 'd']) await fixture.table(schema, name, ['id', 'n']);
});

const at = (name: string): Json => ({ namespace, name: `d.s.${name}` });
const source = (name: string, more: Json = {}): Json => ({ ...at(name), type: 'DATASET', ...more });
const lineage = (pairs: readonly [string, string][]): Json => ({
  facets: { lineage: { entries: pairs.map(([from, to]) => ({ ...source(to), inputs: [source(from)] })) } },
});
const job = (pairs: readonly [string, string][]): Json => ({ namespace: 'jobs', name: 'job', ...lineage(pairs) });
const sides = { inputs: ['a', 'c'], outputs: ['b', 'd'] };
const cross = (): Json => ({ inputs: sides.inputs.map(at), outputs: sides.outputs.map(at) });
const take = (event: Json) => fixture.intake.take(ADMIN, event);

async function into(name: string): Promise<string[]> {
  return (await edgesInto(fixture, `${schema}.${name}`)).map(({ from }) => from.slice(schema.length + 1));
}

describe('an edge that events have made', () => {
  it('says when one showed it last, and nothing else changes by that', async () => {
    const send = (run: string, offset: number) =>
      take(runEvent(`${run} ${schema}`, 'COMPLETE', offset, { inputs: [at('a')], outputs: [at('b')] }));
    const seen = async () => {
      const key = { fqn: `${schema}.b` };
      const depths = { upstreamDepth: 1, downstreamDepth: 0, includeDeleted: false };
      const text = await fixture.app.get(Neighbourhood).read(ADMIN, 'table', key, depths);
      const { upstreamEdges } = JSON.parse(text as string) as { upstreamEdges: { lineageDetails: Json }[] };
      const [{ lineageDetails: details } = { lineageDetails: {} }] = upstreamEdges;
      const ends = { from: { fqn: `${schema}.a`, type: 'table' }, to: { fqn: `${schema}.b`, type: 'table' } };
      expect(await fixture.app.get(EdgeService).details(ADMIN, ends)).toEqual(details);
      return details;
    };
    const others = () =>
      fixture.database.query(`
        select (select array_agg(e.version order by e.node) from entity e) as versions,
               (select count(*) from change_event_pending) + (select count(*) from change_event) as events`);
    await send('first', 5_000);
    const [first, before] = [await seen(), await others()];
    expect(first.lastSeenAt).toBe(AT + 5_000);
    // Cached by then.
    for (let i = 0; i < 3; i++) await seen();
    await send('newer', 9_000);
    expect(await seen()).toEqual({ ...first, lastSeenAt: AT + 9_000 });
    await send('older', 1_000);
    expect(await seen()).toEqual({ ...first, lastSeenAt: AT + 9_000 });
    expect(await others()).toEqual(before);
  });
});

describe('lineage that a run tells itself', () => {
  it.each(['before', 'after'])('leaves no edge of each input to each output that an event told %s it', async (when) => {
    const run = `told-${when}-${schema}`;
    const plain = runEvent(run, 'START', when === 'before' ? 1 : 9, cross());
    const telling = runEvent(run, 'COMPLETE', 5, {
      ...cross(),
      job: job([
        ['a', 'b'],
        ['c', 'd'],
      ]),
    });
    for (const event of when === 'before' ? [plain, telling] : [telling, plain]) await take(event);
    expect([await into('b'), await into('d')]).toEqual([['a'], ['c']]);
  });

  it('leaves what another run tells, and adds up over the events of the run', async () => {
    await take(runEvent(`other-${schema}`, 'COMPLETE', 1, cross()));
    const telling = (type: string, pair: [string, string]) =>
      runEvent(`telling-${schema}`, type, 5, { ...cross(), job: job([pair]) });
    await take(telling('RUNNING', ['a', 'b']));
    await take(telling('COMPLETE', ['c', 'd']));
    expect([await into('b'), await into('d')]).toEqual([
      ['a', 'c'],
      ['a', 'c'],
    ]);
  });

  it('of a job or a dataset is all of it by the newest event, in any order', async () => {
    const event = (offset: number, pairs: [string, string][]): Json => ({
      eventTime: time(offset),
      job: { ...job(pairs), name: `static-${schema}` },
    });
    await take(event(5, [['c', 'b']]));
    await take(event(1, [['a', 'b']]));
    expect(await into('b')).toEqual(['c']);
    await take(event(9, [['d', 'b']]));
    expect(await into('b')).toEqual(['d']);
    const dataset = (offset: number, from: string): Json => ({
      eventTime: time(offset),
      dataset: {
        ...at('c'),
        facets: { lineage: { inputs: [], fields: { id: { inputs: [source(from, { field: 'n' })] } } } },
      },
    });
    await take(dataset(1, 'a'));
    await take(dataset(2, 'd'));
    expect(await edgesInto(fixture, `${schema}.c`)).toMatchObject([{ from: `${schema}.d`, columns: ['n → id'] }]);
  });
});

describe('other names of a dataset', () => {
  const linked = (name: string, other: string): Json => ({
    namespace: 's3://lake',
    name: `${schema}/${name}`,
    facets: { symlinks: { identifiers: [{ ...at(other), type: 'TABLE' }] } },
  });

  it('lead to its asset, also by later events that do not repeat them', async () => {
    const receipt = await take(
      runEvent(`s-${schema}`, 'COMPLETE', 1, { inputs: [linked('x', 'a')], outputs: [at('b')] }),
    );
    expect(receipt).toMatchObject({ notes: [], unresolved: [] });
    expect(await into('b')).toEqual(['a']);
    const bare = { namespace: 's3://lake', name: `${schema}/x` };
    await take(runEvent(`t-${schema}`, 'COMPLETE', 2, { inputs: [bare], outputs: [at('d')] }));
    expect(await into('d')).toEqual(['a']);
  });

  it('give a dataset its asset that events have named before, and one that is made later', async () => {
    const bare = { namespace: 's3://lake', name: `${schema}/x` };
    const first = await take(runEvent(`u-${schema}`, 'COMPLETE', 1, { inputs: [bare], outputs: [at('b')] }));
    expect(first.unresolved).toEqual([bare]);
    await take(runEvent(`v-${schema}`, 'START', 2, { inputs: [linked('x', 'late')] }));
    expect(await into('b')).toEqual([]);
    await fixture.table(schema, 'late', ['id']);
    await eventually(
      () => into('b'),
      (found) => found.includes('late'),
    );
    await fixture.mappings.replace(ADMIN, await fixture.mappings.list(ADMIN));
    expect(await into('b')).toEqual(['late']);
  });

  it('are taken only from who may link every asset, and say so', async () => {
    const own = someone([{ resources: ['table'], operations: ['EditLineage', 'ViewBasic'] }]);
    const all = someone([{ operations: ['EditLineage', 'ViewAll'], resources: ['table'] }]);
    const event = runEvent(`w-${schema}`, 'COMPLETE', 1, {
      inputs: [{ ...at('a'), facets: linked('x', 'b').facets }],
      outputs: [at('b')],
    });
    expect((await fixture.intake.take(own, event)).notes).toEqual([expect.stringContaining('symlinks are left out')]);
    expect((await fixture.intake.take(all, { ...event, run: { runId: `x-${schema}` } })).notes).toEqual([
      expect.stringContaining('symlinks are left out'),
    ]);
  });
});

describe('an edge of another source', () => {
  const output = (name: string, pairs: readonly [string, string][]): Json => ({
    ...at(name),
    facets: {
      columnLineage: {
        fields: Object.fromEntries(pairs.map(([from, to]) => [to, { inputFields: [{ ...at('a'), field: from }] }])),
      },
    },
  });

  it('that a person made has the columns of events added to its own, once', async () => {
    const edge = {
      fromEntity: { type: 'table', fullyQualifiedName: `${schema}.a` },
      toEntity: { type: 'table', fullyQualifiedName: `${schema}.b` },
      lineageDetails: {
        sqlQuery: 'by hand',
        columnsLineage: [{ fromColumns: [`${schema}.a.id`], toColumn: `${schema}.b.id`, function: 'own' }],
      },
    };
    await fixture.app.get(EdgeService).put(ADMIN, { edge } as never);
    const event = (run: string, at_: number): Json =>
      runEvent(`${run}-${schema}`, 'COMPLETE', at_, {
        inputs: [at('a')],
        outputs: [
          output('b', [
            ['id', 'id'],
            ['n', 'n'],
          ]),
        ],
        job: { namespace: 'jobs', name: 'job', facets: { sql: { query: 'insert' } } },
      });
    const receipt = await take(event('m', 1));
    expect(receipt.notes).toEqual([
      expect.stringContaining('is of Manual: its columns are completed, its statement stays'),
    ]);
    const wanted = { source: 'Manual', sql: 'by hand', columns: ['id → id (own)', 'n → n'] };
    expect(await edgesInto(fixture, `${schema}.b`)).toMatchObject([wanted]);
    const told = () =>
      fixture.database.query(`select count(*) from change_event_pending where event_type like 'lineage%'`);
    const before = await told();
    await take(event('m2', 2));
    expect(await told()).toEqual(before);
  });
});

describe('columns and assertions that lead nowhere', () => {
  it('are named in the notes', async () => {
    const columnLineage = { fields: { id: { inputFields: [{ ...at('c'), field: 'id' }] } } };
    const unread = await take(
      runEvent(`n-${schema}`, 'COMPLETE', 1, {
        inputs: [at('a')],
        outputs: [{ ...at('b'), facets: { columnLineage } }],
      }),
    );
    expect(unread.notes).toEqual([expect.stringContaining('no run has read d.s.c into d.s.b so far')]);
    const failed = await take(runEvent(`f-${schema}`, 'FAIL', 1, cross()));
    expect(failed.notes).toEqual([expect.stringContaining('its outputs have no edges of it')]);
    const service = `topics_${schema.split('.')[0]}`;
    await fixture.create('messagingService', { name: service, serviceType: 'Kafka' });
    await fixture.create('topic', { name: 't', service, partitions: 1 });
    const dataQualityAssertions = { assertions: [{ assertion: 'row_count', success: true }] };
    const topic = { namespace: service, name: 't', inputFacets: { dataQualityAssertions } };
    const checked = await take(runEvent(`q-${schema}`, 'COMPLETE', 1, { inputs: [topic] }));
    expect(checked.notes).toEqual([expect.stringContaining('is a topic: tables alone have test cases')]);
  });
});

describe('tests of a run', () => {
  it('are test cases under the name that their producer gives them, with what was found', async () => {
    const tests = [{ name: 'test.shop.assert_total', status: 'fail', severity: 'warn', expected: '0', actual: '3' }];
    const event = runEvent(`tests-${schema}`, 'COMPLETE', 1, { inputs: [at('a'), at('b')] });
    await take({ ...event, run: { runId: `tests-${schema}`, facets: { test: { tests } } } });
    const testCase = await fixture.get('testCase', `${schema}.b.assert_total`);
    expect(testCase.extension).toEqual({ severity: 'warn' });
    const rows = await fixture.database.query(
      `select r.status, r.body ->> 'result' as result from test_case_result r join entity e on e.node = r.test_case where e.fqn = $1`,
      [testCase.fullyQualifiedName],
    );
    expect(rows).toEqual([{ status: 'Failed', result: 'expected 0, actual 3' }]);
  });
});
