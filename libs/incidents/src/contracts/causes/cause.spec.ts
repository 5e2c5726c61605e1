import { assert, property, record, boolean, integer, array, uniqueArray, tuple } from 'fast-check';
import { CauseFinder, type BrokenAsset, type CauseGraph } from './cause';

const HOUR = 3_600_000;

type Edge = readonly [from: number, to: number];

function graphOf(
  edges: readonly Edge[],
  broken: Record<number, Partial<BrokenAsset>>,
  firm: readonly number[] = [],
): CauseGraph {
  const above = new Map<number, number[]>();
  for (const [from, to] of edges) above.set(to, [...(above.get(to) ?? []), from]);
  const assets = Object.entries(broken).map(
    ([asset, one]) =>
      [Number(asset), { id: `i${asset}`, openedAt: 0, fqn: `c${asset}`, within: 6 * HOUR, ...one }] as const,
  );
  return { above, broken: new Map(assets), firm: new Set(firm) };
}

const causeOf = (asset: number, graph: CauseGraph, limits?: { hops: number; assets: number }) =>
  new CauseFinder(graph, limits).causeOf(asset);

describe('the cause of an incident', () => {
  const chain: Edge[] = [
    [1, 2],
    [2, 3],
    [3, 4],
  ];

  it('is the root upstream, by hops, and not the nearest', () => {
    const graph = graphOf(chain, { 1: {}, 3: {}, 4: {} });
    expect(causeOf(4, graph)).toEqual({ asset: 1, hops: 3 });
    expect(causeOf(3, graph)).toEqual({ asset: 1, hops: 2 });
    expect(causeOf(1, graph)).toBeUndefined();
  });

  it('lies not beyond an asset whose contract passes, unless that has an incident as well', () => {
    expect(causeOf(4, graphOf(chain, { 1: {}, 4: {} }, [3]))).toBeUndefined();
    expect(causeOf(4, graphOf(chain, { 1: {}, 3: {}, 4: {} }, [3]))).toEqual({ asset: 1, hops: 3 });
    // The own asset is gone on from.
    expect(causeOf(4, graphOf(chain, { 1: {}, 4: {} }, [4]))).toEqual({ asset: 1, hops: 3 });
  });

  it('opened not much later than what follows from it', () => {
    const at = (openedAt: number) => causeOf(4, graphOf(chain, { 1: { openedAt }, 4: { openedAt: HOUR } }));
    expect(at(7 * HOUR)).toEqual({ asset: 1, hops: 3 });
    expect(at(7 * HOUR + 1)).toBeUndefined();
    const alone = graphOf(chain, { 1: {}, 4: {} });
    const { within: _within, ...ungrouped } = alone.broken.get(4)!;
    expect(causeOf(4, { ...alone, broken: new Map([...alone.broken, [4, ungrouped]]) })).toBeUndefined();
  });

  it('is of several the earliest, then the nearest, then that of the smaller name', () => {
    const fan: Edge[] = [
      [1, 9],
      [2, 9],
      [3, 1],
    ];
    const pick = (broken: Record<number, Partial<BrokenAsset>>) =>
      causeOf(9, graphOf(fan, { ...broken, 9: { openedAt: 9 } }));
    expect(pick({ 1: { openedAt: 5 }, 2: { openedAt: 4 } })).toEqual({ asset: 2, hops: 1 });
    expect(pick({ 3: { openedAt: 4 }, 2: { openedAt: 4 } })).toEqual({ asset: 2, hops: 1 });
    expect(pick({ 1: { fqn: 'b' }, 2: { fqn: 'a' } })).toEqual({ asset: 2, hops: 1 });
  });

  it('is in a cycle the earliest of it', () => {
    const cycle: Edge[] = [
      [1, 2],
      [2, 1],
      [2, 3],
    ];
    const graph = graphOf(cycle, { 1: { openedAt: 2 }, 2: { openedAt: 1 }, 3: { openedAt: 3 } });
    expect([1, 2, 3].map((asset) => causeOf(asset, graph)?.asset)).toEqual([2, undefined, 2]);
  });

  it('is looked for so far and among so many assets', () => {
    const long = Array.from({ length: 12 }, (_, at): Edge => [at + 1, at]);
    expect(causeOf(0, graphOf(long, { 0: {}, 10: {} }))).toEqual({ asset: 10, hops: 10 });
    expect(causeOf(0, graphOf(long, { 0: {}, 11: {} }))).toBeUndefined();
    const limits = { hops: 10, assets: 5 };
    expect(causeOf(0, graphOf(long, { 0: {}, 4: {} }), limits)).toEqual({ asset: 4, hops: 4 });
    expect(causeOf(0, graphOf(long, { 0: {}, 5: {} }), limits)).toBeUndefined();
  });
});

