import type { SyntaxClause } from './syntax-tree';

export type DefaultOperator = 'or' | 'and';

export interface Occurrence<T> {
  readonly occurs: 'must' | 'should' | 'mustNot';
  readonly query: T;
}

/**
 * Which clauses must, should or must not match, as Lucene's classic parser has it: AND makes the clause before it and the one
 * behind it required unless they are prohibited; with AND as the default, OR makes them optional. A clause whose text has no
 * token (no query) is left out, but its conjunction still counts for the one before it.
 */
export function occurrences<T>(
  clauses: readonly (Omit<SyntaxClause, 'node'> & { readonly query: T | undefined })[],
  operator: DefaultOperator,
): Occurrence<T>[] {
  const found: Occurrence<T>[] = [];
  for (const { conjunction, modifier, query } of clauses) {
    const before = found.at(-1);
    const changed = conjunction === 'and' ? 'must' : conjunction === 'or' && operator === 'and' ? 'should' : undefined;
    if (before && changed && before.occurs !== 'mustNot') found[found.length - 1] = { ...before, occurs: changed };
    if (query === undefined) continue;
    // With AND as the default a plus behind OR counts for nothing: so it is in Lucene.
    const isRequired = operator === 'and' ? conjunction !== 'or' : conjunction === 'and' || modifier === 'must';
    found.push({ occurs: modifier === 'not' ? 'mustNot' : isRequired ? 'must' : 'should', query });
  }
  return found;
}
