import { Neighbourhood } from '@app/lineage';
import { seededRandom } from '../../bench/measure/random';
import { RevalidatingCache } from '@app/common';
import { ADMIN, GraphFixture, newName, someone, type Document } from './graph.fixture';

const AROUND = { upstreamDepth: 2, downstreamDepth: 2, includeDeleted: false };

describe('neighbourhoods that are asked for again', () => {
  let world: GraphFixture;
  let schema: Document;
  let pipeline: Document;
  /** In a row: far, near, root, after, last; and one that no edge leads to. */
  let tables: Document[];

  beforeAll(async () => {
    world = await GraphFixture.open();
    schema = await world.schema();
    const service = await world.create('pipelineService', { name: newName('s'), serviceType: 'Airflow' });
    pipeline = await world.create('pipeline', { name: newName('p'), service: service.fullyQualifiedName });
  });
  beforeEach(async () => {
    tables = await Promise.all(Array.from({ length: 6 }, () => world.table(schema)));
    for (const at of [0, 1, 2, 3]) await link(at, at + 1);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => world.close());

  const end = (at: number): { id: string; type: string } => ({ id: tables[at]!.id, type: 'table' });
  const link = (from: number, to: number, lineageDetails: object = {}): Promise<unknown> =>
    world.edges.put(ADMIN, { edge: { fromEntity: end(from), toEntity: end(to), lineageDetails } });
  const unlink = (from: number, to: number): Promise<unknown> =>
    world.edges.remove(ADMIN, { from: end(from), to: end(to) });
  const patch = (at: number, path: string, value: unknown): Promise<unknown> =>
    world.patch('table', tables[at]!.id, [{ op: 'add', path, value }]);

  async function near(request = AROUND, actor = ADMIN, at = 2): Promise<string> {
    const answer = await world.app.get(Neighbourhood).read(actor, 'table', { id: tables[at]!.id }, request);
    if (typeof answer !== 'string') throw new Error('it came in pieces');
    return answer;
  }

  /** As a process would say it that caches nothing. */
  function fresh(at = 2): Promise<string> {
    const load: RevalidatingCache<unknown>['get'] = async (_key, request) => (await request.load(false)).value;
    jest.spyOn(RevalidatingCache.prototype, 'get').mockImplementationOnce(load);
    return near(AROUND, ADMIN, at);
  }

  /** Names of the statements that a read takes. */
  async function statementsOf(read: () => Promise<unknown>): Promise<string[]> {
    const asked = jest.spyOn(world.database, 'readTexts');
    await read();
    return asked.mock.calls.map(([{ name }]) => name);
  }

  async function expectReadAgainAfter(change: () => Promise<unknown>): Promise<void> {
    for (let times = 0; times < 3; times++) await near();
    const before = await near();
    await change();
    const after = await near();
    expect(after).not.toBe(before);
    expect(after).toBe(await fresh());
  }

  it('ask for the versions of what they are made of, from the third time on', async () => {
    const texts = [await near(), await near()];
    expect(await statementsOf(async () => texts.push(await near()))).toEqual(['lineage-near-stamp']);
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toBe(await fresh());
  });

  it.each<[string, () => Promise<unknown>]>([
    ['an edge to it', () => link(5, 2)],
    ['an edge from it', () => link(2, 5)],
    ['an edge at the second hop', () => link(5, 1)],
    ['an edge back', () => link(4, 2)],
    ['an edge that is removed', () => unlink(0, 1)],
    ['what an edge says', () => link(0, 1, { sqlQuery: 'select 1' })],
    ['the columns of an edge', () => link(1, 2, { columnsLineage: [{ fromColumns: ['id'], toColumn: 'id' }] })],
    ['the pipeline of an edge', () => link(1, 2, { pipeline: { id: pipeline.id, type: 'pipeline' } })],
    ['the name of the asset', () => patch(2, '/displayName', newName('shown'))],
    ['the name of the farthest asset', () => patch(4, '/displayName', newName('shown'))],
    ['an asset that is deleted', () => world.remove('table', tables[4]!.id)],
    ['an asset that is deleted for good', () => world.remove('table', tables[1]!.id, true)],
  ])('are read again after a change of %s', (_what, change) => expectReadAgainAfter(change));

  it('are read again where a pipeline, a column or a deleted asset changes that they show or leave out', async () => {
    const columnsLineage = [{ fromColumns: ['id'], toColumn: 'a.b' }];
    await link(1, 2, { columnsLineage, pipeline: { id: pipeline.id, type: 'pipeline' } });
    await world.remove('table', tables[4]!.id);
    const changes = [
      () => world.patch('pipeline', pipeline.id, [{ op: 'add', path: '/displayName', value: newName('shown') }]),
      () => patch(1, '/columns', [{ name: 'other', dataType: 'INT' }]),
      () => world.database.query('update entity set deleted_by = null where id = $1', [tables[4]!.id]),
    ];
    for (const change of changes) await expectReadAgainAfter(change);
  });

  it('stay cached while others change', async () => {
    for (let times = 0; times < 3; times++) await near();
    await link(0, 5);
    await patch(5, '/displayName', 'x');
    expect(await statementsOf(near)).toEqual(['lineage-near-stamp']);
  });

  it('are not those of other depths, of deleted assets, or of who sees less', async () => {
    for (let times = 0; times < 3; times++) await near();
    const others = [
      { ...AROUND, upstreamDepth: 1 },
      { ...AROUND, downstreamDepth: 0 },
      { ...AROUND, includeDeleted: true },
    ];
    for (const other of others) expect(await statementsOf(() => near(other))).not.toContain('lineage-near-stamp');
    jest.restoreAllMocks();
    const all = { operations: ['ViewAll' as const] };
    const denied = { effect: 'deny' as const, operations: ['ViewAll' as const], resources: ['pipeline'] };
    const some = someone([all, { ...denied, condition: 'noOwner()' }]);
    expect(await statementsOf(() => near(AROUND, some))).toEqual(['lineage-near-node-2-2-restricted']);
  });

  it('are the same as those of a process that caches nothing, whatever is done between two requests', async () => {
    const random = seededRandom(20261124);
    const any = (most: number): number => Math.floor(random() * most);
    const doings = [
      () => link(any(6), any(6), { sqlQuery: `select ${any(3)}` }),
      () => unlink(any(6), any(6)).catch(() => undefined),
      () => patch(any(6), '/displayName', `shown ${any(3)}`),
    ];
    for (let round = 0; round < 60; round++) {
      const at = any(3);
      for (let times = 0; times < 3; times++) await near(AROUND, ADMIN, at);
      await doings[any(3)]!();
      expect(await near(AROUND, ADMIN, at)).toBe(await fresh(at));
    }
  });
});
