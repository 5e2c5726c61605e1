/** Families of data types, as the policy `family` compares them. */
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
