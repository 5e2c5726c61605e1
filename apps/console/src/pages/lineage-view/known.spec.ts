import { hitsIn, knownOf } from './known';

const node = (name: string, hop: number, displayName?: string) => ({
  ...{ id: name, name, fullyQualifiedName: `orders.${name}`, type: 'table' as const, deleted: false, hop },
  ...(displayName !== undefined && { displayName }),
});

const known = knownOf(
  {
    nodes: [node('root', 0), node('far_orders', 2), node('b', 1, 'Orders by day'), node('ORDERS', -1), node('c', 1)],
    ...{ edges: [], depth: 2, isCut: false },
  },
  [],
);

it('finds assets by a part of their name or display name, in any case, the nearest first, and none by their path', () => {
  expect(hitsIn(known, ' orders')).toEqual(['ORDERS', 'b', 'far_orders']);
  expect(hitsIn(known, 'nothing')).toEqual([]);
});

it('finds nothing before something is typed', () => {
  expect(hitsIn(known, '  ')).toEqual([]);
});
