import type { estypes } from '@elastic/elasticsearch';
import type { PhraseQuery } from '../../query/bound-query';
import { MOST_WORDS } from '../../query/word-limit';
import { ANALYZERS, HOLE } from '../mapping/analysis-settings';

type Container = estypes.QueryDslQueryContainer;

/** Tokens with a blank between them, in which holes keep their places. */
function spelt(tokens: PhraseQuery['tokens']): string {
  const first = tokens[0]?.position ?? 0;
  const last = tokens.at(-1)?.position ?? 0;
  const places = Array.from({ length: last - first + 1 }, () => HOLE);
  for (const { token, position } of tokens) places[position - first] = token;
  return places.join(' ');
}

/** A phrase of tokens that were analysed already: the analyzer that reads it takes them as they are. */
function exactly(tokens: PhraseQuery['tokens'], { slop, boost }: PhraseQuery, field: string): Container {
  const [first, second] = tokens;
  if (!first) return { match_none: {} };
  if (!second) return { term: { [field]: { value: first.token, boost } } };
  return { match_phrase: { [field]: { query: spelt(tokens), analyzer: ANALYZERS.exact, slop, boost } } };
}

/** The words that the last one may stand for are as many as there happen to be: they match and do not score. */
function begun(query: PhraseQuery, field: string): Container {
  const { tokens, slop, boost } = query;
  const [first, second] = tokens;
  if (!first) return { match_none: {} };
  if (!second) return { constant_score: { filter: { prefix: { [field]: { value: first.token } } }, boost } };
  const phrase = { query: spelt(tokens), analyzer: ANALYZERS.exact, slop, max_expansions: MOST_WORDS };
  return {
    bool: {
      must: [exactly(tokens.slice(0, -1), query, field)],
      filter: [{ match_phrase_prefix: { [field]: phrase } }],
    },
  };
}

export function compilePhrase(query: PhraseQuery, field: string): Container {
  const ordered = { ...query, tokens: [...query.tokens].sort((one, other) => one.position - other.position) };
  return query.prefix ? begun(ordered, field) : exactly(ordered.tokens, ordered, field);
}
