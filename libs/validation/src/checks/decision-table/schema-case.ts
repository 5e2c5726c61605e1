import type { AssetColumn, AssetColumns, ComparedColumn, SchemaPolicy, TableConstraint } from '@app/contracts';

/** `name TYPE CONSTRAINT` as a column; `-` stands for no type. */
export function column(text: string, more: Partial<ComparedColumn> = {}): ComparedColumn {
  const [name = '', dataType = '-', constraint] = text.split(' ');
  return { name, ...(dataType === '-' ? {} : { dataType }), ...(constraint ? { constraint } : {}), ...more };
}

export function struct(name: string, ...children: ComparedColumn[]): ComparedColumn {
  return { name, dataType: 'STRUCT', children };
}

export function asset(
  columns: readonly AssetColumn[],
  tableConstraints: readonly TableConstraint[] = [],
): AssetColumns {
  return { columns, tableConstraints, presenceOnly: false };
}

export function key(...columns: string[]): TableConstraint {
  return { constraintType: 'PRIMARY_KEY', columns };
}

export function unique(...columns: string[]): TableConstraint {
  return { constraintType: 'UNIQUE', columns };
}

/** One row of the decision table: what is expected, what the asset has, and the verdict. */
export type Row = [
  title: string,
  contract: readonly ComparedColumn[],
  asset: AssetColumns,
  total: number,
  failedFields: readonly string[],
  policy?: Partial<SchemaPolicy>,
];

/**
 * A row as an object: rows differ in length, and a test function with more parameters than its row would wait for a
 * callback.
 */
export function toCase([title, contractColumns, has, total, failedFields, policy]: Row) {
  return { title, contractColumns, has, total, failedFields, policy };
}

const EXACT = ['DECIMAL', 'NUMERIC', 'NUMBER', 'FIXED'];

/** `DECIMAL(10,2)` as the type of the column a; `-` stands for none. */
export function typed(text: string): ComparedColumn {
  const [, dataType = '', first, second] = /^([A-Za-z]+)(?:\((\d+)(?:,(\d+))?\))?$/.exec(text) ?? [];
  if (text === '-') return { name: 'a' };
  if (first === undefined) return { name: 'a', dataType };
  if (!EXACT.includes(dataType)) return { name: 'a', dataType, dataLength: Number(first) };
  return { name: 'a', dataType, precision: Number(first), ...(second ? { scale: Number(second) } : {}) };
}
