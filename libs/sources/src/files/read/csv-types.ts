/** Classes of values of a CSV, as bits. */
const WHOLE = 1;
/** Whole numbers that a double may round, and 64 bits have. */
const LONG = 2;
/** Up to 38 digits. */
const HUGE = 4;
const ENDLESS = 8;
/** Numbers with a point that are found again in a double. */
const FRACTION = 16;
const EXACT_FRACTION = 32;
const EXPONENT = 64;
const BOOLEAN = 128;
const DATE = 256;
const TIMESTAMP = 512;
const INSTANT = 1_024;
const TIME = 2_048;
const TEXT = 4_096;

const MOST_DIGITS = 38;
/** Each decimal of so many digits is found again in a double. */
const DOUBLE_DIGITS = 15;

/** Findings about the values of a column. */
export interface FoundValues {
  /** Bits of classes; 0: there are none. */
  readonly classes: number;
  /** Most digits before and after the point. */
  readonly whole: number;
  readonly scale: number;
}

const digitsOf = (x: string): string =>
  `rtrim(ltrim(regexp_replace(regexp_replace(${x}, '[eE].*$', ''), '[^0-9]', '', 'g'), '0'), '0')`;
const matches = (x: string, pattern: string): string => `regexp_full_match(${x}, '${pattern}')`;

const DAY = String.raw`\d{4}[-/]\d{1,2}[-/]\d{1,2}`;
const CLOCK = String.raw`\d{1,2}:\d{2}(:\d{2}(\.\d{1,6})?)?`;

/**
 * Aggregates that classify the values of a column of texts: its classes, and most digits before and after the point. A number is written
 * without a plus and without zeros before it, as others are codes more often; blanks around it do not matter.
 * @param x the column, as SQL
 */
export function classifying(x: string): readonly string[] {
  const lossless = `(length(${digitsOf(x)}) <= ${DOUBLE_DIGITS} OR ${digitsOf(x)} = ${digitsOf(`TRY_CAST(${x} AS DOUBLE)::VARCHAR`)})`;
  const cases: readonly (readonly [when: string, bit: string])[] = [
    [`${x} IS NULL`, 'NULL'],
    [
      matches(x, ' *-?(0|[1-9][0-9]*) *'),
      `CASE WHEN length(${x}) <= ${DOUBLE_DIGITS} THEN ${WHOLE} WHEN TRY_CAST(${x} AS BIGINT) IS NOT NULL THEN ${LONG} ` +
        `WHEN length(ltrim(trim(${x}), '-')) <= ${MOST_DIGITS} THEN ${HUGE} ELSE ${ENDLESS} END`,
    ],
    [
      matches(x, String.raw` *-?((0|[1-9][0-9]*)\.[0-9]*|\.[0-9]+) *`),
      `CASE WHEN ${lossless} THEN ${FRACTION} ELSE ${EXACT_FRACTION} END`,
    ],
    [
      `${matches(x, String.raw` *-?((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)[eE][+-]?[0-9]+ *`)} AND ${lossless} AND isfinite(TRY_CAST(${x} AS DOUBLE))`,
      String(EXPONENT),
    ],
    [matches(x, '(?i) *(nan|-?inf(inity)?) *'), String(EXPONENT)],
    [matches(x, '(?i)true|false|t|f'), String(BOOLEAN)],
    [`${matches(x, DAY)} AND TRY_CAST(${x} AS DATE) IS NOT NULL`, String(DATE)],
    [`${matches(x, `${DAY}[ T]${CLOCK}`)} AND TRY_CAST(${x} AS TIMESTAMP) IS NOT NULL`, String(TIMESTAMP)],
    [
      `${matches(x, `${DAY}[ T]${CLOCK} ?(Z|UTC|[+-][0-9]{2}(:?[0-9]{2})?)`)} AND TRY_CAST(${x} AS TIMESTAMPTZ) IS NOT NULL`,
      String(INSTANT),
    ],
    [`${matches(x, CLOCK)} AND TRY_CAST(${x} AS TIME) IS NOT NULL`, String(TIME)],
  ];
  const bit = `CASE ${cases.map(([when, then]) => `WHEN ${when} THEN ${then}`).join(' ')} ELSE ${TEXT} END`;
  const number = String.raw`^ *-?[0-9]*\.?[0-9]* *$`;
  return [
    `coalesce(bit_or(${bit}), 0)`,
    `coalesce(max(CASE WHEN regexp_matches(${x}, '${number}') THEN length(regexp_extract(${x}, '[0-9]+')) END), 0)`,
    String.raw`coalesce(max(CASE WHEN regexp_matches(${x}, '${number}') THEN length(regexp_extract(${x}, '\.([0-9]*)', 1)) END), 0)`,
  ];
}

/**
 * The type that has all values of a column, in the engine's spelling: whole numbers stay whole, and two that differ stay different; what is
 * not of one kind is text.
 */
export function typeOfValues({ classes, whole, scale }: FoundValues): string {
  const only = (...bits: readonly number[]): boolean =>
    classes !== 0 && (classes & ~bits.reduce((all, bit) => all | bit, 0)) === 0;
  if (only(WHOLE, LONG)) return 'BIGINT';
  if (only(WHOLE, LONG, HUGE)) return `DECIMAL(${MOST_DIGITS},0)`;
  if (only(WHOLE, FRACTION, EXPONENT)) return 'DOUBLE';
  if (only(WHOLE, LONG, HUGE, FRACTION, EXACT_FRACTION) && whole + scale <= MOST_DIGITS)
    return `DECIMAL(${MOST_DIGITS},${scale})`;
  if (only(BOOLEAN)) return 'BOOLEAN';
  if (only(DATE)) return 'DATE';
  if (only(DATE, TIMESTAMP)) return 'TIMESTAMP';
  if (only(INSTANT)) return 'TIMESTAMP WITH TIME ZONE';
  return only(TIME) ? 'TIME' : 'VARCHAR';
}
