import { isObject } from '@app/common';
import { type CanonicalType, integerOf, type IntegerType } from '../canonical';
import type { TypedColumn } from '../column';

/** A promise by the logicalType of ODCS alone: a class of types. */
export interface LogicalType {
  readonly kind: 'logical';
  readonly word: string;
  /** Such as i64, f64, uuid, binary. */
  readonly format?: string;
  /** True: an instant is promised. */
  readonly timezone?: boolean;
  /** Elements of an array. */
  readonly items?: PromisedType;
}

export type PromisedType = CanonicalType | LogicalType;

/** The dataType that a logicalType becomes; the words of older versions and of common use are among them. */
const DATA_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
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
  }),
);

/** Words that name a size or a single type: they are promises like a dataType. */
const OF_ONE_TYPE: ReadonlySet<string> = new Set(['map', 'vector']);

/** Words beside the standard's: the class with its format. */
const ALIASES: ReadonlyMap<string, Pick<LogicalType, 'word' | 'format'>> = new Map(
  Object.entries({
    text: { word: 'string' },
    long: { word: 'integer', format: 'i64' },
    float: { word: 'number', format: 'f32' },
    double: { word: 'number', format: 'f64' },
    decimal: { word: 'number', format: 'exact' },
  }),
);

/** The range of `i8` to `i128`, `u8` to `u128`; any other format promises none. */
export function rangeOf({ format = '' }: LogicalType): IntegerType {
  const [, sign, bits] = /^([iu])(8|16|32|64|128)$/.exec(format) ?? [];
  return bits === undefined ? { kind: 'int' } : integerOf(Number(bits), sign === 'u');
}

/** The bits of `f32` and `f64`; any other format promises none. */
export function floatBitsOf({ format }: LogicalType): number | undefined {
  return format === 'f32' ? 24 : format === 'f64' ? 53 : undefined;
}

/** The dataType of a logicalType; undefined for an unknown word. */
export function logicalDataType(word: unknown): string | undefined {
  return typeof word === 'string' ? DATA_TYPES.get(word.toLowerCase()) : undefined;
}

/**
 * The logicalType that a column notes in its `extension`, as it is spelled: it counts as long as the dataType is the one that it became,
 * and no sizes are stated.
 */
export function notedLogicalType(column: TypedColumn): string | undefined {
  const { dataType, dataLength, precision, scale, extension } = column;
  const isSized = [dataLength, precision, scale].some((size) => size !== undefined);
  return isSized ? undefined : spelledFor(extension?.logicalType, dataType);
}

/** The same for the elements of an array. */
export function notedItemType({ arrayDataType, extension }: TypedColumn): string | undefined {
  return isObject(extension?.items) ? spelledFor(extension.items.logicalType, arrayDataType) : undefined;
}

function spelledFor(word: unknown, dataType: string | undefined): string | undefined {
  if (typeof word !== 'string' || OF_ONE_TYPE.has(word.toLowerCase())) return undefined;
  return logicalDataType(word) === dataType?.toUpperCase() && dataType !== undefined ? word : undefined;
}

export function logicalType(spelled: string, options: unknown, items?: PromisedType): LogicalType {
  const word = spelled.toLowerCase();
  const given = isObject(options) ? options : {};
  const format = typeof given.format === 'string' ? { format: given.format.toLowerCase() } : {};
  return {
    kind: 'logical',
    ...(ALIASES.get(word) ?? { word }),
    ...format,
    ...(given.timezone === true && { timezone: true }),
    ...(items && { items }),
  };
}
