import { chunkTexts } from '../../analysis/analyzer';
import { LANGUAGE_LIMITS } from '../language/language-limits';
import { lex } from '../language/lexer';
import { printWord } from '../language/printer';
import { QueryError } from '../language/query-error';
import type { Token } from '../language/token';

/** Letters from which on a word may be misspelt. */
const MISSPELT_FROM = 5;

/** Whether a text is nothing but words without escapes, so that it may be read more loosely. */
export function isPlainWords(text: string): boolean {
  const words = wordsOf(text);
  return words.length > 0;
}

/**
 * The texts to try instead, in order, where plain words found nothing: the last word as a prefix; then one edit in words of
 * five letters and more. Empty for what is not plain words.
 */
export function relaxed(text: string): string[] {
  const words = wordsOf(text).flatMap(chunkTexts);
  const last = words.at(-1);
  if (last === undefined) return [];
  const isPrefix = length(last) >= LANGUAGE_LIMITS.wildcardLiterals && last.length < LANGUAGE_LIMITS.patternCharacters;
  const prefixed = [...words.slice(0, -1).map(printWord), `${printWord(last)}*`];
  const edited = words.filter(isLong).length;
  const isEditable = edited > 0 && edited <= LANGUAGE_LIMITS.patterns;
  const misspelt = words.map((word) => (isLong(word) ? `${printWord(word)}~1` : printWord(word)));
  return [...(isPrefix ? [prefixed.join(' ')] : []), ...(isEditable ? [misspelt.join(' ')] : [])];
}

const length = (word: string): number => Array.from(word).length;

const isLong = (word: string): boolean =>
  length(word) >= MISSPELT_FROM && word.length <= LANGUAGE_LIMITS.patternCharacters;

/** The words of a text that holds nothing else. */
function wordsOf(text: string): string[] {
  const tokens = lexed(text).slice(0, -1);
  const words = tokens.flatMap((token) => (token.kind === 'word' && token.isPlain ? [token.text] : []));
  return words.length === tokens.length ? words : [];
}

function lexed(text: string): Token[] {
  try {
    return lex(text);
  } catch (error) {
    if (error instanceof QueryError) return [];
    throw error;
  }
}
