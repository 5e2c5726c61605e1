import { SHARED_PARTS } from '@app/catalog/pure';
import { type DisplayType, scanDisplay, sizesOf, typeFamily, typesOf, typeText } from '@app/datatypes';

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
  ...{ TIMESTAMPTZ: 'TIMESTAMPZ', TIMESTAMP_TZ: 'TIMESTAMPZ', TIMESTAMP_LTZ: 'TIMESTAMPZ' },
  ...{ TIMESTAMP_NTZ: 'TIMESTAMP', DATETIME2: 'DATETIME', TIMETZ: 'TIME' },
  ...{ UNIQUEIDENTIFIER: 'UUID', OBJECT: 'STRUCT', ROW: 'STRUCT' },
  ...{ HUGEINT: 'LARGEINT', BIGNUMERIC: 'NUMERIC', DATETIMEOFFSET: 'TIMESTAMPZ' },
};

const WITH_LENGTH = new Set(['CHAR', 'VARCHAR', 'STRING', 'BINARY', 'VARBINARY']);
const WITH_PRECISION = new Set(['DECIMAL', 'NUMERIC', 'NUMBER', 'FIXED']);
const LARGEST_PRECISION = 100_000;

/** The type of a physicalType where it is one that we know: `varchar(18)`, `numeric(10, 2)`, `int4`, `array<string>`. */
export function physicalType(text: unknown): ColumnType | undefined {
  const display = typeof text === 'string' ? scanDisplay(text) : undefined;
  return display && ofDisplay(display);
}

function ofDisplay(display: DisplayType): ColumnType | undefined {
  const { word, zone, bracket } = display;
  if (word === 'ARRAY' || word === 'LIST') {
    const [inner] = typesOf(display);
    const element = inner && ofDisplay(inner)?.dataType;
    // `varchar [ 50 ]` is a length to some; as an array it has its display.
    if (bracket !== undefined && element !== undefined && WITH_LENGTH.has(element))
      return { dataType: element, dataLength: bracket };
    return { dataType: 'ARRAY', ...(inner && { arrayDataType: element ?? 'UNKNOWN' }) };
  }
  const dataType = withZone(ofWord(word), zone);
  return dataType === undefined ? undefined : { dataType, ...sizes(dataType, sizesOf(display)) };
}

function ofWord(word: string): string | undefined {
  if (KNOWN.has(word)) return word;
  return Object.hasOwn(SYNONYMS, word) ? SYNONYMS[word] : undefined;
}

function withZone(dataType: string | undefined, zone: DisplayType['zone']): string | undefined {
  return zone === 'with' && dataType === 'TIMESTAMP' ? 'TIMESTAMPZ' : dataType;
}

function sizes(dataType: string, [first, second]: readonly (number | undefined)[]): Partial<ColumnType> {
  if (first === undefined || first < 0) return {};
  if (WITH_LENGTH.has(dataType)) return { dataLength: first };
  if (!WITH_PRECISION.has(dataType) || first > LARGEST_PRECISION) return {};
  return { precision: first, ...(second === undefined ? {} : { scale: second }) };
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

/** A type as a physicalType writes it: `VARCHAR(18)`, `DECIMAL(10,2)`, `ARRAY<INT>`. */
export function physicalWord(type: ColumnType): string {
  if (type.dataType !== 'ARRAY') return typeText(type);
  const { arrayDataType = 'UNKNOWN' } = type;
  return arrayDataType === 'UNKNOWN' ? 'ARRAY' : `ARRAY<${arrayDataType}>`;
}

/** Whether a display says the same as a column in another word: `real`, `int8`, `character varying(18)`. */
export function saysTheSame(display: unknown, type: ColumnType): boolean {
  const read = physicalType(display);
  if (!read || typeFamily(read.dataType) !== typeFamily(type.dataType)) return false;
  return physicalWord({ ...read, dataType: type.dataType }) === physicalWord(type);
}
