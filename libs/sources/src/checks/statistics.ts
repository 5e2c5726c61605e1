import type { Rows } from '../engine';
import type { Conditions } from './conditions';
import { plainNumber } from './decimal';
import type { Quantile } from '../sql/dialect';
import { aggregate, type CheckTarget, countIf, countOf, firstCell, type Measure, rowsOf } from './measures';

/** Statistics that are values between which a share of all lies. */
const QUANTILES = { firstQuartile: 0.25, median: 0.5, thirdQuartile: 0.75 } as const satisfies Record<string, Quantile>;

export type Statistic = 'min' | 'max' | 'sum' | 'mean' | 'stddev' | keyof typeof QUANTILES;

/** A statistic over the values of a column of numbers. */
export interface StatisticMeasures {
  readonly measures: readonly Measure[];
  /** A number, `NaN`, `Infinity` or `-Infinity`; undefined where there are no values. */
  read(answers: readonly Rows[]): string | undefined;
}

/**
 * Values that are NaN or infinite are counted apart, and the statistic is of the others: engines differ in what they make of them, and
 * some fail.
 */
export function statisticOf(statistic: Statistic, conditions: Conditions, target: CheckTarget): StatisticMeasures {
  const { x } = conditions;
  const kind = conditions.numbers(`the ${statistic}`);
  const special = target.dialect.special(x, kind);
  const isExact = kind.is !== 'float' && (statistic === 'min' || statistic === 'max' || statistic === 'sum');
  // Of a type with NaN alone nothing is left out: where there is one, the statistic is NaN.
  const finite =
    special?.infinite && special.negative
      ? `CASE WHEN NOT (${special.nan} OR ${special.infinite} OR ${special.negative}) THEN ${x} END`
      : x;
  const value = valueOf(statistic, { x, finite, nan: special?.nan }, target, kind);
  const measures = [
    aggregate(`count(${x})`),
    value,
    ...(special ? [special.nan, special.infinite, special.negative].flatMap((one) => (one ? [countIf(one)] : [])) : []),
  ];
  return {
    measures,
    read: ([count, answer, nan, infinite, negative]) => {
      if (countOf(count) === 0) return undefined;
      if (nan && countOf(nan) > 0) return 'NaN';
      const found = firstCell(answer);
      const ofFinite = found === null ? undefined : plainNumber(found, isExact);
      return withInfinities(statistic, ofFinite, infinite ? countOf(infinite) : 0, negative ? countOf(negative) : 0);
    },
  };
}

interface Expressions {
  readonly x: string;
  readonly finite: string;
  readonly nan?: string;
}

function valueOf(
  statistic: Statistic,
  { x, finite, nan }: Expressions,
  target: CheckTarget,
  kind: Parameters<CheckTarget['dialect']['sum']>[1],
): Measure {
  const { dialect } = target;
  switch (statistic) {
    case 'min':
    case 'max':
      return aggregate(dialect.asText(`${statistic}(${finite})`, kind));
    case 'sum':
      return aggregate(dialect.asText(dialect.sum(finite, kind), kind));
    case 'mean':
      return aggregate(dialect.asText(dialect.mean(finite), { is: 'float', bits: 53 }));
    case 'stddev':
      return aggregate(dialect.asText(dialect.deviation(finite), { is: 'float', bits: 53 }));
    case 'firstQuartile':
    case 'median':
    case 'thirdQuartile': {
      const where = `${x} IS NOT NULL${nan === undefined ? '' : ` AND NOT (${nan})`}`;
      const quantile = dialect.quantile(QUANTILES[statistic], x, where, rowsOf(target));
      return 'aggregate' in quantile
        ? aggregate(dialect.asText(quantile.aggregate, { is: 'float', bits: 53 }))
        : { kind: 'statement', sql: quantile.statement };
    }
  }
}

/** By the rules of floating point. Quantiles are asked with infinite values among the others. */
function withInfinities(
  statistic: Statistic,
  value: string | undefined,
  infinite: number,
  negative: number,
): string | undefined {
  if (statistic in QUANTILES || infinite + negative === 0) return value;
  if (statistic === 'stddev') return 'NaN';
  if (statistic === 'min') return negative > 0 ? '-Infinity' : (value ?? 'Infinity');
  if (statistic === 'max') return infinite > 0 ? 'Infinity' : (value ?? '-Infinity');
  return infinite > 0 && negative > 0 ? 'NaN' : infinite > 0 ? 'Infinity' : '-Infinity';
}
