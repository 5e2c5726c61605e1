import type { BoundQuery } from '../../query/bound-query';
import { FALSE, render, type Condition } from './condition';
import type { Parameters } from './parameters';

export type Score =
  | { readonly is: 'constant'; readonly value: number }
  /** SQL on the row `r`; zero: it gives 0 by itself where the query does not match. */
  | { readonly is: 'sql'; readonly text: string; readonly zero: boolean };

export interface Compiled {
  readonly where: Condition;
  readonly score: Score;
}

/** Compiles what lies inside a query, with the context that the query is compiled with. */
export type CompileInner = (query: BoundQuery) => Compiled;

/** The row that is scored. */
export const ROW = 'r';

/**
 * The same row as scores read it: most of it is in the toast table, from where each look would fetch it anew. Here it is
 * fetched once.
 */
export const HELD = 'held';
const COLUMNS = [
  'id',
  'entity_type',
  'name_key',
  'display_key',
  'fqn_key',
  'deleted',
  'updated_at',
  'total_votes',
  'kw',
];
const FETCHED = `cross join lateral (
  select ${['node', 'names', ...COLUMNS].map((column) => `${ROW}.${column}`).join(', ')},
         ${ROW}.texts || ''::tsvector as texts, ${ROW}.chunks || '' as chunks offset 0) ${HELD}`;

/** The join to the row in a statement that selects this score. */
export function fetchText(score: string): string {
  return score.includes(`${HELD}.`) ? FETCHED : '';
}

/** The score of a row without a join partner. */
export function unfetched(score: string): string {
  return score.replaceAll(`${HELD}.`, `${ROW}.`);
}

export function constant(value: number): Score {
  return { is: 'constant', value };
}

/** A condition whose matches all score the same. */
export const constantly = (where: Condition, value: number): Compiled => ({ where, score: constant(value) });

export const NOTHING: Compiled = constantly(FALSE, 0);

/** Scores are 32-bit numbers at last; up to here sums and products of a few stay within doubles. */
export const GREATEST_SCORE = 1e38;

/**
 * A number in SQL. It is computed here from boosts and statistics, not caller input; the cast forces arithmetic in
 * doubles.
 */
export function numberText(value: number): string {
  return `(${held(value)})::float8`;
}

/** A number within what scores may be. */
export function held(value: number): number {
  return Math.max(-GREATEST_SCORE, Math.min(GREATEST_SCORE, Number.isNaN(value) ? 0 : value));
}

export function limited(text: string): string {
  return `least(greatest(${text}, ${numberText(-GREATEST_SCORE)}), ${numberText(GREATEST_SCORE)})`;
}

/** SQL of its score where it is known to match. */
export function scoreText(score: Score): string {
  return score.is === 'constant' ? numberText(score.value) : score.text;
}

/** SQL of its score on any row: 0 where it does not match. */
export function gatedText({ where, score }: Compiled, parameters: Parameters): string {
  if (where.is === 'false' || (score.is === 'constant' && score.value === 0)) return numberText(0);
  if (where.is === 'true' || (score.is === 'sql' && score.zero)) return scoreText(score);
  return `(case when ${render(where, parameters, HELD)} then ${scoreText(score)} else 0 end)`;
}

export function boosted(score: Score, boost: number): Score {
  if (boost === 1) return score;
  if (score.is === 'constant') return constant(score.value * boost);
  return { ...score, text: limited(`${score.text} * ${numberText(boost)}`) };
}
