import type { estypes } from '@elastic/elasticsearch';
import type { BoolQuery, BoundQuery, FunctionScoreQuery, RangeQuery, ScoreFunction } from '../../query/bound-query';
import { NESTED_PATHS } from '../../document/search-mapping';
import { elementPath, EXISTS, fieldPath, mappedField, prefixOf } from '../mapping/field-path';
import type { Within } from '../mapping/field-path';
import { compilePattern } from './pattern';
import { compilePhrase } from './phrase';

type Container = estypes.QueryDslQueryContainer;

/** Dates that the server can hold; what lies beyond matches as its end does. */
const LAST_DATE = 8.64e15;

const all: Container = { match_all: {} };
const none: Container = { match_none: {} };

/** A leaf that matches or not, and scores its boost. */
export const constantly = (filter: Container, boost: number): Container => ({ constant_score: { filter, boost } });

function compileBool(query: BoolQuery, within: Within): Container {
  const { minimumShouldMatch, boost } = query;
  if (minimumShouldMatch > query.should.length) return none;
  const [must, should, filter, mustNot] = [query.must, query.should, query.filter, query.mustNot].map((queries) =>
    queries.map((each) => compileQuery(each, within)),
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

function rangeBounds({ from, to }: RangeQuery, bound: (value: string | number) => string | number) {
  return {
    ...(from && { [from.inclusive ? 'gte' : 'gt']: bound(from.value) }),
    ...(to && { [to.inclusive ? 'lte' : 'lt']: bound(to.value) }),
  };
}

function compileRange(query: RangeQuery, within: Within): Container {
  const isDate = mappedField(query.field)?.kind === 'date';
  const inTime = (value: string | number) => Math.min(LAST_DATE, Math.max(-LAST_DATE, Math.trunc(Number(value))));
  const bounds = rangeBounds(query, isDate ? inTime : (value) => value);
  const range = { ...bounds, ...(isDate && { format: 'epoch_millis' }) };
  return constantly({ range: { [fieldPath(query.field, within)]: range } }, query.boost);
}

function compileFunction(one: ScoreFunction, within: Within): estypes.QueryDslFunctionScoreContainer {
  const factor = one.fieldValueFactor;
  return {
    ...(one.filter && { filter: compileQuery(one.filter, within) }),
    ...(one.weight !== undefined && { weight: one.weight }),
    ...(factor && { field_value_factor: { ...factor, field: fieldPath(factor.field, within) } }),
  } as estypes.QueryDslFunctionScoreContainer;
}

function compileFunctionScore(query: FunctionScoreQuery, within: Within): Container {
  return {
    function_score: {
      query: compileQuery(query.query, within),
      functions: query.functions.map((one) => compileFunction(one, within)),
      score_mode: query.scoreMode,
      boost_mode: query.boostMode,
      ...(query.maxBoost !== undefined && { max_boost: query.maxBoost }),
      ...(query.minScore !== undefined && { min_score: query.minScore }),
      boost: query.boost,
    },
  };
}

/** Elements inside elements are not kept apart: there nothing is found. */
function compileNested(path: string, query: BoundQuery, boost: number, within: Within): Container {
  const known = NESTED_PATHS.find((each) => each === path);
  if (!known || within) return none;
  return constantly(
    { nested: { path: elementPath(known), query: compileQuery(query, known), score_mode: 'none' } },
    boost,
  );
}

/**
 * A bound query in the server's DSL.
 * @param within the elements that it is asked of, inside of a nested query or aggregation
 */
export function compileQuery(query: BoundQuery, within?: Within): Container {
  switch (query.kind) {
    case 'all':
      return { match_all: { boost: query.boost } };
    case 'none':
      return none;
    case 'bool':
      return compileBool(query, within);
    case 'best': {
      if (query.queries.length === 0) return none;
      const queries = query.queries.map((each) => compileQuery(each, within));
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
      return compileRange(query, within);
    case 'exists':
      return constantly({ terms: { [prefixOf(within) + EXISTS]: [...query.fields] } }, query.boost);
    case 'ids':
      return constantly({ terms: { id: query.values.map((id) => id.toLowerCase()) } }, query.boost);
    case 'nested':
      return compileNested(query.path, query.query, query.boost, within);
    case 'constant':
      return constantly(compileQuery(query.query, within), query.boost);
    case 'boosting': {
      const [positive, negative] = [compileQuery(query.positive, within), compileQuery(query.negative, within)];
      return { boosting: { positive, negative, negative_boost: query.negativeBoost, boost: query.boost } };
    }
    case 'functionScore':
      return compileFunctionScore(query, within);
  }
}
