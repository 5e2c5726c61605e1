/** What a query text may ask for; looked at before it is parsed, wherever that is possible. */
export const LANGUAGE_LIMITS = {
  /** UTF-16 units. */
  characters: 8_192,
  /** Words, phrases, ranges, patterns and brackets; and in the end the tokens that they stand for. */
  clauses: 1_024,
  /** Maximum nesting depth of brackets. */
  depth: 64,
  /** Wildcards, prefixes, fuzzy words and regular expressions. */
  patterns: 32,
  patternCharacters: 256,
  /** Without these a wildcard would stand for nearly every token. */
  wildcardLiterals: 2,
  boost: 1e6,
  /** Smaller values become 0: engines use 32-bit floats. */
  leastBoost: 1e-30,
  slop: 2 ** 31 - 1,
} as const;
