import type { BoundQuery } from '../../query/bound-query';
import { bindMatch, bindPhrase, type MatchAcross, type MatchOptions } from '../binding/bind-match';
import { fieldClause, inPlace, type QueryReader, type QueryScope } from '../dsl-query/query-scope';
import { Clause } from '../dsl/clause';
import { minimumShouldMatch, readEdits } from '../dsl/clause-value';
import { countFuzzyWords, hasWords, readFields, readWords } from './text-clause';

const MOST_SLOP = 1_000;
/** Taken, and of no effect: what they would change is fixed here. */
const FIXED = ['max_expansions', 'fuzzy_transpositions', 'lenient'];
const FUZZY = ['fuzziness', 'prefix_length', ...FIXED];
const WORDS = ['operator', 'minimum_should_match', 'boost', ...FUZZY];

function checkFixed(clause: Clause): void {
  if (clause.has('max_expansions')) clause.integer('max_expansions', { min: 1, max: 1_024 });
  clause.flag('fuzzy_transpositions', true);
  clause.flag('lenient', false);
}

function wordOptions(clause: Clause, text: string, scope: QueryScope): MatchOptions {
  checkFixed(clause);
  const fuzziness = readEdits(clause) ?? 0;
  if (fuzziness !== 0) countFuzzyWords(text, clause.at('query'), scope);
  const spec = clause.raw('minimum_should_match');
  return {
    operator: clause.oneOf<'or' | 'and'>('operator', ['or', 'and'], 'or'),
    fuzziness,
    prefixLength: clause.integer('prefix_length', { min: 0, max: 256, fallback: 0 }),
    ...(spec !== undefined && {
      // Without a single word nothing would be asked for.
      minimumShouldMatch: (words) => Math.max(1, minimumShouldMatch(spec, words, clause.at('minimum_should_match'))),
    }),
    boost: clause.boost(),
  };
}

function slopOf(clause: Clause, scope: QueryScope): number {
  const slop = clause.integer('slop', { min: 0, max: MOST_SLOP, fallback: 0 });
  if (slop > 0) scope.count('phrase with a slop', clause.at('slop'));
  return slop;
}

/** A text without words finds nothing, or everything where that is asked for. */
function orAll(clause: Clause, text: string, bind: () => BoundQuery): BoundQuery {
  const isAll = clause.oneOf('zero_terms_query', ['none', 'all'], 'none') === 'all';
  return isAll && !hasWords(text) ? { kind: 'all', boost: clause.boost() } : inPlace(clause.at('query'), bind);
}

export function readMatch(body: unknown, path: string, scope: QueryScope): BoundQuery {
  const { field, clause } = fieldClause(body, path, 'query', [...WORDS, 'zero_terms_query'], scope);
  const text = readWords(clause, 'query', scope);
  const options = wordOptions(clause, text, scope);
  return orAll(clause, text, () => bindMatch([{ field, weight: 1 }], text, options, scope));
}

/** Reads a match whose last word may go on. */
export function readMatchBoolPrefix(body: unknown, path: string, scope: QueryScope): BoundQuery {
  const { field, clause } = fieldClause(body, path, 'query', WORDS, scope);
  const text = readWords(clause, 'query', scope);
  scope.count('pattern', clause.at('query'));
  const options = { ...wordOptions(clause, text, scope), prefix: true };
  return inPlace(clause.at('query'), () => bindMatch([{ field, weight: 1 }], text, options, scope));
}

/** @param keys that the clause takes @param prefix whether the last word may go on */
const phraseReader =
  (keys: readonly string[], prefix: boolean): QueryReader =>
  (body, path, scope) => {
    const { field, clause } = fieldClause(body, path, 'query', keys, scope);
    checkFixed(clause);
    const text = readWords(clause, 'query', scope);
    if (prefix) scope.count('pattern', clause.at('query'));
    const options = { slop: slopOf(clause, scope), prefix, boost: clause.boost() };
    return orAll(clause, text, () => bindPhrase([{ field, weight: 1 }], text, options, scope));
  };

export const readMatchPhrase = phraseReader(['slop', 'boost', 'zero_terms_query'], false);
export const readMatchPhrasePrefix = phraseReader(['slop', 'max_expansions', 'boost', 'zero_terms_query'], true);

const ACROSS = { best_fields: 'best', most_fields: 'most', cross_fields: 'cross' } as const satisfies Record<
  string,
  MatchAcross
>;

export function readMultiMatch(body: unknown, path: string, scope: QueryScope): BoundQuery {
  const keys = ['query', 'fields', 'type', 'tie_breaker', 'slop', 'zero_terms_query', ...WORDS];
  const clause = Clause.of(body, path).only(...keys);
  const type = clause.oneOf('type', ['best_fields', 'most_fields', 'cross_fields', 'phrase'], 'best_fields');
  const text = readWords(clause, 'query', scope);
  const fields = readFields(clause, scope);
  const options = {
    ...wordOptions(clause, text, scope),
    tieBreaker: clause.number('tie_breaker', { min: 0, max: 1, fallback: 0 }),
  };
  return orAll(clause, text, () =>
    type === 'phrase'
      ? bindPhrase(fields, text, { ...options, slop: slopOf(clause, scope) }, scope)
      : bindMatch(fields, text, { ...options, across: ACROSS[type] }, scope),
  );
}