describe.each([
  { assets: 7, most: 16, times: [0, 3] as const, numRuns: 3_000 },
  // More than one word of a set has bits, and few openings are at one time.
  { assets: 80, most: 200, times: [0, 30] as const, numRuns: 150 },
])('the cause of an incident, of any graph of $assets assets', ({ assets: ASSETS, most, times, numRuns }) => {
  const LIMIT = 3;
  const asset = integer({ min: 0, max: ASSETS - 1 });
  const fqnOf = (one: number): string => `c${String(one).padStart(3, '0')}`;
  const graphs = record({
    edges: uniqueArray(tuple(asset, asset), { maxLength: most, selector: ([from, to]) => from * ASSETS + to }),
    assets: array(record({ broken: boolean(), firm: boolean(), at: integer({ min: times[0], max: times[1] }) }), {
      minLength: ASSETS,
      maxLength: ASSETS,
    }),
    within: integer({ min: 0, max: times[1] - 1 }),
  });

  /** Fewest edges from one asset up to another, by walks of one edge more each; those between are not firm. */
  function distances(edges: readonly Edge[], isStop: (asset: number) => boolean): (from: number, to: number) => number {
    const best = new Map<string, number>();
    for (let start = 0; start < ASSETS; start++) {
      let ends = new Set([start]);
      for (let length = 1; length <= LIMIT; length++) {
        const open = [...ends].filter((one) => length === 1 || !isStop(one));
        ends = new Set(open.flatMap((one) => edges.filter(([, to]) => to === one).map(([from]) => from)));
        for (const end of ends) if (!best.has(`${start} ${end}`)) best.set(`${start} ${end}`, length);
      }
    }
    return (from, to) => best.get(`${from} ${to}`) ?? Infinity;
  }

  it('is what the rules say', () => {
    assert(
      property(graphs, asset, ({ edges, assets, within }, start) => {
        assets[start]!.broken = true;
        const isBroken = (one: number) => assets[one]!.broken;
        const firm = assets.flatMap((one, at) => (one.firm ? [at] : []));
        const broken = Object.fromEntries(
          assets.flatMap((one, at) => (one.broken ? [[at, { openedAt: one.at, within, fqn: fqnOf(at) }]] : [])),
        );
        const distance = distances(edges, (one) => assets[one]!.firm && !isBroken(one));
        const reaches = (one: number, other: number) => one !== other && distance(one, other) <= LIMIT;
        const among = [...assets.keys()].filter(
          (one) =>
            one === start || (isBroken(one) && reaches(start, one) && assets[one]!.at <= assets[start]!.at + within),
        );
        const rank = (one: number) => [assets[one]!.at, one === start ? 0 : distance(start, one), fqnOf(one)] as const;
        const earlier = (one: number, other: number) =>
          assets[one]!.at < assets[other]!.at || (assets[one]!.at === assets[other]!.at && one < other);
        const roots = among
          .filter((one) => among.every((other) => !reaches(one, other) || reaches(other, one)))
          .filter((one, _, all) => !all.some((other) => reaches(one, other) && earlier(other, one)));
        const ordered = roots.sort((one, other) => {
          const [first, second] = [rank(one), rank(other)];
          return first[0] - second[0] || first[1] - second[1] || (first[2] < second[2] ? -1 : 1);
        });
        const expected =
          ordered[0] === undefined || ordered[0] === start
            ? undefined
            : { asset: ordered[0], hops: distance(start, ordered[0]) };
        const found = causeOf(start, graphOf(edges, broken, firm), { hops: LIMIT, assets: 1_000 });
        expect(found).toEqual(expected);
      }),
      { numRuns, seed: 174 },
    );
  });
});
