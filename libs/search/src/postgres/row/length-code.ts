/** Lengths below this are kept as they are (SmallFloat.NUM_FREE_VALUES of Lucene). */
const FREE_VALUES = 24;
/** Mantissa bits behind the leading one. */
const BITS = 3;
/** A smallint holds no more. */
const MOST = 32_767;

/**
 * A length as Lucene remembers it: through one byte and back (SmallFloat.intToByte4), exact under 40. Scores need it, or
 * documents of nearly equal length would stand in another order.
 */
export function roundedLength(length: number): number {
  if (length < FREE_VALUES) return length;
  const rest = length - FREE_VALUES;
  const shift = Math.max(0, 32 - Math.clz32(rest) - (BITS + 1));
  return Math.min(MOST, FREE_VALUES + (rest >>> shift) * 2 ** shift);
}
