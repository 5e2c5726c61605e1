import type { LearnedRules } from '@app/agreements';
import { DAY, groupBy } from '@app/common';
import { LEARNED_METRICS, type LearnedMetric, type Zone } from '@app/contracts';
import { LocalCalendar, type LocalKeys } from './local-calendar';
import { levelsOf, type Point } from './levels';
import { median, medianDeviation } from './sliding-median';

export const METRICS = LEARNED_METRICS;
export type Metric = LearnedMetric;

/** How far back points are learned from, and what it takes to say anything. */
export const TRAINING_SPAN = 180 * DAY;
const LEAST_SPAN = 21 * DAY;
const LEAST_POINTS = 14;

/** Spreads beyond which a value is unusual. */
const WIDTHS: Readonly<Record<LearnedRules['sensitivity'], number>> = { low: 7, medium: 5, high: 3.5 };
/** Makes the median deviation of normal values their standard deviation. */
const NORMAL = 1.4826;
const EPSILON = 1e-9;

/** The smallest level (rows, seconds), and the least spread as a share of the centre. */
const METRIC_RULES: Readonly<Record<Metric, { readonly floor: number; readonly share: number }>> = {
  volume: { floor: 1, share: 0.05 },
  freshness: { floor: 300, share: 0.02 },
};

/** Buckets, the narrowest first: newest ratios that are taken, and how many there have to be. */
const BUCKETS = [
  { kind: 'hourOfWeek', most: 12, least: 4 },
  { kind: 'dayOfWeek', most: 12, least: 4 },
  { kind: 'all', most: 28, least: 14 },
] as const;
/** Months with the same day: newest that are taken, and how many there have to be; by how many spreads they differ. */
const MONTH = { most: 6, least: 3, spreads: 3 };
/** Points that were never empty before an empty one is unusual whatever the spread. */
const NEVER_EMPTY = 28;

/** The feedback of a user on a point. */
export interface PointVerdict {
  readonly timestamp: number;
  readonly verdict: 'expected' | 'anomaly';
}

export interface Question {
  readonly metric: Metric;
  /** In ascending order, no two at one instant; those at `tested.t` and later are not learned from. */
  readonly points: readonly Point[];
  readonly tested: Point;
  readonly sensitivity: LearnedRules['sensitivity'];
  readonly zone: Zone;
  readonly feedback: readonly PointVerdict[];
}

/** The learned baseline, and how the tested value looks beside it. Times in epoch ms; sizes in rows or seconds, to 4 decimals. */
export interface Judgement {
  readonly state: 'learning' | 'usual' | 'unusual';
  readonly value: number;
  readonly timestamp: number;
  readonly level?: number;
  readonly bucket?: { readonly kind: (typeof BUCKETS)[number]['kind']; readonly key?: number; readonly n: number };
  readonly centre?: number;
  readonly spread?: number;
  readonly low?: number;
  readonly high?: number;
  /** Distance from the expected value, in spreads. */
  readonly score?: number;
  readonly month?: { readonly day: number; readonly n: number; readonly shift: number; readonly spread: number };
  /** The instant from which it is unusual that no refresh has come; of freshness alone. */
  readonly expectedBy?: number;
  readonly points: number;
  readonly since?: number;
}

/** A point as a share of the level that it was seen at. */
interface Ratio extends LocalKeys {
  readonly q: number;
}

interface Bucket {
  readonly kind: (typeof BUCKETS)[number]['kind'];
  readonly key?: number;
  readonly values: readonly number[];
}

/** Where a value is expected, as shares of the level. */
interface Estimate {
  readonly centre: number;
  readonly spread: number;
}

/** Judges a value by the points before it: unusual only where every estimate says so. */
export function judge(question: Question): Judgement {
  const { metric, tested, zone } = question;
  const training = trainingOf(question);
  const first = training[0]?.t;
  const head = {
    ...{ value: rounded(tested.v), timestamp: tested.t, points: training.length },
    ...(first !== undefined && { since: first }),
  };
  const { floor, share } = METRIC_RULES[metric];
  if (first === undefined || training.length < LEAST_POINTS || tested.t - first < LEAST_SPAN)
    return { state: 'learning', ...head };
  const { ofPoints, atEnd: level } = levelsOf(training, tested.t, floor);
  const calendar = new LocalCalendar(zone, first, tested.t);
  const ratios = training.flatMap(({ t, v }, at) => {
    const own = ofPoints[at];
    return own === undefined ? [] : [{ q: v / own, ...calendar.keysOf(t) }];
  });
  const keys = calendar.keysOf(tested.t);
  const bucket = bucketOf(ratios, keys);
  if (!bucket || level === undefined) return { state: 'learning', ...head };
  const centre = median(bucket.values);
  const spread = Math.max(NORMAL * medianDeviation(bucket.values, centre), share * centre, floor / level);
  const usual = { centre, spread };
  const month = monthOf(ratios, keys, usual);
  const expected = expectedOf(question, keys, level).map((one) => ({ centre: one, spread }));
  const found = { usual, ...(month && { month: month.estimate }), expected };
  return {
    ...{ state: stateOf(question, training, found, level), ...head, level: rounded(level) },
    bucket: shownBucket(bucket),
    ...{ centre: rounded(centre * level), spread: rounded(spread * level) },
    ...boundsOf(question, found, level),
    ...(month && {
      month: { ...month.shown, shift: rounded(month.shift * level), spread: rounded(month.estimate.spread * level) },
    }),
  };
}

