import { isBlank, isWordUnit, readCharacter, readText, wellFormed } from './character';
import { LANGUAGE_LIMITS } from './language-limits';
import { QueryError } from './query-error';
import type { WildcardPart } from './syntax-tree';
import type { Token } from './token';

/** A token and where the next one may begin. */
export interface Lexed {
  readonly token: Token;
  readonly end: number;
}

/** A web address up to a blank, quote or bracket is one literal word. */
const ADDRESS = /[A-Za-z][A-Za-z0-9+.-]*:\/\/[^\s"()[\]{}]*/y;

const OPERATORS: ReadonlyMap<string, 'and' | 'or' | 'not'> = new Map([
  ['AND', 'and'],
  ['&&', 'and'],
  ['OR', 'or'],
  ['||', 'or'],
  ['NOT', 'not'],
]);

/** A word, an operator that is written as one, or a pattern. */
export function lexWord(source: string, at: number): Lexed {
  return lexAddress(source, at) ?? lexRegexp(source, at) ?? lexTerm(source, at);
}

function lexAddress(source: string, at: number): Lexed | undefined {
  ADDRESS.lastIndex = at;
  const [text] = ADDRESS.exec(source) ?? [];
  return text === undefined ? undefined : { token: word(text, at, false, true), end: at + text.length };
}

const word = (text: string, at: number, isName: boolean, isPlain: boolean): Token => ({
  kind: 'word',
  text,
  at,
  isName,
  isPlain,
});

/**
 * Lexes a regular expression: what begins with `/` is one only if the next `/` ends it; otherwise, if it contains a further `/`, it is a
 * word: a path. (In Lucene every `/` begins a regular expression.)
 */
function lexRegexp(source: string, at: number): Lexed | undefined {
  if (source[at] !== '/') return undefined;
  const close = nextSlash(source, at + 1);
  if (close !== undefined && !continuesWord(source[close + 1])) {
    const expression = wellFormed(source.slice(at + 1, close), at);
    return { token: { kind: 'regexp', expression, at }, end: close + 1 };
  }
  if (close !== undefined && close < wordEnd(source, at)) return undefined;
  throw new QueryError('a regular expression needs a second /; write \\/ for the character', at);
}

function nextSlash(source: string, from: number): number | undefined {
  for (let at = from; at < source.length; at += source[at] === '\\' ? 2 : 1) if (source[at] === '/') return at;
  return undefined;
}

const isWildcard = (unit: string | undefined): boolean => unit === '*' || unit === '?';

const continuesWord = (unit: string | undefined): boolean => isWordUnit(unit) || isWildcard(unit) || unit === '\\';

/** Where the word, with its escapes and wildcards, is over. */
function wordEnd(source: string, from: number): number {
  let at = from;
  while (continuesWord(source[at])) at += source[at] === '\\' ? 2 : 1;
  return Math.min(at, source.length);
}

function lexTerm(source: string, at: number): Lexed {
  const end = wordEnd(source, at);
  return { token: termToken(source.slice(at, end), readParts(source, at, end), at), end };
}

function termToken(raw: string, parts: readonly WildcardPart[], at: number): Token {
  if (raw === '*') return { kind: 'star', at };
  const operator = OPERATORS.get(raw);
  if (operator) return { kind: operator, at };
  const [first = '', second] = parts;
  if (parts.length === 1 && typeof first === 'string') return word(first, at, true, !raw.includes('\\'));
  checkLiterals(parts, at);
  const isPrefix = parts.length === 2 && typeof second === 'object' && second.any === 'many';
  return isPrefix && typeof first === 'string' ? { kind: 'prefix', text: first, at } : { kind: 'wildcard', parts, at };
}

/** @throws {QueryError} where a wildcard has too few literal characters */
function checkLiterals(parts: readonly WildcardPart[], at: number): void {
  const literal = parts.filter((part) => typeof part === 'string').join('');
  if (Array.from(literal).length >= LANGUAGE_LIMITS.wildcardLiterals) return;
  throw new QueryError('a wildcard needs at least two other characters', at);
}

function readParts(source: string, start: number, end: number): WildcardPart[] {
  const parts: WildcardPart[] = [];
  let from = start;
  for (let at = start; at < end; at += source[at] === '\\' ? readCharacter(source, at, end).length : 1) {
    if (!isWildcard(source[at])) continue;
    if (at > from) parts.push(readText(source, from, at));
    parts.push({ any: source[at] === '*' ? 'many' : 'one' });
    from = at + 1;
  }
  if (end > from) parts.push(readText(source, from, end));
  return parts;
}

/** Where a word's units end, without wildcards: what a `~` takes with it. */
export function plainEnd(source: string, from: number): number {
  let at = from;
  while (isWordUnit(source[at]) || source[at] === '\\') at += source[at] === '\\' ? 2 : 1;
  return Math.min(at, source.length);
}

/** `+`, `-` and `!` before a blank are words (of no token). */
export const isBareOperator = (source: string, at: number): boolean => isBlank(source[at + 1]);
