import {
  BOOLEAN,
  BYTES,
  DATE,
  DECIMAL,
  DOUBLE,
  FLOAT,
  INT,
  instant,
  INTERVAL,
  JSON_VALUE,
  listOf,
  LONG,
  nullable,
  record,
  scalar,
  TEXT,
  wallTime,
} from '../reading/field-types';
import type { FieldType } from '../reading/schema-field';

const UNSIGNED_INT = scalar('UINT', 'int unsigned');
/** No data type has these values; LONG is what most languages read them as. */
const UNSIGNED_LONG = scalar('LONG', 'bigint unsigned');

const SCALARS: ReadonlyMap<string, FieldType> = new Map(
  Object.entries({
    double: DOUBLE,
    float: FLOAT,
    int32: INT,
    sint32: INT,
    sfixed32: INT,
    int64: LONG,
    sint64: LONG,
    sfixed64: LONG,
    uint32: UNSIGNED_INT,
    fixed32: UNSIGNED_INT,
    uint64: UNSIGNED_LONG,
    fixed64: UNSIGNED_LONG,
    bool: BOOLEAN,
    string: TEXT,
    bytes: BYTES,
  }),
);

/** Messages of Google's own files, which every compiler of Protobuf has. */
const WELL_KNOWN: ReadonlyMap<string, FieldType> = new Map(
  Object.entries({
    'google.protobuf.Timestamp': instant(9),
    'google.protobuf.Duration': INTERVAL,
    'google.protobuf.Struct': JSON_VALUE,
    'google.protobuf.Value': JSON_VALUE,
    'google.protobuf.ListValue': listOf(JSON_VALUE),
    'google.protobuf.Any': JSON_VALUE,
    'google.protobuf.Empty': record([]),
    'google.protobuf.FieldMask': TEXT,
    'google.protobuf.DoubleValue': DOUBLE,
    'google.protobuf.FloatValue': FLOAT,
    'google.protobuf.Int32Value': INT,
    'google.protobuf.Int64Value': LONG,
    'google.protobuf.UInt32Value': UNSIGNED_INT,
    'google.protobuf.UInt64Value': UNSIGNED_LONG,
    'google.protobuf.BoolValue': BOOLEAN,
    'google.protobuf.StringValue': TEXT,
    'google.protobuf.BytesValue': BYTES,
    'google.type.Date': DATE,
    'google.type.TimeOfDay': scalar('TIME'),
    'google.type.DateTime': wallTime(9),
    'google.type.Decimal': DECIMAL,
  }),
);

export function scalarType(type: string): FieldType | undefined {
  return SCALARS.get(type);
}

/** A message may always be absent. */
export function wellKnownType(type: string): FieldType | undefined {
  const found = WELL_KNOWN.get(type.startsWith('.') ? type.slice(1) : type);
  return found && nullable(found);
}
