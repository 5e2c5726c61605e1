import { randomUUID } from 'node:crypto';
import type { EdgeAnswer } from '@app/lineage';
import { ADMIN, failure, GraphFixture, newName, someone, type Document } from './graph.fixture';

const named = (...tables: Document[]) => tables.map(({ id }) => ({ id, type: 'table' }));

describe('edges', () => {
  let world: GraphFixture;
  let schema: Document;
  let [a, b]: Document[] = [];

  beforeAll(async () => {
    world = await GraphFixture.open();
    schema = await world.schema();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    [a, b] = [await world.table(schema), await world.table(schema)];
  });

  const from = (): Document => a as Document;
  const to = (): Document => b as Document;

  function put(more: Record<string, unknown> = {}, details: Record<string, unknown> = {}): Promise<EdgeAnswer> {
    const [fromEntity, toEntity] = named(from(), to());
    return world.edges.put(ADMIN, { edge: { fromEntity, toEntity, lineageDetails: details, ...more } });
  }

  const key = () => ({ from: { type: 'table', id: from().id }, to: { type: 'table', id: to().id } });
  const read = () => world.edges.details(ADMIN, key());
  const fqn = (table: Document, path: string): string => `${table.fullyQualifiedName}.${path}`;

  it('are stored with their details, and answered with both ends', async () => {
    const columnsLineage = [
      { fromColumns: [fqn(from(), 'id'), 'home.since'], toColumn: fqn(to(), '"a.b"'), function: 'concat' },
      { fromColumns: ['a.b'], toColumn: 'home.since' },
    ];
    const details = { sqlQuery: 'select 1', source: 'QueryLineage', description: 'd', columnsLineage };
    const edge = await put({ description: 'e' }, details);
    expect(edge).toEqual({
      fromEntity: expect.objectContaining({ id: from().id, fullyQualifiedName: from().fullyQualifiedName }) as object,
      toEntity: expect.objectContaining({ id: to().id, type: 'table', deleted: false }) as object,
      description: 'e',
      lineageDetails: {
        sqlQuery: 'select 1',
        source: 'QueryLineage',
        description: 'd',
        columnsLineage: [
          {
            fromColumns: [fqn(from(), 'id'), fqn(from(), 'home.since')],
            toColumn: fqn(to(), '"a.b"'),
            function: 'concat',
          },
          { fromColumns: [fqn(from(), '"a.b"')], toColumn: fqn(to(), 'home.since') },
        ],
        createdAt: expect.any(Number) as number,
        createdBy: 'admin',
        updatedAt: expect.any(Number) as number,
        updatedBy: 'admin',
      },
    });
    expect(await read()).toEqual(edge.lineageDetails);
  });

  it('are one between two assets: the last word counts, the same again changes nothing', async () => {
    const first = await put({}, { sqlQuery: 'one', columnsLineage: [{ fromColumns: ['id'], toColumn: 'id' }] });
    const again = await put({}, { sqlQuery: 'one', columnsLineage: [{ fromColumns: ['id'], toColumn: 'id' }] });
    expect(again).toEqual(first);
    const second = await world.edges.put(someone([{ operations: ['All'] }]), {
      edge: {
        fromEntity: { type: 'table', fullyQualifiedName: from().fullyQualifiedName },
        toEntity: to().fullyQualifiedName,
      },
    });
    expect(second.lineageDetails).toMatchObject({
      source: 'Manual',
      columnsLineage: [],
      createdAt: first.lineageDetails.createdAt,
      createdBy: 'admin',
      updatedBy: 'ada',
    });
    expect(second.lineageDetails.sqlQuery).toBeUndefined();
  });

  it('name the pipeline that does it, and lose it with it', async () => {
    const service = await world.create('pipelineService', { name: newName('s'), serviceType: 'Airflow' });
    const pipeline = await world.create('pipeline', { name: 'load', service: service.fullyQualifiedName });
    const { lineageDetails } = await put({}, { pipeline: { id: pipeline.id, type: 'pipeline' } });
    expect(lineageDetails.pipeline).toMatchObject({ id: pipeline.id, type: 'pipeline', deleted: false });
    await world.remove('pipeline', pipeline.id);
    expect((await read()).pipeline).toMatchObject({ deleted: true });
    const patched = await world.edges.patch(ADMIN, key(), [{ op: 'add', path: '/description', value: 'kept' }]);
    expect(patched.lineageDetails).toMatchObject({ description: 'kept', pipeline: { id: pipeline.id } });
    await world.remove('pipeline', pipeline.id, true);
    expect((await read()).pipeline).toBeUndefined();
  });

  it('keep a pipeline that is hidden from whoever replaces or patches them', async () => {
    const service = await world.create('pipelineService', { name: newName('s'), serviceType: 'Airflow' });
    const make = async (name: string): Promise<Record<string, unknown>> => {
      const { id } = await world.create('pipeline', { name, service: service.fullyQualifiedName });
      return { pipeline: { id, type: 'pipeline' } };
    };
    const unseen = await make('unseen');
    const rules = [{ operations: ['All' as const] }];
    const denied = { effect: 'deny' as const, operations: ['ViewAll' as const], resources: ['pipeline'] };
    for (const condition of ['noOwner()', undefined]) {
      const writer = someone([...rules, { ...denied, ...(condition && { condition }) }]);
      await put({}, { ...unseen, sqlQuery: 'one' });
      const { pipeline, ...shown } = await world.edges.details(writer, key());
      expect([pipeline, shown.sqlQuery]).toEqual([undefined, 'one']);
      const [fromEntity, toEntity] = named(from(), to());
      const edge = { fromEntity, toEntity, lineageDetails: { sqlQuery: 'two' } };
      expect((await world.edges.put(writer, { edge })).lineageDetails.pipeline).toBeUndefined();
      expect(await read()).toMatchObject({ ...unseen, sqlQuery: 'two' });
      await world.bulk.put(writer, { edges: [{ ...edge, lineageDetails: { sqlQuery: 'three' } }] });
      expect(await read()).toMatchObject({ ...unseen, sqlQuery: 'three' });
      await world.edges.patch(writer, key(), [{ op: 'replace', path: '/sqlQuery', value: 'four' }]);
      expect(await read()).toMatchObject({ ...unseen, sqlQuery: 'four' });
    }
    await put({}, { sqlQuery: 'five' });
    expect((await read()).pipeline).toBeUndefined();
  });

  it.each([
    [undefined, 'The body must be {"edge"'],
    [{}, 'edge: is required'],
    [{ edge: {} }, 'edge.fromEntity: is required'],
    [{ edge: { fromEntity: 'x', toEntity: 'y', color: 1 } }, 'edge.color: is unknown here'],
    [
      { edge: { fromEntity: { id: randomUUID(), type: 'user' }, toEntity: 'y' } },
      'has the type "user"; allowed: table',
    ],
    [{ edge: { fromEntity: 'x', toEntity: 'y', lineageDetails: { source: 'Guess' } } }, 'must be one of Manual'],
    [{ edge: { fromEntity: 'x', toEntity: 'y', lineageDetails: { columnsLineage: [{ toColumn: 1 }] } } }, 'toColumn'],
  ])('refuse %j', async (body, told) => {
    const { code, message } = await failure(world.edges.put(ADMIN, body));
    expect(code).toBe('BAD_REQUEST');
    expect(message).toContain(told);
  });

  it('name every unknown column, and where it stands', async () => {
    const columnsLineage = [{ fromColumns: ['id', 'nope', fqn(to(), 'id')], toColumn: fqn(to(), 'home.nope') }];
    const { code, details } = await failure(put({}, { columnsLineage }));
    expect(code).toBe('BAD_REQUEST');
    const path = 'edge.lineageDetails.columnsLineage[0]';
    expect(details).toEqual([
      { field: `${path}.fromColumns[1]`, message: `"nope" is no column of the table ${from().fullyQualifiedName}` },
      { field: `${path}.fromColumns[2]`, message: expect.stringContaining('is no column of the table') as string },
      { field: `${path}.toColumn`, message: expect.stringContaining('home.nope') as string },
    ]);
    expect(await failure(read())).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are not found where an end, or the edge, is not there', async () => {
    const id = randomUUID();
    const [fromEntity] = named(from());
    const edge = { fromEntity, toEntity: { id, type: 'table' } };
    expect(await failure(world.edges.put(ADMIN, { edge }))).toMatchObject({
      code: 'NOT_FOUND',
      message: `table instance for ${id} not found`,
    });
    expect(await failure(world.edges.remove(ADMIN, key()))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await failure(world.edges.patch(ADMIN, key(), []))).toMatchObject({ code: 'NOT_FOUND' });
    await world.remove('table', to().id);
    expect(await failure(put())).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('stay through renames; columns that are gone are left out, and come back with them', async () => {
    const columnsLineage = [{ fromColumns: ['id', 'home.since'], toColumn: 'id' }];
    await put({}, { columnsLineage });
    const renamed = await world.patch('table', from().id, [{ op: 'replace', path: '/name', value: newName('r') }]);
    expect((await read()).columnsLineage).toEqual([
      { fromColumns: [fqn(renamed, 'id'), fqn(renamed, 'home.since')], toColumn: fqn(to(), 'id') },
    ]);
    await world.patch('table', from().id, [{ op: 'remove', path: '/columns/2' }]);
    expect((await read()).columnsLineage).toEqual([{ fromColumns: [fqn(renamed, 'id')], toColumn: fqn(to(), 'id') }]);
    await world.patch('table', to().id, [{ op: 'replace', path: '/columns/0/name', value: 'key' }]);
    expect((await read()).columnsLineage).toEqual([]);
    await world.patch('table', to().id, [{ op: 'replace', path: '/columns/0/name', value: 'id' }]);
    expect((await read()).columnsLineage).toHaveLength(1);
  });

  it('go with a hard delete, and sleep through a soft one', async () => {
    await put({}, { columnsLineage: [{ fromColumns: ['id'], toColumn: 'id' }] });
    await world.remove('table', to().id);
    const root = String(await world.nodeOf(from()));
    const walk = { root, upstreamDepth: 0, downstreamDepth: 1, includeDeleted: false };
    expect(await world.walk(walk)).toEqual([]);
    expect(await world.walk({ ...walk, includeDeleted: true })).toHaveLength(1);
    await world.remove('table', to().id, true);
    expect(await world.walk({ ...walk, includeDeleted: true })).toEqual([]);
    const left = 'select 1 from lineage_column_edge where from_node = $1';
    expect(await world.database.query(left, [root])).toEqual([]);
  });

  it('can lead from an asset to itself', async () => {
    [b] = [a];
    const edge = await put({}, { columnsLineage: [{ fromColumns: ['id'], toColumn: 'home.since' }] });
    expect(edge.fromEntity).toEqual(edge.toEntity);
    expect(await world.edges.remove(ADMIN, key())).toEqual(edge);
  });

  it('are patched as their details are shown, arrays that they have not included', async () => {
    const { lineageDetails } = await put({ description: 'stays' });
    const patch = [
      { op: 'add', path: '/columnsLineage/0', value: { fromColumns: ['id'], toColumn: 'id' } },
      { op: 'add', path: '/sqlQuery', value: 'select 2' },
      { op: 'replace', path: '/createdBy', value: 'mallory' },
    ];
    const patched = await world.edges.patch(ADMIN, key(), patch);
    expect(patched).toMatchObject({
      description: 'stays',
      lineageDetails: { sqlQuery: 'select 2', createdBy: 'admin' },
    });
    expect(patched.lineageDetails.columnsLineage).toHaveLength(1);
    expect(patched.lineageDetails.createdAt).toBe(lineageDetails.createdAt);
    const test = [{ op: 'test', path: '/sqlQuery', value: 'other' }];
    expect(await failure(world.edges.patch(ADMIN, key(), test))).toMatchObject({ code: 'CONFLICT' });
    for (const wrong of [[{ op: 'add', path: '/color', value: 1 }], [{ op: 'no' }], {}, [{ op: 'remove', path: '' }]])
      expect(await failure(world.edges.patch(ADMIN, key(), wrong))).toMatchObject({ code: 'BAD_REQUEST' });
    expect(await read()).toEqual(patched.lineageDetails);
  });

  it('of one source go together', async () => {
    const c = await world.table(schema);
    const edge = (source: string, fromEntity: Document, toEntity: Document) =>
      world.edges.put(ADMIN, {
        edge: { fromEntity: named(fromEntity)[0], toEntity: named(toEntity)[0], lineageDetails: { source } },
      });
    await edge('DbtLineage', from(), to());
    await edge('QueryLineage', c, to());
    await edge('DbtLineage', to(), c);
    const ofTable = { type: 'table', id: to().id };
    const remove = (source: string) => world.bySource.remove(ADMIN, ofTable, source);
    expect(await remove('DbtLineage')).toEqual({ deleted: 1 });
    expect(await remove('DbtLineage')).toEqual({ deleted: 0 });
    expect(await remove('QueryLineage')).toEqual({ deleted: 1 });
    expect(await failure(remove('Hearsay'))).toMatchObject({ code: 'BAD_REQUEST' });
    expect(await world.edges.details(ADMIN, { from: { id: to().id }, to: { id: c.id } })).toBeDefined();
  });

  it('need EditLineage on both ends', async () => {
    const owner = await world.create('user', { name: newName('u'), email: `${newName('u')}@example.com` });
    const owners = [{ id: owner.id, type: 'user' }];
    const mine = await world.table(schema, newName('m'), { owners });
    const view = { operations: ['ViewBasic' as const] };
    const half = someone([view, { operations: ['EditLineage'], condition: 'isOwner()' }], [owner.id]);
    const edge = (fromEntity: Document, toEntity: Document) => ({
      edge: { fromEntity: named(fromEntity)[0], toEntity: named(toEntity)[0] },
    });
    expect(await world.edges.put(half, edge(mine, mine))).toBeDefined();
    for (const wrong of [edge(mine, to()), edge(to(), mine)])
      expect(await failure(world.edges.put(half, wrong))).toMatchObject({
        code: 'FORBIDDEN',
        message: 'Principal ada is not allowed: operations [EditLineage] on table',
      });
    expect(await failure(world.edges.put(someone([view]), {}))).toMatchObject({ code: 'FORBIDDEN' });
    const blind = someone([{ operations: ['EditLineage'] }, { ...view, condition: 'isOwner()' }], [owner.id]);
    expect(await failure(world.edges.put(blind, edge(mine, to())))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await failure(world.bySource.remove(half, { type: 'table', id: to().id }, 'Manual'))).toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  it('come from many writers at once, in any order, without a deadlock or a loss', async () => {
    const tables = await Promise.all(Array.from({ length: 6 }, () => world.table(schema)));
    const pairs = tables.flatMap((one) => tables.map((other) => [one, other] as const));
    const writers = Array.from({ length: 6 }, (_, i) => (i % 2 ? pairs : pairs.toReversed()));
    const bodies = writers.map((list, i) => ({
      edges: list.map(([one, other]) => ({
        fromEntity: named(one)[0],
        toEntity: named(other)[0],
        lineageDetails: { sqlQuery: `writer ${i}`, columnsLineage: [{ fromColumns: ['id'], toColumn: 'id' }] },
      })),
    }));
    const outcomes = await Promise.all(bodies.map((body) => world.bulk.put(ADMIN, body)));
    expect(outcomes.flat().filter((outcome) => 'error' in outcome)).toEqual([]);
    const text = 'select count(*)::int n, count(distinct sql_query)::int q from lineage_edge where from_node = any($1)';
    const nodes = await Promise.all(tables.map((table) => world.nodeOf(table)));
    expect(await world.database.query(text, [nodes])).toEqual([{ n: 36, q: 1 }]);
  });

  it('in bulk are told one by one, in order; a bad one fails alone', async () => {
    const [fromEntity, toEntity] = named(from(), to());
    const good = { fromEntity, toEntity, lineageDetails: { sqlQuery: 'first' } };
    const edges = [
      good,
      { fromEntity },
      { fromEntity, toEntity: 'no.such.table.here' },
      { ...good, lineageDetails: { columnsLineage: [{ fromColumns: ['nope'], toColumn: 'id' }] } },
      { ...good, lineageDetails: { sqlQuery: 'last' } },
    ];
    const outcomes = await world.bulk.put(ADMIN, { edges });
    expect(outcomes).toMatchObject([
      { edge: { lineageDetails: { sqlQuery: 'last' } } },
      { error: { code: 'BAD_REQUEST', message: 'toEntity: is required' } },
      { error: { code: 'NOT_FOUND', message: 'asset instance for no.such.table.here not found' } },
      {
        error: {
          code: 'BAD_REQUEST',
          details: [{ field: 'edges[3].lineageDetails.columnsLineage[0].fromColumns[0]' }],
        },
      },
      { edge: { lineageDetails: { sqlQuery: 'last' } } },
    ]);
    expect(await world.bulk.put(ADMIN, { edges: [] })).toEqual([]);
    for (const wrong of [undefined, [], {}, { edges: 1 }, { edges: [], more: 1 }])
      expect(await failure(world.bulk.put(ADMIN, wrong))).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('have at most 50,000 pairs of columns each; in bulk more together', async () => {
    const [fromEntity, toEntity] = named(from(), to());
    const item = { fromColumns: Array<string>(10_000).fill('"id"'), toColumn: 'id' };
    const edge = (columnsLineage: object[]) => ({ fromEntity, toEntity, lineageDetails: { columnsLineage } });
    const large = edge([item, item, item]);
    const tooLarge = edge([...Array<object>(5).fill(item), { fromColumns: ['id'], toColumn: 'id' }]);
    expect(await failure(put({}, tooLarge.lineageDetails))).toMatchObject({
      code: 'BAD_REQUEST',
      details: [{ field: 'edge.lineageDetails.columnsLineage', message: expect.stringContaining('50001') as string }],
    });
    const stored = { edge: { lineageDetails: { columnsLineage: [{}, {}, {}] } } };
    expect(await world.bulk.put(ADMIN, { edges: [large, tooLarge, large, large] })).toMatchObject([
      stored,
      { error: { details: [{ field: 'edges[1].lineageDetails.columnsLineage' }] } },
      stored,
      stored,
    ]);
  });

  it('over 10,000 are refused, and nothing is stored', async () => {
    const [fromEntity, toEntity] = named(from(), to());
    const edges = Array.from({ length: 10_001 }, () => ({ fromEntity, toEntity }));
    expect(await failure(world.bulk.put(ADMIN, { edges }))).toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('10000') as string,
    });
    expect(await failure(read())).toMatchObject({ code: 'NOT_FOUND' });
  });
});
