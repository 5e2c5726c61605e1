import { valueField } from '../../document/search-field';
import type { FunctionScoreQuery, ScoreFunction } from '../../query/bound-query';
import {
  boosted,
  HELD,
  limited,
  numberText,
  ROW,
  scoreText,
  unfetched,
  type Compiled,
  type CompileInner,
} from './compiled';
import { and, render, sql } from './condition';
import type { CompileContext } from './context';
import type { Parameters } from './parameters';
import { rowValue } from './row-value';

/** The query's score changed by functions of the document. Without an applicable function the score is unchanged. */
export function compileFunctionScore(
  query: FunctionScoreQuery,
  context: CompileContext,
  compile: CompileInner,
): Compiled {
  const inner = compile(query.query);
  const parts = query.functions.map((each) => partOf(each, context, compile));
  const text = combined(scoreText(inner.score), factorOf(query, parts), query, parts);
  const score = boosted({ is: 'sql', text, zero: false }, query.boost);
  const least = query.minScore;
  if (least === undefined) return { where: inner.where, score };
  return { where: and([inner.where, sql(() => `${unfetched(text)} >= ${numberText(least)}`)]), score };
}

interface Part {
  /** SQL: null where the function does not apply. */
  readonly value: string;
  /** The weight where it applies, for an average. */
  readonly weight: string;
}

function partOf(each: ScoreFunction, { parameters }: CompileContext, compile: CompileInner): Part {
  const weight = each.weight ?? 1;
  const value = limited(`${numberText(weight)} * ${fieldFactor(each, parameters)}`);
  if (!each.filter) return { value, weight: numberText(weight) };
  const applies = render(compile(each.filter).where, parameters, HELD);
  const gate = (text: string): string => `(case when ${applies} then ${text} end)`;
  return { value: gate(value), weight: gate(numberText(weight)) };
}

/** A document without the value counts as `missing`. */
function fieldFactor({ fieldValueFactor }: ScoreFunction, parameters: Parameters): string {
  if (!fieldValueFactor) return numberText(1);
  const { field, factor, modifier, missing } = fieldValueFactor;
  const kind = valueField(field)?.kind;
  if (kind !== 'number' && kind !== 'date') return modified(numberText(missing * factor), modifier);
  const column = `${rowValue(field, kind, ROW, parameters)}::float8`;
  const present = modified(limited(`${column} * ${numberText(factor)}`), modifier);
  return `(case when ${column} is null then ${modified(numberText(missing * factor), modifier)} else ${present} end)`;
}

type Modifier = NonNullable<ScoreFunction['fieldValueFactor']>['modifier'];

/** A logarithm or a root of what has none is 0. */
function modified(x: string, modifier: Modifier): string {
  const positive = (call: string, of: string): string => `(case when ${of} > 0 then ${call}(${of}) else 0 end)`;
  switch (modifier) {
    case 'none':
      return x;
    case 'log1p':
      return positive('log', `${x} + 1`);
    case 'log2p':
      return positive('log', `${x} + 2`);
    case 'ln1p':
      return positive('ln', `${x} + 1`);
    case 'ln2p':
      return positive('ln', `${x} + 2`);
    case 'square':
      return `(${x} * ${x})`;
    case 'sqrt':
      return positive('sqrt', x);
  }
}

/** The functions as one number; null where none applies. */
function factorOf({ scoreMode, functions }: FunctionScoreQuery, parts: readonly Part[]): string {
  const values = parts.map(({ value }) => value);
  if (functions.length === 0) return 'null::float8';
  const none = `coalesce(${values.join(', ')}) is null`;
  const sum = (texts: readonly string[]): string => `(${texts.map((each) => `coalesce(${each}, 0)`).join(' + ')})`;
  const gate = (text: string): string => `(case when ${none} then null else ${limited(text)} end)`;
  switch (scoreMode) {
    case 'first':
      return `coalesce(${values.join(', ')})`;
    case 'max':
      return `greatest(${values.join(', ')})`;
    case 'min':
      return `least(${values.join(', ')})`;
    case 'sum':
      return gate(sum(values));
    case 'avg': {
      const weights = sum(parts.map(({ weight }) => weight));
      return gate(`(case when ${weights} = 0 then 0 else ${sum(values)} / ${weights} end)`);
    }
    case 'multiply':
      return gate(values.map((each) => `coalesce(${each}, 1)`).reduce((all, each) => limited(`${all} * ${each}`)));
  }
}

function combined(score: string, factor: string, query: FunctionScoreQuery, parts: readonly Part[]): string {
  const most = query.maxBoost;
  // Where no function applies the factor is 1, and bounded as any other.
  const given = `coalesce(${factor}, 1)`;
  const held = most === undefined ? given : `least(${given}, ${numberText(most)})`;
  if (parts.length === 0) return score;
  const operators = { multiply: `${score} * ${held}`, sum: `${score} + ${held}`, avg: `(${score} + ${held}) / 2` };
  switch (query.boostMode) {
    case 'replace':
      return `greatest(${held}, 0)`;
    case 'max':
      return `greatest(${score}, ${held})`;
    case 'min':
      return `least(${score}, ${held})`;
    case 'multiply':
    case 'sum':
    case 'avg':
      return `greatest(${limited(operators[query.boostMode])}, 0)`;
  }
}
