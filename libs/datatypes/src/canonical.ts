/** Whether values of a type carry a zone: an instant, a wall clock; absent where the type does not say. */
export type Zone = 'with' | 'without';

/** A type independent of the words of a platform. A size that is not stated is Infinity or absent: no limit. */
export type CanonicalType =
  | IntegerType
  | DecimalType
  | { readonly kind: 'float'; readonly bits: number; readonly unsigned?: true }
  | SizedType
  | { readonly kind: 'boolean' | 'date' | 'uuid' }
  | { readonly kind: 'time'; readonly zone?: Zone }
  | { readonly kind: 'moment'; readonly zone?: Zone; readonly fraction?: number }
  /** `open`: one type for objects and arrays alike (Redshift SUPER). */
  | { readonly kind: 'json'; readonly open?: true }
  /** Without values where the source does not list them. */
  | { readonly kind: 'enum'; readonly values?: readonly string[] }
  /** `open`: untyped by nature, accepts every field or element (Snowflake OBJECT, ARRAY). */
  | { readonly kind: 'struct'; readonly fields?: readonly StructField[]; readonly open?: true }
  | { readonly kind: 'array'; readonly element?: CanonicalType; readonly open?: true }
  | { readonly kind: 'map'; readonly key?: CanonicalType; readonly value?: CanonicalType }
  /** Comparable by name only. */
  | { readonly kind: 'word'; readonly name: string };

export type OfKind<Kind extends CanonicalType['kind']> = CanonicalType & { readonly kind: Kind };

export interface IntegerType {
  readonly kind: 'int';
  /** Absent: a whole number without a range (JSON Schema). */
  readonly low?: bigint;
  readonly high?: bigint;
  /** Display width of an 8-bit integer, which distinguishes a boolean of MySQL from a number. */
  readonly width?: number;
}

export interface DecimalType {
  readonly kind: 'decimal';
  /** Digits before the point. */
  readonly whole: number;
  /** Digits after the point. */
  readonly scale: number;
  /** The sizes are the platform's default: the column states none. */
  readonly byDefault?: true;
  readonly unsigned?: true;
}

export interface SizedType {
  readonly kind: 'text' | 'bytes';
  readonly length: number;
  readonly padded: boolean;
  /** Text under whose word the platform stores JSON (MariaDB LONGTEXT). */
  readonly holdsJson?: true;
  /** The meaning of the bytes, if it surprises, such as `a row version`. */
  readonly noun?: string;
}

export interface StructField {
  readonly name: string;
  readonly type: CanonicalType;
}

/** Equal kinds with equal sizes. */
export function equalTypes(a: CanonicalType, b: CanonicalType): boolean {
  return a === b || typeKey(a) === typeKey(b);
}

function typeKey(type: CanonicalType): string {
  return JSON.stringify(type, (key, value: unknown) => {
    if (typeof value === 'bigint' || value === Infinity) return String(value);
    return key === 'byDefault' || key === 'noun' ? undefined : value;
  });
}

const signedRange = (bits: number) => ({ low: -(2n ** BigInt(bits - 1)), high: 2n ** BigInt(bits - 1) - 1n }) as const;

/** The range of an integer of so many bits. */
export function integerOf(bits: number, unsigned = false): IntegerType {
  return { kind: 'int', ...(unsigned ? { low: 0n, high: 2n ** BigInt(bits) - 1n } : signedRange(bits)) };
}

const BYTE = integerOf(8);
const UNSIGNED_BYTE = integerOf(8, true);

/** Whether the integer has 8 bits, signed or not. */
export function isByte({ low, high }: IntegerType): boolean {
  return [BYTE, UNSIGNED_BYTE].some((byte) => byte.low === low && byte.high === high);
}
