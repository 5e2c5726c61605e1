import { groupBy } from '@app/common';

/** A removed or new table, with the features that may identify it. */
export interface TableTraits {
  readonly fqn: string;
  readonly database: string;
  /** The id of the object in its database; stays when it is renamed. */
  readonly nativeId?: string;
  readonly likeness?: string;
}

export interface PossibleRename {
  readonly from: string;
  readonly to: string;
}

/**
 * Tables that came for one that went, in the same database: with the id of the same object, else with equal columns that no other table has
 * that went or came. A guess is reported and never applied.
 */
export function possibleRenames(gone: readonly TableTraits[], made: readonly TableTraits[]): PossibleRename[] {
  const found: PossibleRename[] = [];
  const isFound = ({ fqn }: TableTraits): boolean => found.some(({ from, to }) => from === fqn || to === fqn);
  for (const trait of ['nativeId', 'likeness'] as const) {
    const left = (tables: readonly TableTraits[]): Map<string, TableTraits[]> =>
      groupBy(
        tables.filter((table) => table[trait] !== undefined && !isFound(table)),
        (table) => JSON.stringify([table.database, table[trait]]),
      );
    const came = left(made);
    for (const [key, [one, ...others]] of left(gone)) {
      const [other, ...more] = came.get(key) ?? [];
      if (one && other && !others.length && !more.length) found.push({ from: one.fqn, to: other.fqn });
    }
  }
  return found;
}
