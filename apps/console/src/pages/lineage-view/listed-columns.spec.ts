import { listsOf, MOST_COLUMNS } from './listed-columns';

const NAMES = Array.from({ length: MOST_COLUMNS + 3 }, (_, at) => `s.a.c${String(at).padStart(2, '0')}`);
const node = (id: string) => ({
  id,
  name: id,
  fullyQualifiedName: `s.${id}`,
  type: 'table' as const,
  deleted: false,
  hop: 0,
});
const GRAPH = {
  nodes: [node('a'), node('b'), node('c')],
  edges: [{ from: 'a', to: 'b', columns: NAMES.map((from) => ({ from: [from], to: 's.b.x' })) }],
};
const last = NAMES.at(-1) as string;

it('lists nothing of a closed list but what lies on the path', () => {
  const lists = listsOf(GRAPH, new Set([last]), () => 'none');
  expect(lists.get('a')).toEqual({
    ...{ state: 'none', count: NAMES.length, more: 0 },
    listed: [{ fqn: last, name: 'c14', isOnPath: true }],
  });
  expect(lists.get('b')).toMatchObject({ count: 1, listed: [] });
  expect(lists.has('c')).toBe(false);
});

it('lists the first of an open list, and always what lies on the path, in the order of names', () => {
  const { listed = [], more } = listsOf(GRAPH, new Set([last]), () => 'first').get('a') ?? {};
  expect(listed.map(({ fqn }) => fqn)).toEqual([...NAMES.slice(0, MOST_COLUMNS - 1), last]);
  expect(more).toBe(3);
  expect(listsOf(GRAPH, new Set(), () => 'all').get('a')).toMatchObject({ more: 0, listed: { length: NAMES.length } });
});
