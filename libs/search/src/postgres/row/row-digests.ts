import { hash } from 'node:crypto';

/** The long parts of a row, which most changes leave as they were, in the order of their digests. */
export const PARTS = ['texts', 'kw', 'elements'] as const;
export type Part = (typeof PARTS)[number];

/** Bytes of each digest. */
const SIZE = 16;

/** The value of search_source.digests for a row. */
export function digestsOf(parts: {
  readonly texts: Uint8Array;
  readonly kw: readonly string[];
  /** Their digests, by path. */
  readonly elements: string;
}): Buffer {
  // No value contains U+0000.
  return Buffer.concat([digestOf(parts.texts), digestOf(parts.kw.join('\0')), digestOf(parts.elements)]);
}

/** Whether the stored row is known to have this part as in the new one. */
export function isSamePart(part: Part, stored: Uint8Array | undefined, now: Uint8Array): boolean {
  if (stored?.length !== now.length) return false;
  const from = PARTS.indexOf(part) * SIZE;
  return Buffer.compare(stored.subarray(from, from + SIZE), now.subarray(from, from + SIZE)) === 0;
}

export const digestOf = (part: string | Uint8Array): Buffer => hash('sha256', part, 'buffer').subarray(0, SIZE);
