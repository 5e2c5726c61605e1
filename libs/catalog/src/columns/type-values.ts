/** The column attributes that determine which values it can hold. */
export interface ColumnType {
  readonly dataType?: string;
  /** Type of the elements. */
  readonly arrayDataType?: string;
  readonly dataLength?: number;
  readonly precision?: number;
  readonly scale?: number;
}

/**
 * The values that a type can hold, so that two types of one family can be compared:
 *
 * | family | the wider one |
 * |---|---|
 * | integer | TINYINT = BYTEINT (8 bits) < SMALLINT (16) < INT (32) < BIGINT = LONG (64) < LARGEINT (128); UINT (0 to 2^32 − 1) < BIGINT |
 * | decimal | exact types by digits before and after the point (MONEY is 15 and 4); FLOAT < DOUBLE; exact and floating never hold each other |
 * | string | by length; CHAR < VARCHAR of the same length, since CHAR does not keep trailing blanks |
 * | date and time | DATE < DATETIME = TIMESTAMP < TIMESTAMPZ; TIME stands alone |
 * | binary | by length; BINARY < VARBINARY of the same length, since BINARY pads |
 * | complex | STRUCT = RECORD; ARRAY, MAP and JSON hold nothing of each other: a reader relies on their shape |
 *
 * A length, precision or scale that is not stated is no limit; a precision without a scale has no digits after the point. A promise
 * without a limit is not broken by a type that has one (`withLimitsOf`).
 */
export type TypeValues =
  | { readonly low: number; readonly high: number }
  | { readonly whole: number; readonly scale: number }
  | { readonly bits: number }
  | { readonly of: 'characters' | 'bytes'; readonly length: number; readonly padded: boolean }
  | { readonly kind: string; readonly rank: number }
  /** A type that is comparable only with itself. */
  | { readonly word: string };

const signed = (bits: number) => ({ low: -(2 ** (bits - 1)), high: 2 ** (bits - 1) - 1 }) as const;
const moment = (rank: number) => ({ kind: 'moment', rank }) as const;
const complex = (kind: string) => ({ kind, rank: 0 }) as const;
const sized = (of: 'characters' | 'bytes', padded: boolean) => (type: ColumnType) =>
  ({ of, padded, length: type.dataLength ?? Infinity }) as const;
const exact = ({ precision, scale }: ColumnType) => {
  const after = scale ?? (precision === undefined ? Infinity : 0);
  return { scale: after, whole: precision === undefined ? Infinity : precision - after } as const;
};

/** Known clients send dataLength 1 for every type without a length: for types that require none it is ignored. */
const unsized = (of: 'characters' | 'bytes') => (type: ColumnType) =>
  ({ of, padded: false, length: (type.dataLength ?? 0) > 1 ? (type.dataLength as number) : Infinity }) as const;

const VALUES: Readonly<Record<string, TypeValues | ((type: ColumnType) => TypeValues)>> = {
  TINYINT: signed(8),
  BYTEINT: signed(8),
  SMALLINT: signed(16),
  INT: signed(32),
  BIGINT: signed(64),
  LONG: signed(64),
  LARGEINT: signed(128),
  UINT: { low: 0, high: 2 ** 32 - 1 },
  DECIMAL: exact,
  NUMERIC: exact,
  NUMBER: exact,
  FIXED: exact,
  MONEY: { whole: 15, scale: 4 },
  FLOAT: { bits: 24 },
  DOUBLE: { bits: 53 },
  CHAR: sized('characters', true),
  VARCHAR: sized('characters', false),
  STRING: unsized('characters'),
  TEXT: unsized('characters'),
  MEDIUMTEXT: unsized('characters'),
  NTEXT: unsized('characters'),
  CLOB: unsized('characters'),
  BOOLEAN: { kind: 'truth', rank: 0 },
  DATE: moment(0),
  DATETIME: moment(1),
  TIMESTAMP: moment(1),
  TIMESTAMPZ: moment(2),
  TIME: { kind: 'time of day', rank: 0 },
  BINARY: sized('bytes', true),
  VARBINARY: sized('bytes', false),
  BLOB: unsized('bytes'),
  BYTEA: unsized('bytes'),
  BYTES: unsized('bytes'),
  LONGBLOB: unsized('bytes'),
  MEDIUMBLOB: unsized('bytes'),
  ARRAY: complex('ARRAY'),
  MAP: complex('MAP'),
  JSON: complex('JSON'),
  STRUCT: complex('STRUCT'),
  RECORD: complex('STRUCT'),
};

export function typeValues(type: ColumnType): TypeValues {
  const word = (type.dataType ?? '').toUpperCase();
  const values = Object.hasOwn(VALUES, word) ? VALUES[word] : undefined;
  if (values === undefined) return { word };
  return typeof values === 'function' ? values(type) : values;
}

/** Whether every value of `a` is also a value of `b`. */
export function isWithin(a: TypeValues, b: TypeValues): boolean {
  if ('low' in a && 'low' in b) return a.low >= b.low && a.high <= b.high;
  if ('whole' in a && 'whole' in b) return a.whole <= b.whole && a.scale <= b.scale;
  if ('bits' in a && 'bits' in b) return a.bits <= b.bits;
  if ('length' in a && 'length' in b) return a.of === b.of && a.length <= b.length && (a.padded || !b.padded);
  if ('kind' in a && 'kind' in b) return a.kind === b.kind && a.rank <= b.rank;
  return 'word' in a && 'word' in b && a.word === b.word;
}

/** `promised` with the limits of `actual` where it states none: an unstated limit cannot be narrowed. */
export function withLimitsOf(promised: TypeValues, actual: TypeValues): TypeValues {
  const stated = (own: number, other: number): number => (own === Infinity ? other : own);
  if ('length' in promised && 'length' in actual)
    return { ...promised, length: stated(promised.length, actual.length) };
  if ('whole' in promised && 'whole' in actual)
    return { whole: stated(promised.whole, actual.whole), scale: stated(promised.scale, actual.scale) };
  return promised;
}

/**
 * `VARCHAR(10)`, `DECIMAL(10,2)`, `INT`: with the sizes that limit the type, without sizes that clients send for types that have
 * none.
 */
export function typeText(type: ColumnType): string {
  const values = typeValues(type);
  const word = type.dataType ?? 'no type';
  if ('length' in values && values.length < Infinity) return `${word}(${values.length})`;
  if (!('whole' in values) || type.precision === undefined) return word;
  return type.scale === undefined ? `${word}(${type.precision})` : `${word}(${type.precision},${type.scale})`;
}
