import { fieldOf } from '../../document/search-field';
import type { BoundQuery, FunctionScoreQuery, ScoreFunction } from '../../query/bound-query';
import { ALL, boosted } from '../../query/build-query';
import { Clause, refused, shown } from '../dsl/clause';
import { fieldName } from '../dsl/clause-value';
import type { QueryScope } from './query-scope';

const MOST_FUNCTIONS = 32;
const MOST_FACTOR = 1e6;
const OWN = ['weight', 'field_value_factor'];
const KEYS = ['query', 'functions', 'score_mode', 'boost_mode', 'max_boost', 'min_score', 'boost', ...OWN];

/** Those that are finite and not negative from zero on: `log`, `ln` and `reciprocal` would break the order at zero. */
const MODIFIERS = ['none', 'log1p', 'log2p', 'ln1p', 'ln2p', 'square', 'sqrt'] as const;
const MODES = ['multiply', 'sum', 'avg', 'first', 'max', 'min'] as const;
const BOOST_MODES = ['multiply', 'replace', 'sum', 'avg', 'max', 'min'] as const;

type Factor = NonNullable<ScoreFunction['fieldValueFactor']>;

function readFactor(body: unknown, path: string, scope: QueryScope): Factor {
  const clause = Clause.of(body, path).only('field', 'factor', 'modifier', 'missing');
  const field = fieldName(clause.text('field'), clause.at('field'), scope);
  const kind = fieldOf(field)?.kind;
  if (kind !== 'number' && kind !== 'date') {
    throw refused(clause.at('field'), `must be a number or a date field, got ${shown(field)}`);
  }
  return {
    field,
    factor: clause.number('factor', { min: 0, max: MOST_FACTOR, fallback: 1 }),
    modifier: clause.oneOf('modifier', MODIFIERS, 'none'),
    // What is not there changes nothing where scores are multiplied, which is the default.
    missing: clause.number('missing', { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 1 }),
  };
}

function ownFunction(clause: Clause, filter: BoundQuery | undefined, scope: QueryScope): ScoreFunction {
  const factor = clause.has('field_value_factor')
    ? readFactor(clause.raw('field_value_factor'), clause.at('field_value_factor'), scope)
    : undefined;
  if (!factor && !clause.has('weight')) throw refused(clause.path, `needs one of ${OWN.join(', ')}`);
  const weight = clause.has('weight') ? clause.number('weight', { min: 0, max: MOST_FACTOR }) : undefined;
  return {
    ...(filter && { filter }),
    ...(weight !== undefined && { weight }),
    ...(factor && { fieldValueFactor: factor }),
  };
}

function readFunction(value: unknown, path: string, scope: QueryScope): ScoreFunction {
  const clause = Clause.of(value, path).only('filter', ...OWN);
  const filter = clause.has('filter') ? scope.read(clause.raw('filter'), clause.at('filter')) : undefined;
  return ownFunction(clause, filter, scope);
}

function readFunctions(clause: Clause, scope: QueryScope): ScoreFunction[] {
  const listed = clause.list('functions');
  if (listed.length > MOST_FUNCTIONS) {
    throw refused(clause.at('functions'), `has ${listed.length} entries; allowed are up to ${MOST_FUNCTIONS}`);
  }
  const own = OWN.some((key) => clause.has(key)) ? [ownFunction(clause, undefined, scope)] : [];
  return [...listed.map(({ value, path }) => readFunction(value, path, scope)), ...own];
}

/** `function_score` with weights and field values; scripts, random scores and decay functions are not supported. */
export function readFunctionScore(body: unknown, path: string, scope: QueryScope): FunctionScoreQuery {
  const clause = Clause.of(body, path).only(...KEYS);
  const query = clause.has('query') ? scope.read(clause.raw('query'), clause.at('query')) : ALL;
  const score = { min: 0, max: Number.MAX_SAFE_INTEGER };
  return {
    kind: 'functionScore',
    // A boost is the query's, before the functions come: `replace` leaves nothing of it.
    query: boosted(query, clause.boost()),
    functions: readFunctions(clause, scope),
    scoreMode: clause.oneOf('score_mode', MODES, 'multiply'),
    boostMode: clause.oneOf('boost_mode', BOOST_MODES, 'multiply'),
    ...(clause.has('max_boost') && { maxBoost: clause.number('max_boost', score) }),
    ...(clause.has('min_score') && { minScore: clause.number('min_score', score) }),
    boost: 1,
  };
}
