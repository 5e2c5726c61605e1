import type { estypes } from '@elastic/elasticsearch';
import type { Pattern } from '../../query/bound-query';

type Container = estypes.QueryDslQueryContainer;

/** Every word that is near, not the best of them alone: how many they may be is asked before (see WordLimit). */
const EVERY_WORD = 'constant_score';

const wildcardText = (parts: Extract<Pattern, { type: 'wildcard' }>['parts']): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return part.replace(/[\\*?]/g, '\\$&');
      return part.any === 'one' ? '?' : '*';
    })
    .join('');

function matching(pattern: Pattern, field: string, rewrite?: string): Container {
  const chosen = rewrite === undefined ? {} : { rewrite };
  switch (pattern.type) {
    case 'prefix':
      return { prefix: { [field]: { value: pattern.text, ...chosen } } };
    case 'wildcard':
      return { wildcard: { [field]: { value: wildcardText(pattern.parts), ...chosen } } };
    case 'regexp':
      return { regexp: { [field]: { value: pattern.expression, flags: 'NONE', ...chosen } } };
    case 'fuzzy':
      return {
        fuzzy: {
          [field]: {
            value: pattern.text,
            fuzziness: pattern.edits,
            prefix_length: pattern.prefixLength,
            transpositions: true,
            rewrite: rewrite ?? EVERY_WORD,
          },
        },
      };
  }
}

/** Every token that the pattern describes, all alike: it scores its boost. */
export function compilePattern(pattern: Pattern, field: string, boost: number): Container {
  return { constant_score: { filter: matching(pattern, field), boost } };
}

/** The pattern as a query that becomes one of so many of its words at most. */
export function compileExpansion(pattern: Pattern, field: string, most: number): Container {
  return matching(pattern, field, `top_terms_${most}`);
}
