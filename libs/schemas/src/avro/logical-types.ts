import { DATE, DECIMAL, INTERVAL, instant, scalar, UUID, wallTime } from '../reading/field-types';
import type { JsonObject } from '../reading/json-text';
import type { FieldType } from '../reading/schema-field';

const TIME = scalar('TIME');
const UUID_BYTES = 16;
const DURATION_BYTES = 12;

/** Returns the field type of a logical type over the type below it; undefined where it does not fit that: the specification of Avro ignores it there. */
type Reader = (schema: JsonObject) => FieldType | undefined;

const decimal: Reader = ({ precision, scale = 0 }) => {
  const isSized = isCount(precision) && precision > 0 && isCount(scale) && scale <= precision;
  return isSized ? scalar('DECIMAL', `decimal(${precision},${scale})`) : undefined;
};

const LOGICAL_TYPES: Readonly<Record<string, Readonly<Record<string, Reader>>>> = {
  int: { date: () => DATE, 'time-millis': () => TIME },
  long: {
    'time-micros': () => TIME,
    'timestamp-millis': () => instant(3),
    'timestamp-micros': () => instant(6),
    'timestamp-nanos': () => instant(9),
    'local-timestamp-millis': () => wallTime(3),
    'local-timestamp-micros': () => wallTime(6),
    'local-timestamp-nanos': () => wallTime(9),
  },
  string: { uuid: () => UUID },
  bytes: { decimal, 'big-decimal': () => DECIMAL },
  fixed: {
    decimal,
    uuid: ({ size }) => (size === UUID_BYTES ? UUID : undefined),
    duration: ({ size }) => (size === DURATION_BYTES ? INTERVAL : undefined),
  },
};

/** The logical type of a schema, if it has one that fits its type. @param type `int`, `bytes`, … */
export function logicalType(type: string, schema: JsonObject): FieldType | undefined {
  const { logicalType: word } = schema;
  const readers = Object.hasOwn(LOGICAL_TYPES, type) ? LOGICAL_TYPES[type] : undefined;
  return readers && typeof word === 'string' && Object.hasOwn(readers, word) ? readers[word]?.(schema) : undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
