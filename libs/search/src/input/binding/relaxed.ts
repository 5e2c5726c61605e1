import { chunkTexts } from '../../analysis/analyzer';
import { printWord } from '../language/character';
import { LANGUAGE_LIMITS } from '../language/language-limits';
import { lex } from '../language/lexer';
import { QueryError } from '../language/query-error';
import type { Token } from '../language/token';

/** Letters from which on a word may be misspelt, or be a part of a longer one. */
const LONG_FROM = 5;
/** Letters from which on a word may share but its beginning with one that is sought, and the part of its letters that may differ. */
const BEGINNING_FROM = 6;
const END_SHARE = 4;
/** Words that are sought inside of others at a time: each is looked for in all words of the index. */
const MOST_INSIDE = 8;

/** Whether a text is nothing but words without escapes, so that it may be read more loosely. */
export function isPlainWords(text: string): boolean {
  return wordsOf(text).length > 0;
}

/**
 * The texts to try instead, in order, where plain words found nothing: the last word as a prefix; then one edit in words of
 * five letters and more; then these anywhere inside of words; then words of six letters and more by their beginnings, without the last
 * quarter. Empty for what is not plain words.
 */
export function relaxed(text: string): string[] {
  const words = wordsOf(text).flatMap(chunkTexts);
  const last = words.at(-1);
  if (last === undefined) return [];
  const isPrefix = length(last) >= LANGUAGE_LIMITS.wildcardLiterals && last.length < LANGUAGE_LIMITS.patternCharacters;
  const prefixed = [...words.slice(0, -1).map(printWord), `${printWord(last)}*`];
  return [
    ...(isPrefix ? [prefixed.join(' ')] : []),
    ...looser(words, LANGUAGE_LIMITS.patterns, (word) => `${printWord(word)}~1`),
    ...looser(words, MOST_INSIDE, (word) => `*${printWord(word)}*`),
    ...looser(words, LANGUAGE_LIMITS.patterns, (word) => `${printWord(withoutEnd(word))}*`, BEGINNING_FROM),
  ];
}

/** The text whose long words are patterns, if there are some and not too many. */
function looser(
  words: readonly string[],
  most: number,
  pattern: (word: string) => string,
  longFrom = LONG_FROM,
): string[] {
  const isPattern = (word: string): boolean => isLong(word) && length(word) >= longFrom;
  const count = words.filter(isPattern).length;
  if (count === 0 || count > most) return [];
  return [words.map((word) => (isPattern(word) ? pattern(word) : printWord(word))).join(' ')];
}

/** A word without its last quarter: `readmit` and `readmissions` begin alike. */
function withoutEnd(word: string): string {
  const letters = Array.from(word);
  return letters.slice(0, letters.length - Math.floor(letters.length / END_SHARE)).join('');
}

/** The beginning that a word may share with one that is meant; undefined where the word is too short for that. */
export const sharedBeginning = (word: string): string | undefined =>
  length(word) >= BEGINNING_FROM ? withoutEnd(word) : undefined;

const length = (word: string): number => Array.from(word).length;

const isLong = (word: string): boolean =>
  length(word) >= LONG_FROM && word.length <= LANGUAGE_LIMITS.patternCharacters - '**'.length;

/** The words of a text that has nothing else, but for brackets and a boost around them all. */
function wordsOf(text: string): string[] {
  const tokens = withoutBrackets(lexed(text).slice(0, -1));
  const words = tokens.flatMap((token) => (token.kind === 'word' && token.isPlain ? [token.text] : []));
  return words.length === tokens.length ? words : [];
}

/** Pairs of brackets that do not belong together leave tokens which are no words. */
function withoutBrackets(tokens: readonly Token[]): readonly Token[] {
  const last = tokens.at(-1);
  const isInBrackets = tokens[0]?.kind === 'open' && last?.kind === 'close';
  if (isInBrackets) return withoutBrackets(tokens.slice(1, -1));
  const inner = tokens.slice(0, -1);
  const isBoosted = last?.kind === 'boost' && (inner.length === 1 || inner.at(-1)?.kind === 'close');
  return isBoosted ? withoutBrackets(inner) : tokens;
}

function lexed(text: string): Token[] {
  try {
    return lex(text);
  } catch (error) {
    if (error instanceof QueryError) return [];
    throw error;
  }
}
