import { LineageGraph, Neighbourhood, PathFinder, type GraphAnswer, type GraphRequest } from '@app/lineage';
import { ADMIN, failure, GraphFixture, newName, someone, type Document } from './graph.fixture';

const ALL: GraphRequest = {
  direction: 'both',
  depth: 100,
  nodes: 1_000,
  includeDeleted: false,
  columns: false,
  counts: true,
};

interface Near {
  readonly entity: { id: string };
  readonly nodes: { id: string }[];
  readonly upstreamEdges: { fromEntity: string; toEntity: string }[];
  readonly downstreamEdges: { fromEntity: string; toEntity: string }[];
}

/** Two layers that are joined crosswise, a cycle, a self edge and a tail: places in `world.plant(12)`. */
const EDGES: [number, number][] = [
  ...[1, 2, 3].flatMap((middle): [number, number][] => [
    [0, middle],
    [middle, 4],
    [middle, 5],
  ]),
  [4, 0],
  [5, 5],
  [5, 6],
  [6, 7],
  [7, 8],
  [9, 0],
  [10, 9],
];

describe('graphs', () => {
  let world: GraphFixture;
  let graph: LineageGraph;
  let nodes: number[];
  let ids: Map<number, string>;

  beforeAll(async () => {
    world = await GraphFixture.open();
    graph = world.app.get(LineageGraph);
    nodes = await world.plant(12);
    await world.link(EDGES.map(([from, to]) => [nodes[from] as number, nodes[to] as number] as const));
    const rows = await world.database.query<{ node: number; id: string }>(
      'select node::int, id::text from entity where node = any($1)',
      [nodes],
    );
    ids = new Map(rows.map(({ node, id }) => [node, id]));
  });
  afterAll(() => world.close());

  const id = (place: number): string => ids.get(nodes[place] as number) as string;
  const place = (of: string): number => nodes.findIndex((node) => ids.get(node) === of);
  const read = (at: number, more: Partial<GraphRequest> = {}): Promise<GraphAnswer> =>
    graph.read(ADMIN, 'table', { id: id(at) }, { ...ALL, ...more });
  const pairs = (edges: readonly { fromEntity: string; toEntity: string }[]): string[] =>
    edges.map(({ fromEntity, toEntity }) => `${place(fromEntity)}-${place(toEntity)}`);

  it('tell nodes, edges, counts by hop and cycles', async () => {
    const { entity, nodes: shown, edges, hops, cycles, paging } = await read(0);
    expect(place(entity.id)).toBe(0);
    expect(shown.map((node) => place(node.id)).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(pairs(edges).sort()).toEqual(EDGES.map(([from, to]) => `${from}-${to}`).sort());
    expect(hops).toEqual([
      { direction: 'upstream', hop: 1, nodes: 2, edges: 2 },
      { direction: 'upstream', hop: 2, nodes: 4, edges: 4 },
      { direction: 'upstream', hop: 3, nodes: 0, edges: 3 },
      { direction: 'downstream', hop: 2, nodes: 1, edges: 3 },
      { direction: 'downstream', hop: 3, nodes: 1, edges: 2 },
      { direction: 'downstream', hop: 4, nodes: 1, edges: 1 },
      { direction: 'downstream', hop: 5, nodes: 1, edges: 1 },
    ]);
    expect(cycles.map((cycle) => cycle.map(place).sort())).toEqual(
      expect.arrayContaining([[0, 1, 2, 3, 4], [5]]) as number[][],
    );
    expect(cycles).toHaveLength(2);
    expect(paging).toEqual({});
  });

  it('go one way, and as far as asked', async () => {
    const down = await read(0, { direction: 'downstream', depth: 1 });
    expect(pairs(down.edges).sort()).toEqual(['0-1', '0-2', '0-3']);
    expect(down.edges.every(({ direction, hop }) => direction === 'downstream' && hop === 1)).toBe(true);
    expect((await read(0, { direction: 'upstream', depth: 1 })).nodes.map((node) => place(node.id)).sort()).toEqual([
      4, 9,
    ]);
    expect(await read(0, { depth: 0 })).toMatchObject({ nodes: [], edges: [], hops: [], cycles: [] });
  });

  it.each([1, 2, 3, 5, 100])(
    'come in pages of %i nodes: each node and edge once, in the order of one page',
    async (budget) => {
      const whole = await read(0);
      const pages: GraphAnswer[] = [];
      let after: string | undefined;
      do {
        const page = await read(0, {
          nodes: budget,
          counts: pages.length % 2 === 0,
          ...(after !== undefined && { after }),
        });
        expect(page.nodes.length).toBeLessThanOrEqual(budget);
        if (page.hops) expect(page.hops).toEqual(whole.hops);
        pages.push(page);
        after = page.paging.after;
      } while (after !== undefined && pages.length < 100);
      expect(pages.flatMap(({ nodes: shown }) => shown)).toEqual(whole.nodes);
      expect(pages.flatMap(({ edges }) => edges)).toEqual(whole.edges);
    },
  );

  it('come in pages also where a hop is larger than what is read at once', async () => {
    const [hub, ...others] = (await world.plant(4_501)) as [number, ...number[]];
    await world.link(others.map((node) => [hub, node] as const));
    const text = 'select id::text from entity where node = $1';
    const [row] = await world.database.query<{ id: string }>(text, [hub]);
    const read = (more: Partial<GraphRequest>) =>
      graph.read(ADMIN, 'table', { id: row!.id }, { ...ALL, counts: false, ...more });
    const whole = (await read({ nodes: 10_000 })).nodes.map((node) => node.id);
    const paged: string[] = [];
    let after: string | undefined;
    do {
      const page = await read({ nodes: 2_000, ...(after !== undefined && { after }) });
      paged.push(...page.nodes.map((node) => node.id));
      after = page.paging.after;
    } while (after !== undefined);
    expect(paged).toEqual(whole);
    expect(new Set(paged).size).toBe(4_500);
  });

  it('refuse a cursor that was bent, or of another walk', async () => {
    const { after } = (await read(0, { nodes: 1 })).paging;
    expect(await failure(read(0, { nodes: 1, after: `${after}x` }))).toMatchObject({ code: 'BAD_REQUEST' });
    expect(await failure(read(1, { nodes: 1, after }))).toMatchObject({ code: 'BAD_REQUEST' });
    expect(await failure(read(0, { direction: 'upstream', after }))).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('show what matches the filters, and walk through the rest', async () => {
    const [left, right] = [await world.schema(), await world.schema()];
    const label = { tagFQN: 'PII.x', source: 'Classification', labelType: 'Manual', state: 'Confirmed' };
    await world.create('classification', { name: 'PII', description: 'd' });
    await world.create('tag', { name: 'x', classification: 'PII', description: 'd' });
    const a = await world.table(left);
    const b = await world.table(right);
    const c = await world.table(left, newName('c'), { tags: [label] });
    const service = await world.create('dashboardService', { name: newName('s'), serviceType: 'Superset' });
    const d = await world.create('dashboard', { name: 'd', service: service.fullyQualifiedName });
    const numbers = await Promise.all([a, b, c, d].map((asset) => world.nodeOf(asset)));
    await world.link(numbers.slice(1).map((node, i) => [numbers[i] as number, node] as const));
    const shown = async (more: Partial<GraphRequest>): Promise<[string[], number]> => {
      const answer = await graph.read(ADMIN, 'table', { id: a.id }, { ...ALL, ...more });
      expect(answer.hops!.reduce((sum, hop) => sum + hop.nodes, 0)).toBe(answer.nodes.length);
      return [answer.nodes.map((node) => node.id), answer.edges.length];
    };
    expect(await shown({})).toEqual([[b.id, c.id, d.id], 3]);
    expect(await shown({ types: ['dashboard'] })).toEqual([[d.id], 0]);
    expect(await shown({ types: ['table'] })).toEqual([[b.id, c.id], 2]);
    expect(await shown({ tag: 'PII.x' })).toEqual([[c.id], 0]);
    expect(await shown({ service: left.fullyQualifiedName.split('.')[0] as string })).toEqual([[c.id], 0]);
    expect(await shown({ service: 'nothing' })).toEqual([[], 0]);
  });

  it('tell columns where they are asked for', async () => {
    const schema = await world.schema();
    const [a, b] = [await world.table(schema), await world.table(schema)];
    const lineageDetails = { columnsLineage: [{ fromColumns: ['id'], toColumn: 'id' }] };
    const ends = { fromEntity: a.fullyQualifiedName, toEntity: b.fullyQualifiedName };
    await world.edges.put(ADMIN, { edge: { ...ends, lineageDetails } });
    const edgeOf = async (columns: boolean) =>
      (await graph.read(ADMIN, 'table', { fqn: a.fullyQualifiedName }, { ...ALL, columns })).edges[0];
    expect((await edgeOf(true))?.lineageDetails.columnsLineage).toHaveLength(1);
    expect((await edgeOf(false))?.lineageDetails).not.toHaveProperty('columnsLineage');
  });

  describe('near an asset', () => {
    async function near(at: number, upstreamDepth: number, downstreamDepth: number): Promise<Near> {
      const request = { upstreamDepth, downstreamDepth, includeDeleted: false };
      const pieces = await world.app.get(Neighbourhood).read(ADMIN, 'table', { id: id(at) }, request);
      let text = '';
      for await (const piece of pieces) text += piece;
      return JSON.parse(text) as Near;
    }

    it.each([
      [0, 0, 0, [], [], []],
      [0, 1, 1, ['4-0', '9-0'], ['0-1', '0-2', '0-3'], [1, 2, 3, 4, 9]],
      [0, 0, 1, [], ['0-1', '0-2', '0-3'], [1, 2, 3]],
      [5, 1, 1, ['1-5', '2-5', '3-5', '5-5'], ['5-6'], [1, 2, 3, 6]],
      [8, 3, 3, ['5-6', '6-7', '7-8'], [], [5, 6, 7]],
      [11, 3, 3, [], [], []],
    ])('%i, %i hops up and %i down', async (at, up, down, upstream, downstream, met) => {
      const answer = await near(at, up, down);
      expect(Object.keys(answer).sort()).toEqual(['downstreamEdges', 'entity', 'nodes', 'upstreamEdges']);
      expect(place(answer.entity.id)).toBe(at);
      expect(pairs(answer.upstreamEdges).sort()).toEqual(upstream);
      expect(pairs(answer.downstreamEdges).sort()).toEqual(downstream);
      expect(answer.nodes.map((node) => place(node.id)).sort((a, b) => a - b)).toEqual(met);
    });

    it('are whole where there are thousands of edges', async () => {
      const many = await world.plant(4_500);
      const [hub, ...others] = many as [number, ...number[]];
      await world.link(others.map((node) => [hub, node] as const));
      const [row] = await world.database.query<{ id: string }>('select id::text from entity where node = $1', [hub]);
      const request = { upstreamDepth: 1, downstreamDepth: 3, includeDeleted: false };
      const pieces = await world.app.get(Neighbourhood).read(ADMIN, 'table', { id: row!.id }, request);
      let text = '';
      for await (const piece of pieces) text += piece;
      const { downstreamEdges, nodes: met } = JSON.parse(text) as Near;
      expect(new Set(downstreamEdges.map(({ toEntity }) => toEntity)).size).toBe(4_499);
      expect(new Set(met.map((node) => node.id)).size).toBe(4_499);
    });

    it('are not there for who may not see the asset, or where it is deleted', async () => {
      const read = (actor: typeof ADMIN, table: Document, includeDeleted = false) =>
        world.app
          .get(Neighbourhood)
          .read(actor, 'table', { id: table.id }, { upstreamDepth: 1, downstreamDepth: 1, includeDeleted });
      const table = await world.table(await world.schema());
      expect(await failure(read(someone([]), table))).toMatchObject({ code: 'FORBIDDEN' });
      const owners = someone([{ operations: ['ViewBasic'], condition: 'isOwner()' }]);
      expect(await failure(read(owners, table))).toMatchObject({ code: 'NOT_FOUND' });
      await world.remove('table', table.id);
      expect(await failure(read(ADMIN, table))).toMatchObject({ code: 'NOT_FOUND' });
      expect(await read(ADMIN, table, true)).toBeDefined();
    });
  });

  describe('a path', () => {
    const find = async (from: number, to: number, direction: 'either' | 'upstream' | 'downstream' = 'either') => {
      const key = { from: { id: id(from) }, to: { id: id(to) } };
      const { nodes: way, edges, ...rest } = await world.app.get(PathFinder).find(ADMIN, key, direction);
      return { ...rest, way: way.map((node) => place(node.id)), edges: pairs(edges) };
    };

    it('is the shortest, in the direction asked for', async () => {
      expect(await find(10, 0)).toEqual({
        found: true,
        direction: 'downstream',
        length: 2,
        way: [10, 9, 0],
        edges: ['10-9', '9-0'],
      });
      expect(await find(0, 10)).toMatchObject({ direction: 'upstream', way: [0, 9, 10], edges: ['9-0', '10-9'] });
      expect(await find(0, 4)).toMatchObject({ direction: 'upstream', length: 1 });
      expect(await find(0, 4, 'downstream')).toMatchObject({ direction: 'downstream', length: 2 });
      expect((await find(10, 8)).length).toBe(7);
      expect(await find(5, 5)).toEqual({ found: true, direction: 'downstream', length: 0, way: [5], edges: [] });
    });

    it('may not be there', async () => {
      const none = { found: false, way: [], edges: [] };
      expect(await find(0, 11)).toEqual(none);
      expect(await find(0, 10, 'downstream')).toEqual(none);
    });
  });
});
