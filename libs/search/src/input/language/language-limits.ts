import { QueryError } from './query-error';
import { isLeaf, type Token } from './token';

/** The limits of a query text; looked at before it is parsed, wherever that is possible. */
export const LANGUAGE_LIMITS = {
  /** UTF-16 units. */
  characters: 8_192,
  /** Words, phrases, ranges, patterns and brackets; and in the end the tokens that they stand for. */
  clauses: 1_024,
  /** Maximum nesting depth of brackets. */
  depth: 64,
  /** Wildcards, prefixes, fuzzy words and regular expressions. */
  patterns: 32,
  /** Phrases with `~n`: each is looked for in every order that its words may stand in, in each field. */
  sloppyPhrases: 32,
  patternCharacters: 256,
  /** Without these a wildcard would stand for nearly every token. */
  wildcardLiterals: 2,
  boost: 1e6,
  /** Smaller values become 0: engines use 32-bit floats. */
  leastBoost: 1e-30,
  slop: 2 ** 31 - 1,
} as const;

/** Validates the tokens against the limits, before anything is built from them. @throws {QueryError} */
export function checkLimits(tokens: readonly Token[]): void {
  let depth = 0;
  let clauses = 0;
  let patterns = 0;
  tokens.forEach((token, index) => {
    if (token.kind === 'close') depth -= 1;
    if (token.kind === 'open') depth += 1;
    if (isLeaf(token) || token.kind === 'open') clauses += 1;
    const length = patternLength(token, tokens[index + 1]);
    if (length > 0) patterns += 1;
    atMost(depth, LANGUAGE_LIMITS.depth, 'brackets in brackets', token);
    atMost(clauses, LANGUAGE_LIMITS.clauses, 'clauses', token);
    atMost(patterns, LANGUAGE_LIMITS.patterns, 'wildcards, fuzzy words and regular expressions', token);
    atMost(length, LANGUAGE_LIMITS.patternCharacters, 'characters in one pattern', token);
  });
}

function atMost(number: number, limit: number, what: string, { at }: Token): void {
  if (number > limit) throw new QueryError(`more than ${limit} ${what}`, at);
}

/** UTF-16 units of a pattern, 0 for other tokens. */
function patternLength(token: Token, next: Token | undefined): number {
  if (token.kind === 'prefix') return token.text.length + 1;
  if (token.kind === 'regexp') return Math.max(token.expression.length, 1);
  if (token.kind === 'wildcard')
    return token.parts.reduce((length, part) => length + (typeof part === 'string' ? part.length : 1), 0);
  return token.kind === 'word' && next?.kind === 'tilde' ? token.text.length : 0;
}
