/** A stretch of a text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A run of letters, digits and marks, joined by any number of `. _ - '`, and the parts that it is split into. */
export interface Chunk extends Span {
  readonly parts: readonly Span[];
}

/** The chunks of a text in NFC, from left to right. */
export function chunksOf(text: string): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 0; at < text.length;) {
    const end = isInWord(typeAt(text, at)) ? chunkEnd(text, at) : at;
    if (end > at) chunks.push({ start: at, end, parts: partsOf(text, at, end) });
    at = end > at ? end : at + widthAt(text, at);
  }
  return chunks;
}

function chunkEnd(text: string, start: number): number {
  for (let at = start; ;) {
    const next = typeAt(text, at) === 'joint' ? behindJoints(text, at) : at;
    if (!isInWord(typeAt(text, next))) return at;
    at = next + widthAt(text, next);
  }
}

function behindJoints(text: string, from: number): number {
  let at = from;
  while (typeAt(text, at) === 'joint') at += 1;
  return at;
}

/** The letter before an offset where a part may begin. */
interface Letter {
  readonly type: LetterType;
  readonly at: number;
  /** A capital right behind a capital. */
  readonly isSecondCapital: boolean;
}

/**
 * Parts end at joints, between letters and digits, from a lower-case to an upper-case letter, and before the last capital of a
 * run that a lower-case letter follows; every Han character is one of its own. A mark belongs to what it stands on.
 */
function partsOf(text: string, start: number, end: number): Span[] {
  const parts: Span[] = [];
  let from = start;
  let last: Letter = { type: 'joint', at: start, isSecondCapital: false };
  for (let at = start; at < end; at += widthAt(text, at)) {
    const type = typeAt(text, at);
    if (type === last.type && type === 'lower') continue;
    if (type === 'mark' && last.type !== 'joint') continue;
    const border = borderAt(last, type, at);
    if (border > from) parts.push({ start: from, end: border });
    from = type === 'joint' ? at + 1 : Math.max(from, border);
    const isSecondCapital = type === 'upper' && last.type === 'upper';
    last = { type: type === 'mark' ? 'other' : type, at, isSecondCapital };
  }
  parts.push({ start: from, end });
  return parts;
}

/** Where a part ends between the last letter and this one; -1 where none does. */
function borderAt(last: Letter, type: LetterType, at: number): number {
  if (type === 'joint') return at;
  if (type === 'lower' && last.isSecondCapital) return last.at;
  return isBorder(last.type, type) ? at : -1;
}

function isBorder(before: LetterType, now: LetterType): boolean {
  if (before === 'joint') return false;
  if (before === 'han' || now === 'han') return true;
  if ((before === 'digit') !== (now === 'digit')) return true;
  return before === 'lower' && now === 'upper';
}

const isInWord = (type: LetterType): boolean => type !== 'none' && type !== 'joint';

const typeAt = (text: string, at: number): LetterType => letterType(text.codePointAt(at) ?? 0);

const widthAt = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

/** other: letters without case, which border neither on a capital nor on a small letter. joint: `. _ - '`. none: all else. */
export type LetterType = 'upper' | 'lower' | 'other' | 'digit' | 'han' | 'mark' | 'joint' | 'none';

/** By code point: looked up, for all text goes through here. Beyond ASCII it fills as letters are met. */
const ASCII: readonly LetterType[] = Array.from({ length: 0x80 }, (_, code) => judged(code));
// eslint-disable-next-line house/no-learned-ways -- follows from the code point; KnownValues would make a text of each letter
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
