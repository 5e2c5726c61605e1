export const WIDTH = 640;
export const HEIGHT = 150;
const EDGE = 10;
/** Times the largest value: a bound above it is cut off. */
const MOST_ABOVE = 1.6;

/** How a point is marked: as good, as neither, or as bad. */
export type Mark = 'ok' | 'idle' | 'bad';

/** A value at a time, beside the bounds that it was compared with. */
export interface ChartPoint {
  readonly timestamp: number;
  readonly value: number;
  readonly low?: number | undefined;
  readonly high?: number | undefined;
  readonly mark: Mark;
}

export interface Dot {
  readonly x: number;
  readonly y: number;
  readonly of: ChartPoint;
}

interface Shape {
  readonly dots: readonly Dot[];
  readonly line: string;
  /** Corners of the band, along its upper bound and back along the lower one; empty where there are no bounds. */
  readonly band: string;
  /** The values at the lower and the upper edge. */
  readonly bottom: number;
  readonly top: number;
}

const numbers = (values: readonly (number | undefined)[]): number[] => values.filter((one) => one !== undefined);

/**
 * Computes where points and band of a chart are drawn: by time, with zero in sight.
 *
 * @param points the newest first
 * @param showsBounds whether bounds are seen as a whole; else those far outside of all values are cut off
 */
export function chartShape(points: readonly ChartPoint[], showsBounds = false): Shape {
  const times = points.map(({ timestamp }) => timestamp);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const values = points.map(({ value }) => value);
  const [smallest, largest] = [Math.min(...values, 0), Math.max(...values, 0)];
  const highest = Math.max(...numbers(points.map(({ high }) => high)), 0);
  const lowest = Math.min(...numbers(points.map(({ low }) => low)), 0);
  const bottom = Math.min(smallest, showsBounds ? lowest : Math.max(lowest, smallest * MOST_ABOVE));
  const above = Math.max(largest, showsBounds ? highest : Math.min(highest, largest * MOST_ABOVE));
  const top = above === bottom ? bottom + 1 : above;
  const x = (time: number): number =>
    last === first ? WIDTH / 2 : EDGE + ((time - first) / (last - first)) * (WIDTH - 2 * EDGE);
  const y = (value: number): number =>
    HEIGHT - EDGE - ((Math.max(bottom, Math.min(value, top)) - bottom) / (top - bottom)) * (HEIGHT - 2 * EDGE);
  const corner = (one: ChartPoint, value: number): string => `${x(one.timestamp).toFixed(1)},${y(value).toFixed(1)}`;
  const sorted = [...points].reverse();
  const bounded = sorted.filter(({ low, high }) => low !== undefined || high !== undefined);
  return {
    dots: sorted.map((one) => ({ x: x(one.timestamp), y: y(one.value), of: one })),
    line: sorted.map((one) => corner(one, one.value)).join(' '),
    band: [
      ...bounded.map((one) => corner(one, one.high ?? top)),
      ...[...bounded].reverse().map((one) => corner(one, one.low ?? bottom)),
    ].join(' '),
    bottom,
    top,
  };
}
