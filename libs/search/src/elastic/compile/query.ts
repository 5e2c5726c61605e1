import type { estypes } from '@elastic/elasticsearch';
import { fieldOf } from '../../document/search-field';
import type {
  BoolQuery,
  BoundQuery,
  FunctionScoreQuery,
  NestedQuery,
  Pattern,
  PhraseQuery,
  RangeQuery,
  ScoreFunction,
} from '../../query/bound-query';
import { MOST_WORDS } from '../../query/search-request';
import { ANALYZERS } from '../mapping/analysis-settings';
import { elementPath, EXISTS, fieldPath, prefixOf, type Within } from '../mapping/field-path';

type Container = estypes.QueryDslQueryContainer;

/** Range of dates of the server; dates beyond match like its ends. */
const LAST_DATE = 8.64e15;

/** Where a query stands: inside of which elements, and inside of how many queries. */
interface Context {
  readonly within: Within;
  readonly level: number;
}

const below = ({ within, level }: Context): Context => ({ within, level: level + 1 });

/** The server reads 30 levels of queries; one of ours is up to two of its. */
const LEVELS_AT_ONCE = 10;

const all: Container = { match_all: {} };
const none: Container = { match_none: {} };

/** A leaf that matches or not, and scores its boost. */
export const constantly = (filter: Container, boost: number): Container => ({ constant_score: { filter, boost } });

function compileBool(query: BoolQuery, context: Context): Container {
  const { minimumShouldMatch, boost } = query;
  if (minimumShouldMatch > query.should.length) return none;
  const [must, should, filter, mustNot] = [query.must, query.should, query.filter, query.mustNot].map((queries) =>
    queries.map((each) => compileAt(each, below(context))),
  ) as [Container[], Container[], Container[], Container[]];
  // Without any clause the server would score 1 instead of nothing.
  const open = must.length + filter.length + should.length === 0;
  return {
    bool: {
      must,
      should,
      must_not: mustNot,
      filter: open ? [...filter, all] : filter,
      ...(should.length > 0 && { minimum_should_match: minimumShouldMatch }),
      boost,
    },
  };
}

/**
 * Tokens that were analysed already: the analyzer that reads them takes them as they are. The words that the last one may stand
 * for are as many as there happen to be: they match and do not score.
 */
function compilePhrase({ tokens, slop, prefix, boost }: PhraseQuery, field: string): Container {
  const spelt = (words: readonly string[]) => ({ query: words.join(' '), analyzer: ANALYZERS.exact, slop });
  if (!prefix) return { match_phrase: { [field]: { ...spelt(tokens), boost } } };
  const begun = { ...spelt(tokens), max_expansions: MOST_WORDS };
  return {
    bool: {
      must: [{ match_phrase: { [field]: { ...spelt(tokens.slice(0, -1)), boost } } }],
      filter: [{ match_phrase_prefix: { [field]: begun } }],
    },
  };
}

function rangeBounds({ from, to }: RangeQuery, bound: (value: string | number) => string | number) {
  return {
    ...(from && { [from.inclusive ? 'gte' : 'gt']: bound(from.value) }),
    ...(to && { [to.inclusive ? 'lte' : 'lt']: bound(to.value) }),
  };
}

function compileRange(query: RangeQuery, context: Context): Container {
  const isDate = fieldOf(query.field)?.kind === 'date';
  const inTime = (value: string | number) => Math.min(LAST_DATE, Math.max(-LAST_DATE, Math.trunc(Number(value))));
  const bounds = rangeBounds(query, isDate ? inTime : (value) => value);
  const range = { ...bounds, ...(isDate && { format: 'epoch_millis' }) };
  return constantly({ range: { [fieldPath(query.field, context.within)]: range } }, query.boost);
}

function compileFunction(one: ScoreFunction, context: Context): estypes.QueryDslFunctionScoreContainer {
  const factor = one.fieldValueFactor;
  return {
    ...(one.filter && { filter: compileAt(one.filter, below(context)) }),
    ...(one.weight !== undefined && { weight: one.weight }),
    ...(factor && { field_value_factor: { ...factor, field: fieldPath(factor.field, context.within) } }),
  } as estypes.QueryDslFunctionScoreContainer;
}

function compileFunctionScore(query: FunctionScoreQuery, context: Context): Container {
  return {
    function_score: {
      query: compileAt(query.query, below(context)),
      functions: query.functions.map((one) => compileFunction(one, context)),
      score_mode: query.scoreMode,
      boost_mode: query.boostMode,
      ...(query.maxBoost !== undefined && { max_boost: query.maxBoost }),
      ...(query.minScore !== undefined && { min_score: query.minScore }),
      boost: query.boost,
    },
  };
}

/** Elements inside elements are not separated: nothing is found there. */
function compileNested({ path, query, boost }: NestedQuery, context: Context): Container {
  if (context.within) return none;
  const inner = compileAt(query, { ...below(context), within: path });
  return constantly({ nested: { path: elementPath(path), query: inner, score_mode: 'none' } }, boost);
}

/**
 * A bound query in the server's DSL.
 * @param within the elements that it is asked of, inside of a nested query or aggregation
 */
export function compileQuery(query: BoundQuery, within?: Within): Container {
  return compileAt(query, { within, level: 1 });
}

/** Compiles a query; one that is too deep to be read at once goes as a text of its own, which the server reads from its first level again. */
function compileAt(query: BoundQuery, context: Context): Container {
  const compiled = compileOne(query, context);
  if (context.level % LEVELS_AT_ONCE !== 0) return compiled;
  return { wrapper: { query: Buffer.from(JSON.stringify(compiled)).toString('base64') } };
}

function compileOne(query: BoundQuery, context: Context): Container {
  const { within } = context;
  switch (query.kind) {
    case 'all':
      return { match_all: { boost: query.boost } };
    case 'none':
      return none;
    case 'bool':
      return compileBool(query, context);
    case 'best': {
      if (query.queries.length === 0) return none;
      const queries = query.queries.map((each) => compileAt(each, below(context)));
      return { dis_max: { queries, tie_breaker: query.tieBreaker, boost: query.boost } };
    }
    case 'term':
      return { term: { [fieldPath(query.field, within)]: { value: query.token, boost: query.boost } } };
    case 'phrase':
      return compilePhrase(query, fieldPath(query.field, within));
    case 'pattern':
      return compilePattern(query.pattern, fieldPath(query.field, within), query.boost);
    case 'keyword':
      return constantly({ terms: { [fieldPath(query.field, within)]: [...query.values] } }, query.boost);
    case 'range':
      return compileRange(query, context);
    case 'exists':
      return constantly({ terms: { [prefixOf(within) + EXISTS]: [...query.fields] } }, query.boost);
    case 'ids':
      return constantly({ terms: { id: [...query.values] } }, query.boost);
    case 'nested':
      return compileNested(query, context);
    case 'constant':
      return constantly(compileAt(query.query, below(context)), query.boost);
    case 'boosting': {
      const positive = compileAt(query.positive, below(context));
      const negative = compileAt(query.negative, below(context));
      return { boosting: { positive, negative, negative_boost: query.negativeBoost, boost: query.boost } };
    }
    case 'functionScore':
      return compileFunctionScore(query, context);
  }
}

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
