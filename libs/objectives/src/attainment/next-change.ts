import type { Objective } from '../document/objective';
import type { Span } from './span';
import type { Tally } from './tally';

export interface Counted {
  /** Ascending. */
  readonly tallies: readonly Tally[];
  /** The first instant at which the newest data is too old for a bad unit, in epoch ms; of freshness alone. */
  readonly staleAt?: number;
}

/**
 * The first instant after a span at which the budget of its objective may be in another state without new evidence, in epoch ms: other days or hours
 * are looked at, the data gets too old, a run leaves a window, or a notice does.
 *
 * @param notified when people were notified that the budget is used up
 */
export function nextChange(
  { unit, window }: Pick<Objective, 'unit' | 'window'>,
  { at, from, alerts, until }: Span,
  { tallies, staleAt }: Counted,
  notified?: number,
): number {
  const instants = [until];
  if (staleAt !== undefined) instants.push(staleAt);
  if (unit === 'runs') {
    const isRolling = window.rolling !== undefined;
    const starts = alerts.flatMap(({ longFrom, shortFrom }) => [longFrom, shortFrom]);
    for (const start of isRolling ? [from, ...starts] : starts) {
      const first = tallies.find((tally) => tally.from >= start);
      if (first) instants.push(first.from + (at - start) + 1);
    }
    if (isRolling && notified !== undefined) instants.push(notified + (at - from) + 1);
  }
  return Math.min(...instants.filter((instant) => instant > at));
}
