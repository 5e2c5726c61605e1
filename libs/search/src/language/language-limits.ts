/** What a query text may ask for; looked at before it is parsed, wherever that is possible. */
export const LANGUAGE_LIMITS = {
  /** UTF-16 units. */
  characters: 8_192,
  /** Words, phrases, ranges, patterns and brackets; and in the end the tokens that they stand for. */
  clauses: 1_024,
  /** Brackets in brackets. */
  depth: 64,
  /** Wildcards, prefixes, fuzzy words and regular expressions. */
  patterns: 32,
  patternCharacters: 256,
  /** Without these a wildcard would stand for nearly every token. */
  wildcardLiterals: 2,
  boost: 1e6,
  /** Anything less is 0: engines count in 32 bits. */
  leastBoost: 1e-30,
  slop: 2 ** 31 - 1,
} as const;
