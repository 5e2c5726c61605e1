/** Types that people may declare for columns of texts, by the words that they use; each in the engine's spelling. */
const WORDS: Readonly<Record<string, string>> = {
  BIGINT: 'BIGINT',
  INT: 'INTEGER',
  INTEGER: 'INTEGER',
  SMALLINT: 'SMALLINT',
  HUGEINT: 'HUGEINT',
  LARGEINT: 'HUGEINT',
  FLOAT: 'FLOAT',
  DOUBLE: 'DOUBLE',
  BOOLEAN: 'BOOLEAN',
  VARCHAR: 'VARCHAR',
  TEXT: 'VARCHAR',
  STRING: 'VARCHAR',
  DATE: 'DATE',
  TIME: 'TIME',
  TIMESTAMP: 'TIMESTAMP',
  TIMESTAMPZ: 'TIMESTAMP WITH TIME ZONE',
  TIMESTAMPTZ: 'TIMESTAMP WITH TIME ZONE',
  'TIMESTAMP WITH TIME ZONE': 'TIMESTAMP WITH TIME ZONE',
  UUID: 'UUID',
};
const DECIMAL = /^(?:DECIMAL|NUMERIC) ?\( ?(\d{1,2}) ?(?:, ?(\d{1,2}) ?)?\)$/;
const MOST_DIGITS = 38;

/** The words, for messages. */
export const DECLARED_TYPES = [...Object.keys(WORDS).filter((word) => !word.includes(' ')), 'DECIMAL(p,s)'].join(', ');

/** A type in the engine's spelling; undefined where it is none of the list. What is returned may stand in a statement. */
export function declaredType(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined;
  const text = given.trim().toUpperCase();
  if (Object.hasOwn(WORDS, text)) return WORDS[text];
  const [, precision, scale = '0'] = DECIMAL.exec(text) ?? [];
  const isDecimal = Number(precision) >= 1 && Number(precision) <= MOST_DIGITS && Number(scale) <= Number(precision);
  return isDecimal ? `DECIMAL(${Number(precision)},${Number(scale)})` : undefined;
}
