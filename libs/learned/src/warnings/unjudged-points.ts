import type { Metric } from '../baseline/judge';
import type { Point } from '../baseline/levels';

/** Points that are judged in one look at a series, the newest: each takes some milliseconds. */
const MOST_JUDGED = 50;

/** A series as it is now. */
export interface Series {
  /** In ascending order; of freshness without the last one, whose gap is open. */
  readonly points: readonly Point[];
  /** The newest; of freshness with its gap as long as it is by now. */
  readonly tested?: Point;
}

/**
 * Finds the points that are still to be judged. Of freshness the last judged one is judged again, since its gap has grown, or was closed
 * meanwhile.
 *
 * @param judgedTo the newest point that was judged; absent: none, and only the newest one is judged
 */
export function unjudgedPoints(metric: Metric, { points, tested }: Series, judgedTo: number | undefined): Point[] {
  if (!tested) return [];
  if (judgedTo === undefined) return [tested];
  const isNew = ({ t }: Point): boolean => (metric === 'volume' ? t > judgedTo : t >= judgedTo);
  const closed = points.filter((point) => point.t < tested.t && isNew(point));
  return [...closed, ...(isNew(tested) ? [tested] : [])].slice(-MOST_JUDGED);
}
