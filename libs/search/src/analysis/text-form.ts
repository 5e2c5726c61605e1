import { KnownValues } from '@app/common';
import { stemmer } from 'stemmer';
import { foldedLetter } from './fold-table';

/** The only letter whose lower case is two code points; engines make one of it. */
const DOTTED_CAPITAL_I = '\u0130';

// eslint-disable-next-line no-control-regex -- all of ASCII, its controls too
const IS_ASCII = /^[\x00-\x7f]*$/;

export function isAscii(text: string): boolean {
  return IS_ASCII.test(text);
}

/**
 * The form in which keywords are stored and compared: NFC, lower-cased letter by letter (no final sigma, no language's own rule), so that a
 * part of a text becomes the same alone as within it. Not folded.
 */
export function keywordForm(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return Array.from(text.normalize('NFC'), lowerLetter).join('');
}

/** The form in which tokens are stored: the keyword form, folded as Lucene folds Latin letters (`Größe` → `grosse`). */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const lowered = keywordForm(text);
  return isAscii(lowered) ? lowered : Array.from(lowered, foldedLetter).join('');
}

function lowerLetter(letter: string): string {
  return letter === DOTTED_CAPITAL_I ? 'i' : letter.toLowerCase();
}

/** A text in NFC that knows where its pieces stood in the text that it was made of. */
export interface NfcText {
  readonly text: string;
  /** The offset in the original of an offset in `text` that begins (or, for `end`, ends) a token. UTF-16 units. */
  start(at: number): number;
  end(at: number): number;
}

/** A piece that normalisation may change: a character with the marks and the Hangul vowels and finals behind it. */
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

/** Words that are nothing but an ending: the package takes a letter of them for the stem, Porter and Lucene do not. */
const BARE_ENDINGS: ReadonlyMap<string, string> = new Map([
  ['ies', 'i'],
  ['eed', 'eed'],
]);

/** Names and descriptions say the same words again and again. */
const STEMS = new KnownValues<string>(20_000, 255);

/** The stem of a lower-cased word by Porter's first algorithm, as Lucene's PorterStemFilter has it. */
export function porterStem(word: string): string {
  return STEMS.of(word, () => BARE_ENDINGS.get(word) ?? stemmer(word));
}
