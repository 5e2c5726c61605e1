import { LineageGraph, Neighbourhood } from '@app/lineage';
import { seededRandom } from '../../bench/measure/random';
import { LargeReads } from '@app/database';
import { ADMIN, GraphFixture, type WalkedEdge } from './graph.fixture';

interface Near {
  readonly nodes: { id: string }[];
  readonly upstreamEdges: { fromEntity: string; toEntity: string }[];
  readonly downstreamEdges: { fromEntity: string; toEntity: string }[];
}

const SIZE = 40;

describe('the neighbourhood of an asset by one statement', () => {
  let world: GraphFixture;

  beforeAll(async () => {
    world = await GraphFixture.open();
  });
  afterAll(() => world.close());

  async function idsOf(nodes: readonly number[]): Promise<Map<number, string>> {
    const rows = await world.database.query<{ node: number; id: string }>(
      'select node::int, id::text from entity where node = any($1)',
      [nodes],
    );
    return new Map(rows.map(({ node, id }) => [node, id]));
  }

  async function near(
    id: string,
    upstreamDepth: number,
    downstreamDepth: number,
    includeDeleted: boolean,
  ): Promise<Near> {
    const request = { upstreamDepth, downstreamDepth, includeDeleted };
    let text = '';
    for await (const piece of await world.app.get(Neighbourhood).read(ADMIN, 'table', { id }, request)) text += piece;
    return JSON.parse(text) as Near;
  }

  it.each([1, 2, 3])('is what a walk hop by hop finds, in its order (seed %i)', async (seed) => {
    const random = seededRandom(seed);
    const any = (): number => Math.floor(random() * SIZE);
    const deleted = [any(), any(), any()].filter((place) => place > 4);
    const nodes = await world.plant(SIZE, deleted);
    const pairs = new Map(Array.from({ length: 70 }, () => [any(), any()] as const).map((pair) => [pair.join(), pair]));
    await world.link([...pairs.values()].map(([from, to]) => [nodes[from] as number, nodes[to] as number] as const));
    const ids = await idsOf(nodes);
    for (let round = 0; round < 12; round++) {
      const root = nodes[round % 5] as number;
      const [upstreamDepth, downstreamDepth] = [Math.floor(random() * 4), Math.floor(random() * 4)];
      const includeDeleted = round % 3 === 0;
      const walked = await world.walk({ root: String(root), upstreamDepth, downstreamDepth, includeDeleted });
      const edgesOf = (side: WalkedEdge['side']): object[] =>
        walked
          .filter((edge) => edge.side === side)
          .map(({ from, to }) => ({ fromEntity: ids.get(from), toEntity: ids.get(to) }));
      const far = walked.map(({ side, from, to }) => ids.get(side === 'upstream' ? from : to));
      const answer = await near(ids.get(root) as string, upstreamDepth, downstreamDepth, includeDeleted);
      const ends = ({ fromEntity, toEntity }: { fromEntity: string; toEntity: string }) => ({ fromEntity, toEntity });
      expect(answer.upstreamEdges.map(ends)).toEqual(edgesOf('upstream'));
      expect(answer.downstreamEdges.map(ends)).toEqual(edgesOf('downstream'));
      expect(answer.nodes.map(({ id }) => id)).toEqual([...new Set(far)].filter((id) => id !== ids.get(root)));
    }
  });

  it('asks one statement where edges are few, and walks where they are many', async () => {
    const nodes = await world.plant(602);
    const [hub, alone] = nodes as [number, number];
    await world.link(nodes.slice(2).map((node) => [hub, node] as const));
    await world.link([[alone, hub]]);
    const ids = await idsOf([hub, alone]);
    const before = world.database.statements;
    await near(ids.get(alone) as string, 3, 1, false);
    expect(world.database.statements - before).toBe(1);
    const { downstreamEdges, nodes: met } = await near(ids.get(alone) as string, 1, 2, false);
    expect([downstreamEdges.length, met.length]).toEqual([601, 601]);
  });

  it('of a hub is refused while many large ones are read, and that of others is not', async () => {
    const [hub, small, ...far] = await world.plant(602);
    await world.link([[small!, hub!], ...far.map((node) => [hub!, node] as const)]);
    const ids = await idsOf([hub!, small!]);
    const [hubId, smallId] = [ids.get(hub!)!, ids.get(small!)!];
    const graph = {
      direction: 'both',
      depth: 1,
      nodes: 1_000,
      includeDeleted: false,
      columns: false,
      counts: false,
    } as const;
    let release = (): void => undefined;
    const held = new Promise<void>((go) => (release = go));
    const large = world.app.get(LargeReads);
    const reads = Array.from({ length: 32 }, () => large.turn(() => held));
    const refusal = { code: 'SERVICE_UNAVAILABLE', retryAfter: 5 };
    await expect(near(hubId, 0, 1, false)).rejects.toMatchObject(refusal);
    await expect(world.app.get(LineageGraph).read(ADMIN, 'table', { id: hubId }, graph)).rejects.toMatchObject(refusal);
    expect((await near(smallId, 1, 1, false)).downstreamEdges).toHaveLength(1);
    release();
    await Promise.all(reads);
    expect((await near(hubId, 1, 1, false)).downstreamEdges).toHaveLength(600);
  });
});
