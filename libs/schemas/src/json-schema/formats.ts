import {
  BYTES,
  DATE,
  DECIMAL,
  DOUBLE,
  FLOAT,
  INT,
  instant,
  INTERVAL,
  LONG,
  scalar,
  TEXT,
  UUID,
} from '../reading/field-types';
import type { FieldType } from '../reading/schema-field';

/** A whole number of any size. No data type has no limits; this is the widest. */
const WHOLE_NUMBER = scalar('LARGEINT');

/** Field types by type and `format`: the formats of JSON Schema and those of OpenAPI's registry. */
const FORMATS: Readonly<Record<string, Readonly<Record<string, FieldType>>>> = {
  string: {
    'date-time': instant(),
    date: DATE,
    time: scalar('TIME', 'time with time zone'),
    duration: INTERVAL,
    uuid: UUID,
    byte: BYTES,
    binary: BYTES,
    decimal: DECIMAL,
  },
  integer: { int32: INT, int64: LONG },
  number: { float: FLOAT, double: DOUBLE, decimal: DECIMAL },
};

/** The type of a text or number. @param kind `string`, `integer`, `number` */
export function formattedType(kind: string, format: unknown): FieldType | undefined {
  const formats = Object.hasOwn(FORMATS, kind) ? FORMATS[kind] : undefined;
  return formats && typeof format === 'string' && Object.hasOwn(formats, format) ? formats[format] : undefined;
}

export function wholeNumber(format: unknown): FieldType {
  return formattedType('integer', format) ?? WHOLE_NUMBER;
}

/** @param maxLength of the text, which limits its values; @param encoding of bytes in it */
export function textType(format: unknown, maxLength: unknown, encoding: unknown): FieldType {
  const formatted = formattedType('string', format);
  if (formatted) return formatted;
  if (encoding === 'base64' || encoding === 'base16') return BYTES;
  const isLimited = typeof maxLength === 'number' && Number.isSafeInteger(maxLength) && maxLength > 0;
  return isLimited ? scalar('STRING', `varchar(${maxLength})`) : TEXT;
}
