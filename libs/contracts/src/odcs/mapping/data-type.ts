import { SHARED_PARTS, typeFamily, typeText } from '@app/catalog/pure';

/** The type-related members of a contract column. */
export interface ColumnType {
  readonly dataType: string;
  readonly dataLength?: number;
  readonly precision?: number;
  readonly scale?: number;
  readonly arrayDataType?: string;
}

/** Every dataType that a column can have. */
const KNOWN = new Set((SHARED_PARTS.Column?.properties?.dataType as { anyCase?: readonly string[] }).anyCase ?? []);

/** Names that databases have for types that we call otherwise. */
const SYNONYMS: Readonly<Record<string, string>> = {
  ...{ INTEGER: 'INT', INT4: 'INT', INT32: 'INT', SERIAL: 'INT', SERIAL4: 'INT', MEDIUMINT: 'INT' },
  ...{ INT8: 'BIGINT', INT64: 'BIGINT', BIGSERIAL: 'BIGINT', SERIAL8: 'BIGINT' },
  ...{ INT2: 'SMALLINT', INT16: 'SMALLINT', SMALLSERIAL: 'SMALLINT' },
  ...{ FLOAT4: 'FLOAT', REAL: 'FLOAT', FLOAT8: 'DOUBLE', FLOAT64: 'DOUBLE', 'DOUBLE PRECISION': 'DOUBLE' },
  ...{ BOOL: 'BOOLEAN', BPCHAR: 'CHAR', CHARACTER: 'CHAR', NCHAR: 'CHAR', JSONB: 'JSON', BIGDECIMAL: 'DECIMAL' },
  ...{ 'CHARACTER VARYING': 'VARCHAR', VARCHAR2: 'VARCHAR', NVARCHAR: 'VARCHAR', NVARCHAR2: 'VARCHAR' },
  ...{
    TIMESTAMPTZ: 'TIMESTAMPZ',
    'TIMESTAMP WITH TIME ZONE': 'TIMESTAMPZ',
    'TIMESTAMP WITHOUT TIME ZONE': 'TIMESTAMP',
  },
  ...{ TIMESTAMP_TZ: 'TIMESTAMPZ', TIMESTAMP_NTZ: 'TIMESTAMP', TIMESTAMP_LTZ: 'TIMESTAMPZ', DATETIME2: 'DATETIME' },
  ...{
    'TIME WITHOUT TIME ZONE': 'TIME',
    'TIME WITH TIME ZONE': 'TIME',
    TIMETZ: 'TIME',
    UNIQUEIDENTIFIER: 'UUID',
    OBJECT: 'STRUCT',
  },
};

const LOGICAL: Readonly<Record<string, string>> = {
  string: 'STRING',
  text: 'TEXT',
  integer: 'INT',
  long: 'BIGINT',
  number: 'NUMBER',
  float: 'FLOAT',
  double: 'DOUBLE',
  decimal: 'DECIMAL',
  boolean: 'BOOLEAN',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  time: 'TIME',
  array: 'ARRAY',
  object: 'STRUCT',
  map: 'MAP',
  vector: 'ARRAY',
};

const WITH_LENGTH = new Set(['CHAR', 'VARCHAR', 'STRING', 'BINARY', 'VARBINARY']);
const WITH_PRECISION = new Set(['DECIMAL', 'NUMERIC', 'NUMBER', 'FIXED']);
/** Longer texts are not types; the limit bounds the cost of the pattern match. */
const LONGEST = 200;
const ARRAY = /^(?:array|list)\s*<\s*(.+?)\s*>$|^(.+?)\s*\[\s*\]$/i;
const SIMPLE =
  /^([a-z][\w ]*?)\s*(?:[([]\s*(\d{1,10})\s*(?:,\s*(-?\d{1,5})\s*)?[)\]])?((?: with| without)(?: local)? time zone)?$/i;
const LARGEST_PRECISION = 100_000;

/** What a physicalType says where it is a type that we know: `varchar(18)`, `numeric(10, 2)`, `int4`, `array<string>`. */
export function physicalType(text: unknown): ColumnType | undefined {
  if (typeof text !== 'string' || text.length > LONGEST) return undefined;
  const trimmed = text.trim();
  const [, inner, repeated] = ARRAY.exec(trimmed) ?? [];
  const item = inner ?? repeated;
  if (item !== undefined) return { dataType: 'ARRAY', arrayDataType: physicalType(item)?.dataType ?? 'UNKNOWN' };
  const [, word = '', first, second, zone = ''] = SIMPLE.exec(trimmed) ?? [];
  const dataType = knownType(`${word}${zone}`);
  return dataType === undefined ? undefined : { dataType, ...sizes(dataType, first, second) };
}

/** dataType of a logicalType; undefined for an unknown word. */
export function logicalType(word: unknown): string | undefined {
  const spelled = typeof word === 'string' ? word.toLowerCase() : '';
  return Object.hasOwn(LOGICAL, spelled) ? LOGICAL[spelled] : undefined;
}

function knownType(word: string): string | undefined {
  const spelled = word.trim().replaceAll(/\s+/g, ' ').toUpperCase();
  if (KNOWN.has(spelled)) return spelled;
  return Object.hasOwn(SYNONYMS, spelled) ? SYNONYMS[spelled] : undefined;
}

function sizes(dataType: string, first: string | undefined, second: string | undefined): Partial<ColumnType> {
  if (first === undefined) return {};
  if (WITH_LENGTH.has(dataType)) return { dataLength: Number(first) };
  if (!WITH_PRECISION.has(dataType) || Number(first) > LARGEST_PRECISION) return {};
  return { precision: Number(first), ...(second === undefined ? {} : { scale: Number(second) }) };
}

/** logicalType by family of types; what has none is a text. */
const FAMILIES: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'integer',
  decimal: 'number',
  boolean: 'boolean',
  complex: 'object',
};
const TYPES: Readonly<Record<string, string>> = {
  DATE: 'date',
  TIME: 'time',
  ARRAY: 'array',
  JSON: 'string',
  STRUCT: 'object',
};

/** The logicalType of the standard for a dataType of ours. */
export function logicalWord(dataType: string): string {
  const own = Object.hasOwn(TYPES, dataType) ? TYPES[dataType] : undefined;
  const family = typeFamily(dataType);
  if (own !== undefined) return own;
  if (family === 'time') return 'timestamp';
  return (Object.hasOwn(FAMILIES, family) ? FAMILIES[family] : undefined) ?? 'string';
}

/** A type as a physicalType spells it: `VARCHAR(18)`, `DECIMAL(10,2)`, `ARRAY<INT>`. */
export function physicalWord(type: ColumnType): string {
  return type.dataType === 'ARRAY' ? `ARRAY<${type.arrayDataType ?? 'UNKNOWN'}>` : typeText(type);
}

/**
 * The type as the source writes it (`dataTypeDisplay`), where that says the same as the column in another word: `real`, `int8`,
 * `character varying(18)`. Otherwise as a physicalType spells it.
 */
export function writtenType(type: ColumnType & { readonly dataTypeDisplay?: unknown }): string {
  const own = physicalWord(type);
  const read = physicalType(type.dataTypeDisplay);
  if (!read || typeFamily(read.dataType) !== typeFamily(type.dataType)) return own;
  return physicalWord({ ...read, dataType: type.dataType }) === own ? String(type.dataTypeDisplay).trim() : own;
}
