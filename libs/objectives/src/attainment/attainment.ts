import { DAY } from '@app/common';
import type { BurnAlert, Objective } from '../document/objective';
import { budgetOf, shownBudget, toFourDecimals, WHOLE, type Budget, type ShownBudget } from './budget';
import type { Span } from './span';
import type { Tally } from './tally';

/** Rates at which the budget is used up: 1 is as fast as it allows over the time of the objective. */
export interface Burn extends BurnAlert {
  /** To four decimals; absent where nothing was counted. */
  readonly longRate?: number;
  readonly shortRate?: number;
  readonly burning: boolean;
}

/** Attainment of an objective at an instant. Times are epoch ms, numbers have at most four decimals. */
export interface Attainment {
  readonly name: string;
  readonly on: Objective['on'];
  readonly unit: Objective['unit'];
  readonly target: number;
  readonly from: number;
  readonly to: number;
  readonly total: number;
  readonly good: number;
  readonly bad: number;
  /** Percentage of what was counted; absent where nothing was. */
  readonly attainment?: number;
  readonly budget: ShownBudget;
  readonly burn: readonly Burn[];
  /** Instant at which the budget was used up, or will be if it goes on as in the last seven days. */
  readonly exhaustedAt?: number;
  readonly met: boolean;
}

/** Index of the run with which the budget was used up: the nth bad one from there on. */
export interface ExhaustingRun {
  readonly from: number;
  readonly nth: number;
}

export interface Judged {
  readonly attainment: Attainment;
  /** Present for runs whose budget is used up, in place of `exhaustedAt`. */
  readonly exhaustingRun?: ExhaustingRun;
}

interface Sum {
  readonly good: number;
  readonly bad: number;
  readonly total: number;
}

/** Distance that a rate may have from a factor that is no binary fraction. */
const TOLERANCE = 1e-9;

/** The attainment of an objective, from what was counted in its span, ascending. */
export function attain(objective: Objective, span: Span, tallies: readonly Tally[]): Judged {
  const { name, on, unit, target } = objective;
  const { good, bad, total } = sumFrom(tallies, span.from);
  const budget = budgetOf(objective, span.monthBuckets ?? total, bad);
  const exhausted = exhaustion(budget, span, tallies);
  const exhaustedAt =
    exhausted === undefined ? forecast(budget, span, tallies) : unit === 'runs' ? undefined : exhausted.from;
  const attainment = {
    name,
    on,
    unit,
    target,
    from: span.from,
    to: span.at,
    total,
    good,
    bad,
    ...(total > 0 && { attainment: toFourDecimals(100n * BigInt(good), BigInt(total)) }),
    budget: shownBudget(budget),
    burn: burnOf(budget, span, tallies),
    ...(exhaustedAt !== undefined && { exhaustedAt }),
    met: good * WHOLE >= (WHOLE - budget.share) * total,
  };
  return { attainment, ...(exhausted && unit === 'runs' && { exhaustingRun: exhausted }) };
}

function sumFrom(tallies: readonly Tally[], from: number): Sum {
  let [good, bad] = [0, 0];
  for (let index = tallies.length - 1; index >= 0 && tallies[index]!.from >= from; index--) {
    good += tallies[index]!.good;
    bad += tallies[index]!.bad;
  }
  return { good, bad, total: good + bad };
}

function burnOf({ share }: Budget, { alerts }: Span, tallies: readonly Tally[]): Burn[] {
  return alerts.map(({ long, short, factor, longFrom, shortFrom }) => {
    const [longSum, shortSum] = [sumFrom(tallies, longFrom), sumFrom(tallies, shortFrom)];
    const shown = ({ bad, total }: Sum): number => toFourDecimals(BigInt(bad * WHOLE), BigInt(total * share));
    const reaches = ({ bad, total }: Sum): boolean =>
      total > 0 && (bad * WHOLE) / (total * share) >= factor - TOLERANCE;
    return {
      long,
      short,
      factor,
      ...(longSum.total > 0 && { longRate: shown(longSum) }),
      ...(shortSum.total > 0 && { shortRate: shown(shortSum) }),
      burning: reaches(longSum) && reaches(shortSum),
    };
  });
}

/** Finds where the budget was first used up to its last bit. */
function exhaustion(
  { allowed, used, left }: Budget,
  { from }: Span,
  tallies: readonly Tally[],
): ExhaustingRun | undefined {
  if (used === 0 || left > 0) return undefined;
  let spent = 0;
  for (const tally of tallies) {
    if (tally.from < from || tally.bad === 0) continue;
    if (spent + tally.bad * WHOLE >= allowed)
      return { from: tally.from, nth: Math.max(1, Math.ceil((allowed - spent) / WHOLE)) };
    spent += tally.bad * WHOLE;
  }
  return undefined;
}

/** Instant at which the rest will be used up, by the bad ones of the last seven days. */
function forecast(
  { left }: Budget,
  { at, weekFrom, forecastUntil }: Span,
  tallies: readonly Tally[],
): number | undefined {
  const { bad } = sumFrom(tallies, weekFrom);
  if (left <= 0 || bad === 0) return undefined;
  const instant = at + Number((BigInt(left) * BigInt(7 * DAY)) / BigInt(bad * WHOLE));
  return instant <= forecastUntil ? instant : undefined;
}
