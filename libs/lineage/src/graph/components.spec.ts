import fc from 'fast-check';
import { cyclesOf } from './components';

/** By the definition of a cycle: nodes that reach each other. */
function naive(edges: readonly (readonly [number, number])[]): Set<string> {
  const nodes = [...new Set(edges.flat())];
  const reaches = new Set(edges.map(([from, to]) => `${from} ${to}`));
  for (const via of nodes)
    for (const from of nodes)
      for (const to of nodes)
        if (reaches.has(`${from} ${via}`) && reaches.has(`${via} ${to}`)) reaches.add(`${from} ${to}`);
  const cycles = nodes
    .filter((node) => reaches.has(`${node} ${node}`))
    .map((node) => nodes.filter((other) => reaches.has(`${node} ${other}`) && reaches.has(`${other} ${node}`)));
  return new Set(cycles.map((cycle) => cycle.sort((a, b) => a - b).join()));
}

describe('cyclesOf', () => {
  it('finds the nodes that reach each other, each once', () => {
    const node = fc.nat({ max: 8 });
    fc.assert(
      fc.property(fc.array(fc.tuple(node, node), { maxLength: 24 }), (edges) => {
        const found = cyclesOf(edges);
        expect(new Set(found.map((cycle) => [...cycle].sort((a, b) => a - b).join()))).toEqual(naive(edges));
        expect(new Set(found.flat()).size).toBe(found.flat().length);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['no edge', [], []],
    ['a chain', ['ab', 'bc'], []],
    ['a self edge', ['ab', 'bb'], [['b']]],
    ['a ring', ['ab', 'bc', 'ca'], [['a', 'b', 'c']]],
    ['a diamond', ['ab', 'ac', 'bd', 'cd'], []],
    [
      'two rings with a bridge, in the order of the edges',
      ['xy', 'yx', 'xa', 'ab', 'ba'],
      [
        ['x', 'y'],
        ['a', 'b'],
      ],
    ],
  ])('in %s', (_, edges, cycles) => {
    expect(cyclesOf(edges.map((edge) => [edge[0], edge[1]] as [string, string]))).toEqual(cycles);
  });

  it('does not mind a chain of 200,000', () => {
    const size = 200_000;
    const ring = Array.from({ length: size }, (_, i) => [i, (i + 1) % size] as const);
    expect(cyclesOf(ring)).toHaveLength(1);
    expect(cyclesOf(ring.slice(1))).toEqual([]);
  });
});
