/** Families of data types: what counts as the same kind of value. */
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

/** Types of one family from the narrowest on, where a value of a wider one may not fit a narrower one. */
const WIDTHS: readonly (readonly (readonly string[])[])[] = [
  [['TINYINT', 'BYTEINT'], ['SMALLINT'], ['INT'], ['BIGINT', 'LONG'], ['LARGEINT']],
  [['FLOAT'], ['DOUBLE']],
  [['DATE'], ['DATETIME', 'TIMESTAMP', 'TIMESTAMPZ']],
  [['TIME'], ['DATETIME', 'TIMESTAMP', 'TIMESTAMPZ']],
  [['CHAR'], ['VARCHAR'], ['STRING', 'TEXT', 'MEDIUMTEXT', 'NTEXT', 'CLOB']],
  [['BINARY'], ['VARBINARY'], ['BLOB', 'BYTEA', 'BYTES', 'MEDIUMBLOB'], ['LONGBLOB']],
];

/** The family of a data type; a type of no family is its own. */
export function typeFamily(dataType: string): string {
  return FAMILY_OF.get(dataType) ?? dataType;
}

/** Whether values that the first type holds may not fit the second: another family, or a narrower type of it. */
export function isNarrowed(from: string, to: string): boolean {
  if (typeFamily(from) !== typeFamily(to)) return true;
  return WIDTHS.some((order) => {
    const [before, after] = [from, to].map((type) => order.findIndex((types) => types.includes(type))) as [
      number,
      number,
    ];
    return before >= 0 && after >= 0 && after < before;
  });
}
