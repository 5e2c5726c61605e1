import type { GraphNode, ReadGraph, Side } from '../../api/lineage';
import { knownOf, sideOf, type Known } from './known';
import { FAN, planOf, visibleOf, wayTo, type View } from './visible';

const node = (id: string, hop: number): GraphNode => ({
  id,
  name: id,
  fullyQualifiedName: `s.${id}`,
  type: 'table',
  deleted: false,
  hop,
});

/** A part of a lineage: `edges` as words, each node with its hop. */
function graphOf(hops: Readonly<Record<string, number>>, edges: readonly string[], depth: number): ReadGraph {
  return {
    nodes: Object.entries(hops).map(([id, hop]) => node(id, hop)),
    edges: edges.map((edge) => {
      const [from = '', to = ''] = edge.split(' ');
      return { from, to, columns: [] };
    }),
    depth,
    isCut: false,
  };
}

const NOTHING: View = {
  levels: 1,
  open: new Set(),
  closed: new Set(),
  unfolded: new Map(),
  isUnfolded: false,
  pinned: new Set(),
  path: new Set(),
};

const cardsOf = (known: Known, view: Partial<View> = {}) => visibleOf(known, { ...NOTHING, ...view }).nodes;
const namesOf = (known: Known, view: Partial<View> = {}) =>
  cardsOf(known, view)
    .map(({ id }) => id)
    .sort();

/** Two levels of a chain through `root`, and a sibling below `up`. */
const CHAIN = graphOf(
  { root: 0, up: -1, above: -2, down: 1, below: 2 },
  ['above up', 'up root', 'root down', 'down below'],
  2,
);
const SIBLINGS = graphOf(
  { up: 0, root: 1, sibling: 1, nephew: 2, down: 2 },
  ['up root', 'up sibling', 'sibling nephew', 'root down'],
  2,
);

describe('the cards of a lineage', () => {
  const known = knownOf(CHAIN, []);
  const stateOf = (id: string, side: Side, view: Partial<View> = {}, of = known) =>
    cardsOf(of, view).find((card) => card.id === id)?.sides[side];

  it('are those of the first level, and of more levels where these are asked for', () => {
    expect(namesOf(known)).toEqual(['down', 'root', 'up']);
    expect(namesOf(known, { levels: 2 })).toEqual(['above', 'below', 'down', 'root', 'up']);
  });

  it('say how many neighbours there are, or that this is not known', () => {
    expect(stateOf('root', 'upstream')).toMatchObject({ state: 'open', count: 1, isByLevel: true });
    expect(stateOf('down', 'downstream')).toMatchObject({ state: 'closed', count: 1, isByLevel: false });
    expect(stateOf('up', 'downstream')).toEqual({ state: 'closed', isByLevel: false });
    expect(stateOf('below', 'downstream', { levels: 2 })).toEqual({ state: 'closed', isByLevel: false });
    const leaf = knownOf({ ...CHAIN, depth: 3 }, []);
    expect(stateOf('below', 'downstream', { levels: 2 }, leaf)).toMatchObject({ state: 'none' });
  });

  it('come one side at a time, load till they have been read, and go with it', () => {
    const open = new Set([sideOf('downstream', 'down')]);
    expect(namesOf(known, { open })).toEqual(['below', 'down', 'root', 'up']);
    expect(stateOf('down', 'downstream', { open })).toMatchObject({ state: 'open', count: 1 });
    expect(namesOf(known, { closed: new Set([sideOf('downstream', 'root')]) })).toEqual(['root', 'up']);
    const aside = new Set([sideOf('downstream', 'up')]);
    expect(stateOf('up', 'downstream', { open: aside })).toEqual({ state: 'loading', isByLevel: false });
  });

  it('of a side that turns back lie beside the asset in the middle, and no level expands them', () => {
    const turned = knownOf(CHAIN, [{ id: 'up', side: 'downstream', graph: SIBLINGS }]);
    const open = new Set([sideOf('downstream', 'up')]);
    expect(namesOf(turned, { open })).toEqual(['down', 'root', 'sibling', 'up']);
    expect(cardsOf(turned, { open }).map(({ id, hop, isCentre }) => [id, hop, isCentre])).toContainEqual([
      'sibling',
      0,
      false,
    ]);
    expect(stateOf('sibling', 'downstream', { open }, turned)).toMatchObject({ state: 'closed', count: 1 });
  });

  it('are each there once in a cycle', () => {
    const cycle = knownOf(graphOf({ root: 0, a: -1, b: -2 }, ['root b', 'b a', 'a root', 'root root'], 3), []);
    expect(namesOf(cycle, { levels: 5 })).toEqual(['a', 'b', 'root']);
    expect(visibleOf(cycle, { ...NOTHING, levels: 5 }).edges).toHaveLength(4);
  });
});

describe('a fan', () => {
  const leaves = Array.from({ length: FAN + 23 }, (_, at) => `leaf${String(at).padStart(2, '0')}`);
  const known = knownOf(
    graphOf(
      { root: 0, other: 1, ...Object.fromEntries(leaves.map((leaf) => [leaf, 1])) },
      [...leaves.toReversed().map((leaf) => `root ${leaf}`), 'root other', 'leaf00 leaf30'],
      2,
    ),
    [],
  );
  const foldsOf = (view: Partial<View> = {}) => visibleOf(known, { ...NOTHING, ...view }).folds;

  it('shows its first twelve by name, and one card for the others', () => {
    expect(namesOf(known)).toEqual([...leaves.slice(0, FAN), 'root']);
    expect(foldsOf()).toMatchObject([{ of: 'root', side: 'downstream', hop: 1, shown: FAN }]);
    expect(foldsOf()[0]?.hidden).toHaveLength(24);
    expect(planOf(visibleOf(known, NOTHING)).edges.at(-1)).toEqual({ from: 'root', to: 'fold downstream root' });
  });

  it('unfolds by twelve and wholly, and counts what is shown elsewhere no more', () => {
    const by = (count: number) => ({ unfolded: new Map([[sideOf('downstream', 'root'), count]]) });
    expect(foldsOf(by(2 * FAN))[0]?.hidden).toHaveLength(12);
    expect(foldsOf(by(36))).toEqual([]);
    expect(foldsOf({ isUnfolded: true })).toEqual([]);
    expect(namesOf(known, { isUnfolded: true })).toHaveLength(37);
    expect(foldsOf({ open: new Set([sideOf('downstream', 'leaf00')]) })[0]?.hidden).not.toContain('leaf30');
  });

  it('begins with what is pinned, of a side that is collapsed as well, and then with what lies on the path', () => {
    const view = { pinned: new Set(['leaf33']), path: new Set(['root leaf34']) };
    expect(namesOf(known, view)).toEqual([...leaves.slice(0, FAN - 2), 'leaf33', 'leaf34', 'root'].sort());
    const closed = new Set([sideOf('downstream', 'root')]);
    expect(namesOf(known, { ...view, closed })).toEqual(['leaf33', 'leaf34', 'root']);
  });
});

it('finds the cards that lead to one, by the fewest steps', () => {
  expect(wayTo(knownOf(CHAIN, []), 'below').sort()).toEqual(['below', 'down', 'root']);
  expect(wayTo(knownOf(CHAIN, []), 'gone')).toEqual([]);
});
