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

/**
 * Matches columns by name. A removed and an added column count as a rename if they have the same position (the same index, or after
 * the same column) and the same type, sizes and children.
 */
export function matchColumns(before: Columns, after: Columns): MatchedColumns {
  const earlier = earlierColumns(before, after);
  const stay = new Set(earlier.values());
  return {
    removed: before.filter((column) => !stay.has(column)),
    added: after.filter((column) => !earlier.has(column)),
    kept: [...earlier].map(([now, old]) => [old, now] as const),
  };
}

/** New column → its old column, in the new order. */
function earlierColumns(before: Columns, after: Columns): Map<ContractColumn, ContractColumn> {
  const old = new Map(before.map((column) => [column.name, column]));
  const names = namesOf(after);
  const gone = new Map<string, ContractColumn>();
  forEachPlace(before, names, (column, places) => {
    if (!names.has(column.name)) for (const place of places) gone.set(place, column);
  });
  const found = new Map<ContractColumn, ContractColumn>();
  const taken = new Set<ContractColumn>();
  forEachPlace(after, namesOf(before), (column, places) => {
    const candidates = places.map((place) => gone.get(place)).filter((other) => other !== undefined);
    const renamed = candidates.find((other) => !taken.has(other) && holdsTheSame(other, column));
    const was = old.get(column.name) ?? renamed;
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
  columns: Columns,
  other: ReadonlySet<string>,
  visit: (column: ContractColumn, places: readonly string[]) => void,
): void {
  let [last, between] = ['', 0];
  columns.forEach((column, index) => {
    visit(column, [`at ${index}`, `${between} after ${last}`]);
    [last, between] = other.has(column.name) ? [column.name, 0] : [last, between + 1];
  });
}

function namesOf(columns: Columns): Set<string> {
  return new Set(columns.map(({ name }) => name));
}

function holdsTheSame(a: ContractColumn, b: ContractColumn): boolean {
  return sameJson(shape(a), shape(b));
}

function shape(column: ContractColumn): unknown {
  const below = (column.children ?? []).map((child) => [child.name, shape(child)]);
  return [...TYPE_MEMBERS.map((member) => column[member]), below];
}
