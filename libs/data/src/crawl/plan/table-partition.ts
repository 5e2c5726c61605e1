import type { SourceTable } from '@app/sources';

export interface TablePartition {
  readonly columns: readonly { readonly columnName: string; readonly intervalType: IntervalType }[];
}

type IntervalType = 'TIME-UNIT' | 'INTEGER-RANGE' | 'COLUMN-VALUE' | 'OTHER';

/** By which columns a table is partitioned; nothing where it is by expressions, which name none. */
export function tablePartition(
  { partition, columns }: SourceTable,
  names: ReadonlySet<string>,
): { tablePartition: TablePartition } | undefined {
  const known = partition?.columns.filter((name) => names.has(name)) ?? [];
  if (!partition || !known.length) return undefined;
  return {
    tablePartition: {
      columns: known.map((columnName) => ({
        columnName,
        intervalType: intervalType(
          partition.method,
          columns.find(({ name }) => name === columnName),
        ),
      })),
    },
  };
}

/**
 * Methods are the source's words: `RANGE`, `LIST COLUMNS`, `LINEAR HASH`. A list and a hash are of values, a range is of the column's
 * values.
 */
function intervalType(method: string, column: SourceTable['columns'][number] | undefined): IntervalType {
  if (/LIST|HASH|KEY/i.test(method)) return 'COLUMN-VALUE';
  if (!/RANGE/i.test(method)) return 'OTHER';
  const kind = column?.kind.is;
  if (kind === 'date' || kind === 'moment' || kind === 'time') return 'TIME-UNIT';
  return kind === 'int' ? 'INTEGER-RANGE' : 'OTHER';
}
