import type { Condition } from './condition';
import { render } from './condition';
import type { Parameters } from './parameters';

/** What a query scores where it matches. */
export type Score =
  | { readonly is: 'constant'; readonly value: number }
  /** SQL on the row `r`; zero: it gives 0 by itself where the query does not match. */
  | { readonly is: 'sql'; readonly text: string; readonly zero: boolean };

export interface Compiled {
  readonly where: Condition;
  readonly score: Score;
}

/** The row that is scored. */
export const ROW = 'r';

export function constant(value: number): Score {
  return { is: 'constant', value };
}

/** Scores are 32-bit numbers at last; up to here sums and products of a few stay within doubles. */
export const GREATEST_SCORE = 1e38;

/** A number in SQL. It is one of ours, worked out of boosts and statistics; the cast keeps arithmetic in doubles. */
export function numberText(value: number): string {
  const held = Math.max(-GREATEST_SCORE, Math.min(GREATEST_SCORE, Number.isNaN(value) ? 0 : value));
  return `(${held})::float8`;
}

export function limited(text: string): string {
  return `least(greatest(${text}, ${numberText(-GREATEST_SCORE)}), ${numberText(GREATEST_SCORE)})`;
}

/** What it scores where it is known to match. */
export function scoreText(score: Score): string {
  return score.is === 'constant' ? numberText(score.value) : score.text;
}

/** What it scores on any row: 0 where it does not match. */
export function gatedText({ where, score }: Compiled, parameters: Parameters): string {
  if (where.is === 'false' || (score.is === 'constant' && score.value === 0)) return numberText(0);
  if (where.is === 'true' || (score.is === 'sql' && score.zero)) return scoreText(score);
  return `(case when ${render(where, parameters, ROW)} then ${scoreText(score)} else 0 end)`;
}

/** The score times a boost. */
export function boosted(score: Score, boost: number): Score {
  if (boost === 1) return score;
  if (score.is === 'constant') return constant(score.value * boost);
  return { ...score, text: limited(`${score.text} * ${numberText(boost)}`) };
}
