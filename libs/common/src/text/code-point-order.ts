/** Compares texts by code point, as collation C of PostgreSQL does. Comparison by UTF-16 unit differs where surrogates meet U+E000 to U+FFFF. */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const one = a.charCodeAt(at);
    const other = b.charCodeAt(at);
    if (one !== other) return ranked(one) - ranked(other);
  }
  return a.length - b.length;
}

/** Surrogates stand for what comes behind all that is one unit. */
function ranked(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
