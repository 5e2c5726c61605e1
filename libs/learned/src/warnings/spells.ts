import type { Judgement } from '../baseline/judge';

/** An unusual point as it was judged. */
export interface UnusualPoint {
  /** Epoch ms. */
  readonly from: number;
  readonly value: number;
  readonly low?: number;
  readonly high: number;
  readonly score: number;
}

/** Changes of the anomalies of one series. */
export interface SpellChanges {
  readonly begun: readonly UnusualPoint[];
  /** Times of first points, and of the points that ended these anomalies. */
  readonly ended: readonly { readonly from: number; readonly to: number }[];
}

/**
 * Joins consecutive unusual points to anomalies. A point that is usual, or cannot be evaluated, ends the anomaly.
 *
 * @param judged in ascending order; the first may be that of the open anomaly, evaluated again
 * @param open the first point of the open anomaly
 */
export function spellChanges(judged: readonly Judgement[], open: number | undefined): SpellChanges {
  const begun: UnusualPoint[] = [];
  const ended: { readonly from: number; readonly to: number }[] = [];
  let current = open;
  for (const one of judged) {
    if (one.state === 'unusual' && current === undefined) {
      begun.push(unusualPoint(one));
      current = one.timestamp;
    } else if (one.state !== 'unusual' && current !== undefined) {
      ended.push({ from: current, to: one.timestamp });
      current = undefined;
    }
  }
  return { begun, ended };
}

function unusualPoint({ timestamp, value, low, high = 0, score = 0 }: Judgement): UnusualPoint {
  return { from: timestamp, value, ...(low !== undefined && { low }), high, score };
}
