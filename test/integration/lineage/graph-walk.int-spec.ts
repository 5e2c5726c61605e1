import type { WalkRequest } from '../../../libs/lineage/src/traversal/walk';
import { GraphFixture, someone, type WalkedEdge } from './graph.fixture';

/** Graphs of the ordinary run; LINEAGE_GRAPHS=2000 for a long one. */
const GRAPHS = Number(process.env.LINEAGE_GRAPHS ?? 40);
const SEED = 20261120;

interface RandomGraph {
  readonly size: number;
  readonly deleted: number[];
  readonly edges: [number, number][];
}

/** mulberry32: small, and the same on every machine. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Dense enough for cycles, diamonds and self edges in most of them. */
function randomGraph(random: () => number): RandomGraph {
  const size = 1 + Math.floor(random() * 14);
  const node = () => Math.floor(random() * size);
  const pairs = Array.from({ length: Math.floor(random() * size * 3) }, (): [number, number] => [node(), node()]);
  const edges = [...new Map(pairs.map((pair) => [pair.join(), pair])).values()];
  const deleted = Array.from({ length: size }, (_, i) => i).filter((i) => i > 0 && random() < 0.15);
  return { size, deleted, edges };
}

interface Naive {
  readonly edges: readonly (readonly [number, number])[];
  readonly hidden: ReadonlySet<number>;
  readonly fqns: ReadonlyMap<number, string>;
}

/** The meaning of a walk, without any thought of speed. */
function naive({ edges, hidden, fqns }: Naive, request: WalkRequest): WalkedEdge[] {
  const root = Number(request.root);
  const seen = edges.filter(([from, to]) => !hidden.has(from) && !hidden.has(to));
  const fqn = (node: number): string => fqns.get(node) as string;
  const upstream = side('upstream', request.upstreamDepth, ([from, to]) => [to, from]);
  const taken = new Set(upstream.map(({ from, to }) => `${from} ${to}`));
  const downstream = side('downstream', request.downstreamDepth, ([from, to]) => [from, to]);
  return [...upstream, ...downstream.filter(({ from, to }) => !taken.has(`${from} ${to}`))];

  function side(name: WalkedEdge['side'], depth: number, ends: (edge: readonly [number, number]) => [number, number]) {
    const distance = new Map([[root, 0]]);
    for (let hop = 0; hop < depth; hop++) {
      for (const edge of seen) {
        const [near, far] = ends(edge);
        if (distance.get(near) === hop && !distance.has(far)) distance.set(far, hop + 1);
      }
    }
    const hopOf = (edge: readonly [number, number]): number => (distance.get(ends(edge)[0]) ?? depth) + 1;
    return seen
      .filter((edge) => hopOf(edge) <= depth)
      .map((edge) => ({ side: name, hop: hopOf(edge), from: edge[0], to: edge[1] }))
      .sort((a, b) => a.hop - b.hop || order(fqn(a.from), fqn(b.from)) || order(fqn(a.to), fqn(b.to)));
  }
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

describe('a walk', () => {
  let world: GraphFixture;

  beforeAll(async () => {
    world = await GraphFixture.open();
  });
  afterAll(() => world.close());

  it(`is what a naive search finds, in the same order, on ${GRAPHS} random graphs`, async () => {
    const random = randomOf(SEED);
    let walked = 0;
    for (let i = 0; i < GRAPHS; i++) {
      const graph = randomGraph(random);
      const nodes = await world.plant(graph.size, graph.deleted);
      const at = (place: number): number => nodes[place] as number;
      const edges = graph.edges.map(([from, to]): [number, number] => [at(from), at(to)]);
      await world.link(edges);
      const fqns = await world.fqns(nodes);
      for (const includeDeleted of [false, true]) {
        const hidden = new Set(includeDeleted ? [] : graph.deleted.map(at));
        for (const [upstreamDepth, downstreamDepth] of [
          [0, 0],
          [1, 0],
          [0, 1],
          [2, 3],
          [3, 1],
          [50, 50],
        ] as const) {
          const request = { root: String(at(0)), upstreamDepth, downstreamDepth, includeDeleted };
          const found = await world.walk(request);
          expect(found).toEqual(naive({ edges, hidden, fqns }, request));
          walked += found.length;
        }
      }
    }
    expect(walked).toBeGreaterThan(GRAPHS * 20);
  });

  it('hides what lies behind what the caller may not view', async () => {
    const schema = await world.schema();
    const owner = await world.create('user', { name: 'ada_walk', email: 'ada.walk@example.com' });
    const owners = [{ id: owner.id, type: 'user' }];
    const names = ['root', 'mine', 'theirs', 'behind'];
    const tables = [];
    for (const name of names)
      tables.push(await world.table(schema, name, name === 'root' || name === 'mine' ? { owners } : {}));
    const nodes = await Promise.all(tables.map((table) => world.nodeOf(table)));
    const [root, mine, theirs, behind] = nodes as [number, number, number, number];
    await world.link([
      [root, mine],
      [root, theirs],
      [theirs, behind],
      [mine, behind],
    ]);
    const request = { root: String(root), upstreamDepth: 0, downstreamDepth: 9, includeDeleted: false };
    expect(await world.walk(request)).toHaveLength(4);
    const view = { operations: ['ViewBasic' as const], resources: ['table'] };
    const restricted = someone([{ ...view, condition: 'isOwner()' }], [owner.id]);
    expect(await world.walk(request, restricted)).toEqual([{ side: 'downstream', hop: 1, from: root, to: mine }]);
    const nobodys = someone([{ ...view, condition: 'noOwner()' }], [owner.id]);
    const toNobodys = (await world.walk(request, nobodys)).map(({ to }) => to);
    expect(toNobodys).toEqual([theirs, behind]);
    expect(await world.walk(request, someone([]))).toEqual([]);
    expect(await world.walk(request, someone([view]))).toHaveLength(4);
  });

  it('takes a hub in blocks', async () => {
    const nodes = await world.plant(5_001);
    const hub = nodes[0] as number;
    await world.link(nodes.slice(1).map((node) => [hub, node] as const));
    const fqns = await world.fqns(nodes);
    const found = await world.walk({ root: String(hub), upstreamDepth: 3, downstreamDepth: 3, includeDeleted: false });
    expect(found).toHaveLength(5_000);
    const reached = found.map(({ to }) => fqns.get(to) as string);
    expect(reached).toEqual([...reached].sort(order));
  });
});
