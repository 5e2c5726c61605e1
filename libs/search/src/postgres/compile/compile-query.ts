import type { BestQuery, BoolQuery, BoostingQuery, BoundQuery } from '../../query/bound-query';
import {
  boosted,
  constant,
  constantly,
  gatedText,
  HELD,
  NOTHING,
  numberText,
  scoreText,
  type Compiled,
} from './compiled';
import { and, FALSE, not, or, render, sql, TRUE, type Condition } from './condition';
import type { CompileContext } from './context';
import { compileFunctionScore } from './function-score';
import { withoutImplied } from './implied';
import { nestedCondition } from './nested-leaf';
import { patternCondition } from './pattern-leaf';
import { compilePhrase, phraseCondition } from './phrase-leaf';
import { compileTerm } from './relevance';
import { existsCondition, idsCondition, keywordCondition, rangeCondition } from './value-leaf';

/** A bound query as a condition on rows and the score of those that meet it. */
export function compileQuery(query: BoundQuery, context: CompileContext): Compiled {
  const known = context.compiled.get(query);
  if (known) return known;
  const compiled = compileAnew(query, context);
  context.compiled.set(query, compiled);
  return compiled;
}

function compileAnew(query: BoundQuery, context: CompileContext): Compiled {
  switch (query.kind) {
    case 'all':
      return constantly(TRUE, query.boost);
    case 'none':
      return NOTHING;
    case 'bool':
      return compileBool(query, context);
    case 'best':
      return compileBest(query, context);
    case 'term':
      return compileTerm(query, context);
    case 'phrase':
      return compilePhrase(query, context);
    case 'pattern':
      return constantly(patternCondition(query, context), query.boost);
    case 'keyword':
      return constantly(keywordCondition(query, context), query.boost);
    case 'range':
      return constantly(rangeCondition(query, context), query.boost);
    case 'exists':
      return constantly(existsCondition(query.fields), query.boost);
    case 'ids':
      return constantly(idsCondition(query, context), query.boost);
    case 'nested':
      return constantly(
        nestedCondition(query, context, (inner) => compileFilter(inner, context)),
        query.boost,
      );
    case 'constant':
      return constantly(compileFilter(query.query, context), query.boost);
    case 'boosting':
      return compileBoosting(query, context);
    case 'functionScore':
      return compileFunctionScore(query, context, (inner) => compileQuery(inner, context));
  }
}

/** Which rows match; the score is of no interest. */
export function compileFilter(query: BoundQuery, context: CompileContext): Condition {
  const known = context.compiled.get(query);
  if (known) return known.where;
  if (query.kind === 'best') return bestCondition(query, context);
  return query.kind === 'phrase' ? phraseCondition(query, context) : compileQuery(query, context).where;
}

function bestCondition({ queries }: BestQuery, context: CompileContext): Condition {
  return or(withoutImplied(queries).map((each) => compileFilter(each, context)));
}

function compileBool(query: BoolQuery, context: CompileContext): Compiled {
  const must = query.must.map((each) => compileQuery(each, context));
  const should = query.should.map((each) => compileQuery(each, context));
  const where = and([
    ...must.map((each) => each.where),
    ...query.filter.map((each) => compileFilter(each, context)),
    leastOf(should, leastShould(query), context),
    ...query.mustNot.map((each) => not(compileFilter(each, context))),
  ]);
  const scores = [
    ...must.map(({ score }) => scoreText(score)),
    ...should.map((each) => gatedText(each, context.parameters)),
  ].filter((text) => text !== numberText(0));
  if (scores.length === 0) return { where, score: constant(0) };
  // It is 0 elsewhere only where nothing but the should clauses decides.
  const zero = must.length === 0 && query.filter.length === 0 && query.mustNot.length === 0 && leastShould(query) === 1;
  return { where, score: boosted({ is: 'sql', text: `(${scores.join(' + ')})`, zero }, query.boost) };
}

/** Alone, at least one of them has to match. */
export function leastShould({ must, filter, should, minimumShouldMatch }: BoolQuery): number {
  const alone = must.length === 0 && filter.length === 0 && should.length > 0;
  return alone ? Math.max(1, minimumShouldMatch) : minimumShouldMatch;
}

function leastOf(should: readonly Compiled[], least: number, { parameters }: CompileContext): Condition {
  const conditions = should.map(({ where }) => where);
  if (least <= 0) return TRUE;
  if (least > should.length) return FALSE;
  if (least === should.length) return and(conditions);
  if (least === 1) return or(conditions);
  const counted = sql(
    (alias) => `${conditions.map((each) => `(${render(each, parameters, alias)})::int`).join(' + ')} >= ${least}`,
  );
  // An index can answer the first half only.
  return and([or(conditions), counted]);
}

function compileBest(query: BestQuery, context: CompileContext): Compiled {
  const { queries, tieBreaker, boost } = query;
  const compiled = queries.map((each) => compileQuery(each, context)).filter(({ where }) => where.is !== 'false');
  const where = bestCondition(query, context);
  if (compiled.length === 0) return { where, score: constant(0) };
  if (compiled.length === 1) return { where, score: boosted((compiled[0] as Compiled).score, boost) };
  if (tieBreaker === 0 && compiled.every(({ score }) => score.is === 'constant')) {
    return { where, score: boosted({ is: 'sql', zero: true, text: firstOf(compiled, context) }, boost) };
  }
  const texts = compiled.map((each) => gatedText(each, context.parameters)).filter((text) => text !== numberText(0));
  if (texts.length === 0) return { where, score: constant(0) };
  const greatest = `greatest(${texts.join(', ')})`;
  const others = `${numberText(tieBreaker)} * (${texts.join(' + ')} - ${greatest})`;
  const text = tieBreaker === 0 ? greatest : `(${greatest} + ${others})`;
  return { where, score: boosted({ is: 'sql', zero: true, text }, boost) };
}

/** The greatest of constants: looked for from the greatest on, since the conditions are what costs. */
function firstOf(compiled: readonly Compiled[], { parameters }: CompileContext): string {
  const value = ({ score }: Compiled): number => (score.is === 'constant' ? score.value : 0);
  const values = [...new Set(compiled.map(value))].sort((a, b) => b - a);
  const cases = values.map((each) => {
    const where = or(compiled.filter((one) => value(one) === each).map((one) => one.where));
    return `when ${render(where, parameters, HELD)} then ${numberText(each)}`;
  });
  return `(case ${cases.join(' ')} else 0 end)`;
}

function compileBoosting(query: BoostingQuery, context: CompileContext): Compiled {
  const { where, score } = compileQuery(query.positive, context);
  const negative = render(compileFilter(query.negative, context), context.parameters, HELD);
  const factor = `(case when ${negative} then ${numberText(query.negativeBoost)} else 1 end)`;
  const zero = score.is === 'sql' && score.zero;
  return {
    where,
    score: boosted({ is: 'sql', zero, text: `(${scoreText(score)} * ${factor})` }, query.boost),
  };
}
