import { foldedLetter } from './fold-table';

/** The only letter whose lower case is two code points; engines make one of it. */
const DOTTED_CAPITAL_I = '\u0130';

// eslint-disable-next-line no-control-regex -- all of ASCII, its controls too
const IS_ASCII = /^[\x00-\x7f]*$/;

export function isAscii(text: string): boolean {
  return IS_ASCII.test(text);
}

/**
 * As keywords are stored and compared: NFC, lower-cased letter by letter (no final sigma, no language's own rule), so that a
 * part of a text becomes the same alone as within it. Not folded.
 */
export function keywordForm(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return Array.from(text.normalize('NFC'), lowerLetter).join('');
}

/** As tokens are stored: the keyword form, folded as Lucene folds Latin letters (`Größe` → `grosse`). */
export function foldText(text: string): string {
  const lowered = keywordForm(text);
  return isAscii(lowered) ? lowered : Array.from(lowered, foldedLetter).join('');
}

function lowerLetter(letter: string): string {
  return letter === DOTTED_CAPITAL_I ? 'i' : letter.toLowerCase();
}
