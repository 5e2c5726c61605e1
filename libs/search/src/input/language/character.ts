import { QueryError } from './query-error';

/** The blanks of the language: no others separate clauses. */
export const isBlank = (unit: string | undefined): boolean => unit !== undefined && BLANKS.includes(unit);
const BLANKS = ' \t\n\r\u3000';

/** Characters that a word does not contain unless they are escaped; `+`, `-` and `/` do not begin one, but may stand in it. */
const SPECIAL = `${BLANKS}!():^[]"{}~*?\\`;

export const isWordUnit = (unit: string | undefined): boolean => unit !== undefined && !SPECIAL.includes(unit);

/** Whether a character has to be escaped in a word, wherever it stands. */
const isEscaped = (unit: string): boolean => SPECIAL.includes(unit) || '+-/&|<>'.includes(unit);

const HEX = /^[\da-fA-F]{4}$/;

/** A character as it was written: `length` units of the source, which stand for `text`. */
interface ReadCharacter {
  readonly text: string;
  readonly length: number;
}

/**
 * The unit at an offset, or the meaning of an escape there: `\uXXXX` a code unit, `\x` x itself.
 * @param end where the stretch ends that the escape has to lie in
 * @throws {QueryError}
 */
export function readCharacter(source: string, at: number, end = source.length): ReadCharacter {
  if (source[at] !== '\\') return { text: source[at] ?? '', length: 1 };
  if (at + 1 >= end) throw new QueryError('nothing stands behind the backslash', at);
  if (source[at + 1] !== 'u') return { text: source[at + 1] ?? '', length: 2 };
  const digits = source.slice(at + 2, Math.min(at + 6, end));
  if (!HEX.test(digits)) throw new QueryError('\\u takes four hexadecimal digits', at);
  return { text: String.fromCharCode(parseInt(digits, 16)), length: 6 };
}

/** A stretch of the source with its escapes resolved. @throws {QueryError} */
export function readText(source: string, start: number, end: number): string {
  if (!source.slice(start, end).includes('\\')) return source.slice(start, end);
  let text = '';
  for (let at = start; at < end;) {
    const next = readCharacter(source, at, end);
    text += next.text;
    at += next.length;
  }
  return wellFormed(text, start);
}

/** @throws {QueryError} for U+0000 and for half a surrogate pair, which no stored text can contain */
export function wellFormed(text: string, at: number): string {
  if (!/\0|\p{Surrogate}/u.test(text)) return text;
  throw new QueryError('U+0000 and half surrogate pairs are not text', at);
}

/** A word as it can stand alone: with its escapes, and not to be taken for an operator. */
export function printWord(text: string): string {
  const escaped = Array.from(text, (letter) => (isEscaped(letter) ? `\\${letter}` : letter)).join('');
  return escaped === 'AND' || escaped === 'OR' || escaped === 'NOT' ? `\\${escaped}` : escaped;
}
