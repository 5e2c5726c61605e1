/** other: letters without case, which border neither on a capital nor on a small letter. joint: `. _ - '`. none: all else. */
export type LetterType = 'upper' | 'lower' | 'other' | 'digit' | 'han' | 'mark' | 'joint' | 'none';

/** By code point: looked up, for all text goes through here. Beyond ASCII it fills as letters are met. */
const ASCII: readonly LetterType[] = Array.from({ length: 0x80 }, (_, code) => judged(code));
const OTHERS = new Map<number, LetterType>();

export function letterType(code: number): LetterType {
  if (code < 0x80) return ASCII[code] ?? 'none';
  const known = OTHERS.get(code);
  if (known) return known;
  const type = judged(code);
  OTHERS.set(code, type);
  return type;
}

function judged(code: number): LetterType {
  const letter = String.fromCodePoint(code);
  if (/[._\-']/.test(letter)) return 'joint';
  if (/\p{M}/u.test(letter)) return 'mark';
  if (/[^\p{L}\p{N}]/u.test(letter)) return 'none';
  if (/\p{Script=Han}/u.test(letter)) return 'han';
  if (/\p{N}/u.test(letter)) return 'digit';
  if (/\p{Lu}/u.test(letter)) return 'upper';
  return /\p{Ll}/u.test(letter) ? 'lower' : 'other';
}
