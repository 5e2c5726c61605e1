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

/** FQNs of the columns of each asset that lineage goes through, by its id, in their order. */
export function columnsOf({ edges }: Pick<Graph, 'edges'>): ReadonlyMap<string, readonly string[]> {
  const columns = new Map<string, Set<string>>();
  const add = (id: string, column: string): void => {
    columns.set(id, (columns.get(id) ?? new Set()).add(column));
  };
  for (const { from, to, columns: pairs } of edges) {
    for (const pair of pairs) {
      pair.from.forEach((column) => add(from, column));
      add(to, pair.to);
    }
  }
  return new Map([...columns].map(([id, set]) => [id, [...set].sort()]));
}

/** Path of a column inside its asset. */
export const columnName = (column: string, asset: string): string =>
  column.startsWith(`${asset}.`) ? column.slice(asset.length + 1) : column;
