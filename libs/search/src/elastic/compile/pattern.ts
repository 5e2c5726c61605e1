import type { estypes } from '@elastic/elasticsearch';
import type { Pattern } from '../../query/bound-query';

type Container = estypes.QueryDslQueryContainer;

/** As many words as a pattern may stand for on the other engine too. */
const MOST_EXPANSIONS = 1_024;

const wildcardText = (parts: Extract<Pattern, { type: 'wildcard' }>['parts']): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return part.replace(/[\\*?]/g, '\\$&');
      return part.any === 'one' ? '?' : '*';
    })
    .join('');

function matching(pattern: Pattern, field: string): Container {
  switch (pattern.type) {
    case 'prefix':
      return { prefix: { [field]: { value: pattern.text } } };
    case 'wildcard':
      return { wildcard: { [field]: { value: wildcardText(pattern.parts) } } };
    case 'regexp':
      return { regexp: { [field]: { value: pattern.expression, flags: 'NONE' } } };
    case 'fuzzy':
      return {
        fuzzy: {
          [field]: {
            value: pattern.text,
            fuzziness: pattern.edits,
            prefix_length: pattern.prefixLength,
            max_expansions: MOST_EXPANSIONS,
            transpositions: true,
          },
        },
      };
  }
}

/** Every token that the pattern describes, all alike: it scores its boost. */
export function compilePattern(pattern: Pattern, field: string, boost: number): Container {
  return { constant_score: { filter: matching(pattern, field), boost } };
}
