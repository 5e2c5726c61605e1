import type { Token } from '../sql/tokens';

/** Operators that are words; those that are signs are known by their kind. */
const OPERATORS = new Set(
  'NOT IS ISNULL NOTNULL IN LIKE ILIKE SIMILAR BETWEEN COLLATE AT OPERATOR OVERLAPS ESCAPE'.split(' '),
);
/** Each puts all that stands before it one level deeper, whatever lies between. */
const COMBINING = new Set('UNION EXCEPT INTERSECT JOIN'.split(' '));
/** Behind them another expression begins at the same level. */
const SEPARATING = new Set('AND OR WHEN THEN ELSE'.split(' '));
const NO_OPERATORS = new Set(['.', ';']);

/**
 * A bound of the depth of the tree of a statement, computed before it is parsed: the parser recurses, and one that has overflown its stack
 * is of no more use. A chain of operators counts as deep as it is long.
 */
export function nestingOf(tokens: readonly Token[]): number {
  const levels = [0];
  let combined = 0;
  let depth = 0;
  let deepest = 0;
  const leave = (): void => {
    if (levels.length > 1) depth -= levels.pop()! + 1;
  };
  for (const { kind, value } of tokens) {
    const isWord = kind === 'word';
    if (!isWord && kind !== 'sign') continue;
    if (value === '(' || value === '[' || (isWord && value === 'CASE')) {
      levels.push(0);
      depth++;
    } else if (value === ')' || value === ']' || (isWord && value === 'END')) leave();
    else if (value === ',' || (isWord && SEPARATING.has(value))) {
      depth -= levels.at(-1)!;
      levels[levels.length - 1] = 0;
    } else if (isWord && COMBINING.has(value)) combined++;
    else if (isWord ? OPERATORS.has(value) : !NO_OPERATORS.has(value)) {
      levels[levels.length - 1]!++;
      depth++;
    }
    deepest = Math.max(deepest, depth + combined);
  }
  return deepest;
}
