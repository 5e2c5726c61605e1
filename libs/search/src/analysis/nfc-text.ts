import { isAscii } from './text-form';

/** A text in NFC that knows where its pieces stood in the text that it was made of. */
export interface NfcText {
  readonly text: string;
  /** The place in the original of a place in `text` that begins (or, for `end`, ends) a token. UTF-16 units. */
  start(at: number): number;
  end(at: number): number;
}

/** What normalisation may change as one piece: a character with the marks and the Hangul vowels and finals behind it. */
const PIECE = /[^][\p{M}\u1160-\u11ff]*/gu;

const same = (at: number): number => at;

export function nfcText(original: string): NfcText {
  const text = isAscii(original) ? original : original.normalize('NFC');
  if (text === original) return { text, start: same, end: same };
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: piece, index } of original.matchAll(PIECE)) {
    for (const _unit of piece.normalize('NFC').split('')) {
      starts.push(index);
      ends.push(index + piece.length);
    }
  }
  return {
    text,
    start: (at) => starts[at] ?? original.length,
    end: (at) => ends[at - 1] ?? original.length,
  };
}
