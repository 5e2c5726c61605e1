import type { Point } from '../../api/governance/learned';

export const WIDTH = 640;
export const HEIGHT = 150;
const EDGE = 10;
/** Times the largest value: a bound above it is cut off. */
const MOST_ABOVE = 1.6;

type Judged = Pick<Point, 'timestamp' | 'value' | 'low' | 'high' | 'state'>;

export interface Dot {
  readonly x: number;
  readonly y: number;
  readonly state: Point['state'];
  readonly timestamp: number;
}

interface Shape {
  readonly dots: readonly Dot[];
  readonly line: string;
  /** Corners of the band, along its upper bound and back along the lower one; empty where nothing is learned yet. */
  readonly band: string;
}

/** Computes where points and band of a chart are drawn: by time, from zero upwards. @param points the newest first */
export function chartShape(points: readonly Judged[]): Shape {
  const times = points.map(({ timestamp }) => timestamp);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const largest = Math.max(...points.map(({ value }) => value), 0);
  const bounds = points.map(({ high = 0 }) => high);
  const top = Math.max(largest, Math.min(Math.max(...bounds, 0), largest * MOST_ABOVE)) || 1;
  const x = (time: number): number =>
    last === first ? WIDTH / 2 : EDGE + ((time - first) / (last - first)) * (WIDTH - 2 * EDGE);
  const y = (value: number): number => HEIGHT - EDGE - (Math.min(value, top) / top) * (HEIGHT - 2 * EDGE);
  const corner = (one: Judged, value: number): string => `${x(one.timestamp).toFixed(1)},${y(value).toFixed(1)}`;
  const sorted = [...points].reverse();
  const learned = sorted.filter(({ high }) => high !== undefined);
  return {
    dots: sorted.map((one) => ({
      x: x(one.timestamp),
      y: y(one.value),
      state: one.state,
      timestamp: one.timestamp,
    })),
    line: sorted.map((one) => corner(one, one.value)).join(' '),
    band: [
      ...learned.map((one) => corner(one, one.high ?? 0)),
      ...[...learned].reverse().map((one) => corner(one, one.low ?? 0)),
    ].join(' '),
  };
}
