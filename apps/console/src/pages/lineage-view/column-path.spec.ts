import fc from 'fast-check';
import type { GraphEdge } from '../../api/lineage';
import { pathOf } from './column-path';

const edge = (from: string, to: string, ...columns: GraphEdge['columns']): GraphEdge => ({ from, to, columns });

it('follows a column through assets, to what it is made of and to what is made of it, and not aside', () => {
  const edges: GraphEdge[] = [
    { ...edge('a', 'b', { from: ['a.x', 'a.y'], to: 'b.x', function: 'x + y' }), description: 'nightly' },
    edge('b', 'c', { from: ['b.x'], to: 'c.x' }, { from: ['b.z'], to: 'c.z' }),
    edge('a', 'd', { from: ['a.x'], to: 'd.x' }),
  ];
  const path = pathOf(edges, 'b', 'b.x');
  expect([...path.columns].sort()).toEqual(['a.x', 'a.y', 'b.x', 'c.x']);
  expect([...path.assets].sort()).toEqual(['a', 'b', 'c']);
  expect([...path.edges].sort()).toEqual(['a b', 'b c']);
  expect(path.upstream).toContainEqual({
    ...{ fromAsset: 'a', toAsset: 'b', from: 'a.y', to: 'b.x' },
    ...{ function: 'x + y', description: 'nightly' },
  });
  expect(path.downstream.map(({ from, to }) => [from, to])).toEqual([['b.x', 'c.x']]);
});

it('is the column alone where nothing is known of it', () => {
  const path = pathOf([edge('a', 'b')], 'a', 'a.x');
  expect([[...path.columns], [...path.assets], path.upstream, path.downstream]).toEqual([['a.x'], ['a'], [], []]);
});

/** Columns that can be reached along pairs, by trying every pair till nothing new is found. */
function plainly(pairs: readonly (readonly [string, string])[], column: string): Set<string> {
  const found = new Set([column]);
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const [from, to] of pairs) if (found.has(from)) found.add(to);
  }
  return found;
}

it('finds what a plain search over pairs finds, in whatever graph', () => {
  const ASSETS = ['a', 'b', 'c', 'd', 'e'];
  const column = fc.tuple(fc.constantFrom(...ASSETS), fc.constantFrom('x', 'y', 'z')).map((parts) => parts.join('.'));
  const assetOf = (name: string) => name.slice(0, 1);
  fc.assert(
    fc.property(fc.array(fc.tuple(column, column), { maxLength: 40 }), column, (pairs, start) => {
      const edges = pairs.map(([from, to]) => edge(assetOf(from), assetOf(to), { from: [from], to }));
      const { columns, upstream, downstream } = pathOf(edges, assetOf(start), start);
      const back = pairs.map(([from, to]) => [to, from] as const);
      const [above, below] = [plainly(back, start), plainly(pairs, start)];
      expect([...columns].sort()).toEqual([...new Set([...above, ...below])].sort());
      expect(new Set(upstream.map(({ from }) => from))).toEqual(
        new Set(pairs.flatMap(([from, to]) => (above.has(to) ? [from] : []))),
      );
      expect(new Set(downstream.map(({ to }) => to))).toEqual(
        new Set(pairs.flatMap(([from, to]) => (below.has(from) ? [to] : []))),
      );
    }),
  );
});
