import { isWithin, typeValues, withLimitsOf, type ColumnType } from './type-values';

/** Families of data types: types that hold the same kind of value. */
const FAMILIES: Record<string, readonly string[]> = {
  string: ['STRING', 'VARCHAR', 'CHAR', 'TEXT', 'MEDIUMTEXT', 'NTEXT', 'CLOB'],
  integer: ['INT', 'BIGINT', 'SMALLINT', 'TINYINT', 'BYTEINT', 'LONG', 'UINT', 'LARGEINT'],
  decimal: ['DECIMAL', 'NUMERIC', 'NUMBER', 'DOUBLE', 'FLOAT', 'MONEY', 'FIXED'],
  boolean: ['BOOLEAN'],
  time: ['DATE', 'DATETIME', 'TIMESTAMP', 'TIMESTAMPZ', 'TIME'],
  binary: ['BINARY', 'VARBINARY', 'BLOB', 'BYTEA', 'BYTES', 'LONGBLOB', 'MEDIUMBLOB'],
  complex: ['ARRAY', 'MAP', 'STRUCT', 'JSON', 'RECORD'],
};

const FAMILY_OF = new Map(
  Object.entries(FAMILIES).flatMap(([family, types]) => types.map((type) => [type, family] as const)),
);

/** The family of a data type; a type without a family is a family of its own. */
export function typeFamily(dataType: string): string {
  return FAMILY_OF.get(dataType) ?? dataType;
}

/**
 * Whether values of the first type may not fit the second: another family, or a narrower type, by the table of `typeValues`. A size
 * stated only by the second type does not narrow it.
 */
export function isNarrowed(from: ColumnType, to: ColumnType): boolean {
  if (typeFamily(from.dataType ?? '') !== typeFamily(to.dataType ?? '')) return true;
  const [before, after] = [typeValues(from), typeValues(to)];
  return !isWithin(before, after) && !isWithin(withLimitsOf(before, after), after);
}
