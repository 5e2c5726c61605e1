/** Types of elements by the number that PostgreSQL has given them, the same in every database. */
const TYPES = {
  ...{ boolean: 16, bytea: 17, bigint: 20, integer: 23, text: 25 },
  ...{ float8: 701, uuid: 2950, tsvector: 3614, jsonb: 3802 },
} as const;

const HEADER = 20;
const NULL = -1;
/** The number of the form in which jsonb is received, before its text. */
const JSONB_FORM = 1;

/**
 * An array as PostgreSQL receives it in binary. Of a text array it reads each character several times to find quotes and ends, and
 * those of JSON are all quotes.
 */
export function binaryArray(
  type: 'bytea' | 'text' | 'tsvector',
  elements: readonly (string | Uint8Array | null)[],
): Buffer {
  return written(type, elements);
}

/** An array of JSON, from texts. */
export function jsonbArray(elements: readonly (string | null)[]): Buffer {
  return written('jsonb', elements, JSONB_FORM);
}

/** @param form one byte each, before each element that is not null */
function written(
  type: keyof typeof TYPES,
  elements: readonly (string | Uint8Array | null)[],
  ...form: readonly number[]
): Buffer {
  const sizes = elements.map((element) => (element === null ? NULL : form.length + sizeOf(element)));
  const total = sizes.reduce((sum, size) => sum + 4 + Math.max(size, 0), 0);
  const { bytes, at } = begun(type, elements.length, elements.includes(null), total);
  let to = at;
  elements.forEach((element, index) => {
    to = bytes.writeInt32BE(sizes[index] as number, to);
    if (element === null) return;
    for (const byte of form) to = bytes.writeUInt8(byte, to);
    if (typeof element === 'string') to += bytes.write(element, to, 'utf8');
    else {
      bytes.set(element, to);
      to += element.length;
    }
  });
  return bytes;
}

export function booleanArray(elements: readonly boolean[]): Buffer {
  return fixed('boolean', elements, 1, (bytes, element, to) => bytes.writeUInt8(element ? 1 : 0, to));
}

export function integerArray(elements: readonly (number | null)[]): Buffer {
  return fixed('integer', elements, 4, (bytes, element, to) => bytes.writeInt32BE(element, to));
}

export function bigintArray(elements: readonly (string | number)[]): Buffer {
  return fixed('bigint', elements, 8, (bytes, element, to) => bytes.writeBigInt64BE(BigInt(element), to));
}

/** An array of ids in their usual form, with hyphens. */
export function uuidArray(elements: readonly string[]): Buffer {
  return fixed('uuid', elements, 16, (bytes, element, to) => bytes.write(element.replaceAll('-', ''), to, 'hex'));
}

export function float8Array(elements: readonly (number | null)[]): Buffer {
  return fixed('float8', elements, 8, (bytes, element, to) => bytes.writeDoubleBE(element, to));
}

function fixed<Element>(
  type: keyof typeof TYPES,
  elements: readonly (Element | null)[],
  size: number,
  write: (bytes: Buffer, element: Element, to: number) => void,
): Buffer {
  const { bytes, at } = begun(type, elements.length, elements.includes(null), (4 + size) * elements.length);
  let to = at;
  for (const element of elements) {
    to = bytes.writeInt32BE(element === null ? NULL : size, to);
    if (element === null) continue;
    write(bytes, element, to);
    to += size;
  }
  return bytes.subarray(0, to);
}

/** One dimension, counted from 1; an array without elements has none. */
function begun(type: keyof typeof TYPES, count: number, hasNull: boolean, size: number): { bytes: Buffer; at: number } {
  const bytes = Buffer.allocUnsafe((count === 0 ? HEADER - 8 : HEADER) + size);
  let at = bytes.writeInt32BE(count === 0 ? 0 : 1, 0);
  at = bytes.writeInt32BE(hasNull ? 1 : 0, at);
  at = bytes.writeInt32BE(TYPES[type], at);
  if (count === 0) return { bytes, at };
  at = bytes.writeInt32BE(count, at);
  return { bytes, at: bytes.writeInt32BE(1, at) };
}

const sizeOf = (element: string | Uint8Array): number =>
  typeof element === 'string' ? Buffer.byteLength(element) : element.length;