interface Estimates {
  readonly usual: Estimate;
  readonly month?: Estimate;
  readonly expected: readonly Estimate[];
}

function trainingOf({ points, tested, feedback }: Question): readonly Point[] {
  const anomalies = new Set(feedback.flatMap(({ timestamp, verdict }) => (verdict === 'anomaly' ? timestamp : [])));
  return points.filter(({ t }) => t >= tested.t - TRAINING_SPAN && t < tested.t && !anomalies.has(t));
}

function bucketOf(ratios: readonly Ratio[], keys: LocalKeys): Bucket | undefined {
  for (const { kind, most, least } of BUCKETS) {
    const same = kind === 'all' ? ratios : ratios.filter((ratio) => ratio[kind] === keys[kind]);
    if (same.length >= least)
      return { kind, ...(kind !== 'all' && { key: keys[kind] }), values: same.slice(-most).map(({ q }) => q) };
  }
  return undefined;
}

const shownBucket = ({ kind, key, values }: Bucket): NonNullable<Judgement['bucket']> => ({
  kind,
  ...(key !== undefined && { key }),
  n: values.length,
});

/** By how much the same day differed from what was usual, once a month however many points it has; where it did. */
function monthOf(ratios: readonly Ratio[], { dayOfMonth }: LocalKeys, { centre, spread }: Estimate) {
  const same = ratios.filter((ratio) => ratio.dayOfMonth === dayOfMonth);
  const months = [...groupBy(same, ({ month }) => month).values()].slice(-MONTH.most);
  if (months.length < MONTH.least) return undefined;
  const errorOf = (ratio: Ratio): number => ratio.q - median(bucketOf(ratios, ratio)?.values ?? [0]);
  const errors = months.map((points) => median(points.map(errorOf)));
  const shift = median(errors);
  if (Math.abs(shift) <= MONTH.spreads * spread) return undefined;
  const estimate = { centre: centre + shift, spread: Math.max(spread, NORMAL * medianDeviation(errors)) };
  return { estimate, shift, shown: { day: dayOfMonth, n: months.length } };
}

/** The values that a user expected at the same hour of the week or day of the month, by time, as shares of the level. */
function expectedOf({ points, tested, feedback, zone }: Question, keys: LocalKeys, level: number): number[] {
  const byTime = new Map(points.map(({ t, v }) => [t, v]));
  const times = feedback.flatMap(({ timestamp, verdict }) =>
    verdict === 'expected' && timestamp < tested.t && byTime.has(timestamp) ? timestamp : [],
  );
  return times
    .sort((one, other) => one - other)
    .filter((timestamp) => {
      const { hourOfWeek, dayOfMonth } = new LocalCalendar(zone, timestamp, timestamp).keysOf(timestamp);
      return hourOfWeek === keys.hourOfWeek || dayOfMonth === keys.dayOfMonth;
    })
    .map((timestamp) => byTime.get(timestamp)! / level);
}

const allOf = ({ usual, month, expected }: Estimates): readonly Estimate[] => [
  usual,
  ...(month ? [month] : []),
  ...expected,
];

/** The distance from an estimate, in spreads. Data is never too fresh. */
function distance(metric: Metric, q: number, { centre, spread }: Estimate): number {
  return (metric === 'volume' ? Math.abs(q - centre) : Math.max(0, q - centre)) / spread;
}

function stateOf(
  { metric, tested, sensitivity, feedback }: Question,
  training: readonly Point[],
  found: Estimates,
  level: number,
): 'usual' | 'unusual' {
  const limit = WIDTHS[sensitivity] + EPSILON;
  const isFar = (one: Estimate): boolean => distance(metric, tested.v / level, one) > limit;
  const isSaid = feedback.some(({ timestamp, verdict }) => verdict === 'expected' && timestamp === tested.t);
  const wasNeverEmpty = training.slice(-NEVER_EMPTY).every(({ v }) => v > 0);
  const isEmpty = metric === 'volume' && tested.v === 0 && wasNeverEmpty && found.expected.every(isFar);
  return !isSaid && (isEmpty || allOf(found).every(isFar)) ? 'unusual' : 'usual';
}

/** The bounds of what is usual by the nearest estimate. */
function boundsOf(
  { metric, tested, sensitivity }: Question,
  found: Estimates,
  level: number,
): Pick<Judgement, 'low' | 'high' | 'score' | 'expectedBy'> {
  const width = WIDTHS[sensitivity];
  const scored = allOf(found).map((one) => ({ ...one, z: distance(metric, tested.v / level, one) }));
  const nearest = scored.reduce((best, one) => (one.z < best.z ? one : best));
  const high = rounded((nearest.centre + width * nearest.spread) * level);
  const score = rounded(nearest.z);
  if (metric === 'volume')
    return { low: rounded(Math.max(0, (nearest.centre - width * nearest.spread) * level)), high, score };
  const latest = Math.max(...scored.map(({ centre, spread }) => centre + width * spread));
  return { high, score, expectedBy: Math.floor(tested.t + 1_000 * level * latest) };
}

const DIGITS = 1e4;

/** To 4 decimals, half away from zero. */
function rounded(value: number): number {
  return (Math.sign(value) * Math.round(Math.abs(value) * DIGITS)) / DIGITS;
}
