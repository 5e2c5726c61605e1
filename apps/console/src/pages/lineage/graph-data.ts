import { isBroken } from '../../api/execution-status';
import type { Graph } from '../../api/lineage';

export function addTo<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}

/** Assets downstream of one whose contract is broken, that asset included. */
export function reachedByFailures(
  { edges }: Pick<Graph, 'edges'>,
  states: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) addTo(next, from, to);
  const reached = new Set([...states].filter(([, status]) => isBroken(status)).map(([id]) => id));
  // A set grows while it is walked, and shows each member once: also in a cycle.
  for (const id of reached) for (const to of next.get(id) ?? []) reached.add(to);
  return reached;
}

/** The columns of each asset that lineage goes through, by its id, by name. */
export function columnsOf({ edges, nodes }: Pick<Graph, 'edges' | 'nodes'>): ReadonlyMap<string, readonly string[]> {
  const names = new Map(nodes.map(({ id, fullyQualifiedName }) => [id, fullyQualifiedName]));
  const columns = new Map<string, Set<string>>();
  const add = (id: string, column: string): void => {
    const prefix = `${names.get(id) ?? ''}.`;
    const name = column.startsWith(prefix) ? column.slice(prefix.length) : column;
    columns.set(id, (columns.get(id) ?? new Set()).add(name));
  };
  for (const { from, to, columns: pairs } of edges) {
    for (const pair of pairs) {
      pair.from.forEach((column) => add(from, column));
      add(to, pair.to);
    }
  }
  return new Map([...columns].map(([id, set]) => [id, [...set].sort()]));
}
