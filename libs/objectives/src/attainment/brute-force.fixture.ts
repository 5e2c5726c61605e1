import { DAY, HOUR } from '@app/common';
import { alertsOf, lengthOf, type Objective } from '../document/objective';

/** All evidence of a contract, in no order; epoch ms. */
export interface AllEvidence {
  readonly verdicts: readonly { readonly at: number; readonly isGood: boolean }[];
  readonly availability: readonly { readonly at: number; readonly isGood: boolean }[];
  readonly refreshes: readonly number[];
}

/** The answer by plain counting, without an index, a stored sum, or a library of time zones. */
export interface BruteForce {
  readonly total: number;
  readonly bad: number;
  readonly expected: number;
  readonly rates: readonly { readonly long?: number; readonly short?: number }[];
  readonly exhaustedAt?: number;
}

interface Unit {
  readonly at: number;
  readonly isGood: boolean;
}

const QUARTER = HOUR / 4;
const formats = new Map<string, Intl.DateTimeFormat>();

function dateOf(instant: number, zone: string): string {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(zone, format);
  }
  return format.format(instant);
}

/** The first quarter of an hour from which on the date begins as that of the instant does: of a day, or of a month. */
function startOf(instant: number, zone: string, letters: 7 | 10): number {
  const name = dateOf(instant, zone).slice(0, letters);
  let start = Math.floor(instant / QUARTER) * QUARTER;
  for (const step of [12 * HOUR, QUARTER]) while (dateOf(start - step, zone).slice(0, letters) === name) start -= step;
  return start;
}

function endOfMonth(instant: number, zone: string): number {
  let end = startOf(instant, zone, 7);
  const name = dateOf(end, zone).slice(0, 7);
  for (const step of [DAY, QUARTER]) while (dateOf(end + step, zone).slice(0, 7) === name) end += step;
  return end + QUARTER;
}

/** Starts of days or hours from the one that contains `from` up to the one that contains `to` − 1. */
function bucketsBetween(from: number, to: number, { unit, timezone }: Objective): number[] {
  const startOfUnit = (instant: number): number =>
    unit === 'hours' ? Math.floor(instant / HOUR) * HOUR : startOf(instant, timezone, 10);
  const starts: number[] = [];
  for (let start = startOfUnit(to - 1); ; start = startOfUnit(start - 1)) {
    starts.unshift(start);
    if (start <= from) return starts;
  }
}

function lastBuckets(count: number, at: number, objective: Objective): number[] {
  let starts = bucketsBetween(at - 1, at, objective);
  while (starts.length < count) starts = [...bucketsBetween(starts[0]! - 1, starts[0]!, objective), ...starts];
  return starts;
}

function counted(objective: Objective, evidence: AllEvidence, at: number, rolling: number | undefined): Unit[] {
  const { on, unit, timezone } = objective;
  const monthStart = startOf(at - 1, timezone, 7);
  if (unit === 'runs') {
    const from = rolling === undefined ? monthStart : at - rolling;
    return seen(objective, evidence, at).filter((one) => one.at >= from);
  }
  const starts =
    rolling === undefined
      ? bucketsBetween(monthStart, at, objective)
      : lastBuckets(Math.ceil(rolling / (unit === 'days' ? DAY : HOUR)), at, objective);
  return starts.flatMap((start, index) => {
    const end = Math.min(starts[index + 1] ?? Infinity, at);
    const isGood =
      on === 'freshness' ? isFresh(objective, evidence, start, end) : isGoodBucket(objective, evidence, at, start, end);
    return isGood === undefined ? [] : [{ at: start, isGood }];
  });
}

function seen({ on }: Objective, { verdicts, availability }: AllEvidence, at: number): Unit[] {
  return [...(on === 'status' ? verdicts : availability)].filter((one) => one.at < at).sort((a, b) => a.at - b.at);
}

function isGoodBucket(
  objective: Objective,
  evidence: AllEvidence,
  at: number,
  start: number,
  end: number,
): boolean | undefined {
  const all = seen(objective, evidence, at);
  const inside = all.filter((one) => one.at >= start && one.at < end);
  if (inside.length > 0) return inside.every(({ isGood }) => isGood);
  const before = all.filter((one) => one.at < start).at(-1);
  if (!before || objective.noData === 'ignore') return undefined;
  return objective.noData === 'carry' && before.isGood;
}

/** By every refresh and every end of its time. */
function isFresh({ within }: Objective, { refreshes }: AllEvidence, start: number, end: number): boolean | undefined {
  if (!refreshes.some((one) => one <= start)) return undefined;
  const isFreshAt = (instant: number): boolean =>
    refreshes.some((one) => one <= instant && instant - one <= lengthOf(within!));
  const moments = [start, end - 1, ...refreshes.flatMap((one) => [one - 1, one + lengthOf(within!) + 1])];
  return moments.filter((instant) => instant >= start && instant < end).every(isFreshAt);
}

/** Counts what an objective comes to. */
export function bruteForce(objective: Objective, evidence: AllEvidence, at: number): BruteForce {
  const { target, timezone, unit, window } = objective;
  const rolling = window.rolling === undefined ? undefined : lengthOf(window.rolling);
  const units = counted(objective, evidence, at, rolling);
  const bad = units.filter(({ isGood }) => !isGood).length;
  const monthEnd = endOfMonth(at - 1, timezone);
  const expected =
    rolling !== undefined || unit === 'runs'
      ? units.length
      : bucketsBetween(startOf(at - 1, timezone, 7), monthEnd, objective).length;
  const rateOver = (length: string): number | undefined => {
    const ones = counted(objective, evidence, at, lengthOf(length));
    return ones.length === 0
      ? undefined
      : ones.filter(({ isGood }) => !isGood).length / ones.length / (1 - target / 100);
  };
  const rates = alertsOf(objective).map(({ long, short }) => ({ long: rateOver(long), short: rateOver(short) }));
  const allowed = (1 - target / 100) * expected;
  return { total: units.length, bad, expected, rates, exhaustedAt: exhausted(allowed, bad, units) ?? forecast() };

  function forecast(): number | undefined {
    const week = counted(objective, evidence, at, 7 * DAY).filter(({ isGood }) => !isGood).length;
    if (week === 0 || allowed - bad <= 1e-9) return undefined;
    const instant = Math.floor(at + ((allowed - bad) * 7 * DAY) / week + 1e-6);
    return instant <= (rolling === undefined ? monthEnd : at + rolling) ? instant : undefined;
  }
}

function exhausted(allowed: number, bad: number, units: readonly Unit[]): number | undefined {
  if (bad === 0 || allowed - bad > 1e-9) return undefined;
  let used = 0;
  return units.find(({ isGood }) => !isGood && ++used >= allowed - 1e-9)?.at;
}
