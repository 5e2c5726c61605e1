import { DAY } from '@app/common';
import { median, SlidingMedian } from './sliding-median';

/** How far back the level of a point looks, and the points that it takes. */
const LEVEL_SPAN = 28 * DAY;
const LEAST_POINTS = 7;

/** A value that was seen at an instant, in epoch ms. */
export interface Point {
  readonly t: number;
  readonly v: number;
}

/** The level at each point, and at the instant after all. */
export interface Levels {
  /** undefined: too few points before it. */
  readonly ofPoints: readonly (number | undefined)[];
  readonly atEnd: number | undefined;
}

/**
 * Finds the usual size of values as it was at each point: the median of the 28 days before it, of the newest seven points where these are fewer. The
 * point itself is not in it.
 *
 * @param points in ascending order, no two at one instant
 * @param end an instant after all points
 * @param floor the smallest level
 */
export function levelsOf(points: readonly Point[], end: number, floor: number): Levels {
  const window = new SlidingMedian(points.map(({ v }) => v));
  let first = 0;
  const before = (count: number, instant: number): number | undefined => {
    while (first < count && points[first]!.t < instant - LEVEL_SPAN) window.remove(first++);
    if (count < LEAST_POINTS) return undefined;
    const isWide = count - first >= LEAST_POINTS;
    return Math.max(
      floor,
      isWide ? window.median() : median(points.slice(count - LEAST_POINTS, count).map(({ v }) => v)),
    );
  };
  const ofPoints = points.map(({ t }, at) => {
    const level = before(at, t);
    window.add(at);
    return level;
  });
  return { ofPoints, atEnd: before(points.length, end) };
}
