import { splitFqn } from '@app/catalog';
import type { AssetColumns, PartitionPromise, ReferencePromise } from '@app/contracts';

/** Whether the asset has a foreign key from these columns to those of the promise, and from no others. */
export function hasForeignKey(
  { tableConstraints, columns }: AssetColumns,
  { columns: promised, table, referred }: ReferencePromise,
): boolean {
  const [first] = columns;
  const own = splitFqn(first?.fullyQualifiedName ?? '')?.slice(0, -1) ?? [];
  const named = table === undefined ? [] : (splitFqn(table) ?? []);
  // The names that are left out are those of the asset.
  const other = table === undefined ? own : [...own.slice(0, own.length - named.length), ...named];
  const wanted = pairs(
    promised.map(({ names }) => names.join('.')),
    referred.map((name) => JSON.stringify([...other, name])),
  );
  return tableConstraints.some(
    ({ constraintType, columns: from = [], referredColumns: to = [] }) =>
      constraintType === 'FOREIGN_KEY' &&
      own.length > 0 &&
      wanted ===
        pairs(
          from.map((name) => namesOf(name).at(-1) ?? name),
          to.map((name) => JSON.stringify(namesOf(name))),
        ),
  );
}

const namesOf = (fqn: string): readonly string[] => splitFqn(fqn) ?? [fqn];

const pairs = (from: readonly string[], to: readonly string[]): string =>
  JSON.stringify(from.map((name, index) => `${name} ${to[index]}`).sort());

/** The fault of a column that is promised to be one by which the asset is partitioned; undefined where it is. */
export function isPartitionedBy(
  partition: readonly string[],
  { column, position }: PartitionPromise,
): string | undefined {
  const found = partition.indexOf(column.names.at(-1) ?? '') + 1;
  if (found === 0) return `is not a column by which the asset is partitioned: ${partition.join(', ')}`;
  if (position === undefined || position === found) return undefined;
  return `is number ${found} of the columns by which the asset is partitioned, expected ${position}`;
}
