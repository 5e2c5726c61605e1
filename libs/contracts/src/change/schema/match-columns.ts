import { sameJson } from '@app/common';
import { type ContractColumn, TYPE_MEMBERS } from '../../document/contract-document';

/** The columns of one level, matched between old and new contract. */
export interface MatchedColumns {
  readonly removed: readonly ContractColumn[];
  readonly added: readonly ContractColumn[];
  /** The same column in both; the names differ if it was renamed. */
  readonly kept: readonly (readonly [before: ContractColumn, after: ContractColumn])[];
}

type Columns = readonly ContractColumn[];
type NameOf = (column: ContractColumn) => string;

/**
 * Matches columns by name, new ones by that of the old column that they mean (`aliases`). A removed and an added column count as a rename if they have the same position (the same index, or after
 * the same column) and the same type, sizes and children.
 */
export function matchColumns(
  before: Columns,
  after: Columns,
  aliases: ReadonlyMap<string, string> = new Map(),
): MatchedColumns {
  const earlier = earlierColumns(before, after, ({ name }) => aliases.get(name) ?? name);
  const stay = new Set(earlier.values());
  return {
    removed: before.filter((column) => !stay.has(column)),
    added: after.filter((column) => !earlier.has(column)),
    kept: [...earlier].map(([now, old]) => [old, now] as const),
  };
}

/** New column → its old column, in the new order. */
function earlierColumns(before: Columns, after: Columns, nameOf: NameOf): Map<ContractColumn, ContractColumn> {
  const old = new Map(before.map((column) => [column.name, column]));
  const names = new Set(after.map(nameOf));
  const gone = new Map<string, ContractColumn>();
  forEachPlace([before, ({ name }) => name], names, (column, places) => {
    if (!names.has(column.name)) for (const place of places) gone.set(place, column);
  });
  const found = new Map<ContractColumn, ContractColumn>();
  const taken = new Set<ContractColumn>();
  forEachPlace([after, nameOf], new Set(old.keys()), (column, places) => {
    const candidates = places.map((place) => gone.get(place)).filter((other) => other !== undefined);
    const renamed = candidates.find((other) => !taken.has(other) && holdsTheSame(other, column));
    const was = old.get(nameOf(column)) ?? renamed;
    if (!was) return;
    found.set(column, was);
    taken.add(was);
  });
  return found;
}

/**
 * Calls back with each column and the keys of its position: its index, and the last preceding column that both contracts have with
 * the number of columns between.
 */
function forEachPlace(
  [columns, nameOf]: readonly [Columns, NameOf],
  other: ReadonlySet<string>,
  visit: (column: ContractColumn, places: readonly string[]) => void,
): void {
  let [last, between] = ['', 0];
  columns.forEach((column, index) => {
    visit(column, [`at ${index}`, `${between} after ${last}`]);
    [last, between] = other.has(nameOf(column)) ? [nameOf(column), 0] : [last, between + 1];
  });
}

function holdsTheSame(a: ContractColumn, b: ContractColumn): boolean {
  return sameJson(shape(a), shape(b));
}

function shape(column: ContractColumn): unknown {
  const below = (column.children ?? []).map((child) => [child.name, shape(child)]);
  return [...TYPE_MEMBERS.map((member) => column[member]), below];
}
