import type { Feedback, Metric, Point } from '../../api/governance/learned';

export const METRICS: Readonly<Record<Metric, string>> = { freshness: 'Freshness', volume: 'Volume' };

export const STATES = {
  learning: { label: 'Learning', tone: 'idle' },
  usual: { label: 'As usual', tone: 'ok' },
  unusual: { label: 'Unusual', tone: 'bad' },
} as const;

export const VERDICTS: Readonly<Record<Feedback['verdict'], string>> = {
  expected: 'Expected',
  anomaly: 'Not expected',
};

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** Seconds of each unit of an age, and from how many on it is used. */
const UNITS = [
  { name: 'days', seconds: 86_400, from: 129_600 },
  { name: 'h', seconds: 3_600, from: 5_400 },
  { name: 'min', seconds: 60, from: 90 },
] as const;

/** A value of a metric: rows, or the time between two refreshes. */
export function valueText(metric: Metric, value: number): string {
  if (metric === 'volume') return `${number.format(value)} ${value === 1 ? 'row' : 'rows'}`;
  const unit = UNITS.find(({ from }) => value >= from);
  return unit ? `${short.format(value / unit.seconds)} ${unit.name}` : `${number.format(value)} s`;
}

/** The band of usual values; undefined where there is too little to learn from. */
export function bandText({ metric, low, high }: Pick<Point, 'metric' | 'low' | 'high'>): string | undefined {
  if (high === undefined) return undefined;
  return low === undefined
    ? `up to ${valueText(metric, high)}`
    : `${valueText(metric, low)} to ${valueText(metric, high)}`;
}
