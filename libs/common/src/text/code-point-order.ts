/**
 * Compares texts by code point, as collation C of PostgreSQL does. A comparison by UTF-16 unit differs where surrogates meet U+E000 to
 * U+FFFF.
 */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const one = a.charCodeAt(at);
    const other = b.charCodeAt(at);
    if (one !== other) return ranked(one) - ranked(other);
  }
  return a.length - b.length;
}

/** Where surrogates begin and end among the units of UTF-16, and how many units there are of both kinds. */
const [FIRST_SURROGATE, BEHIND_SURROGATES] = [0xd800, 0xe000];
const SURROGATES = BEHIND_SURROGATES - FIRST_SURROGATE;
const UNITS_BEHIND = 0x1_0000 - BEHIND_SURROGATES;

/** Surrogates stand for what comes behind all that is one unit. */
function ranked(unit: number): number {
  if (unit < FIRST_SURROGATE) return unit;
  return unit < BEHIND_SURROGATES ? unit + UNITS_BEHIND : unit - SURROGATES;
}
