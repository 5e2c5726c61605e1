import type { Objective } from '../document/objective';

/** Verdicts or observations that lie together; they are never on both sides of an instant that matters. */
export interface Mark {
  /** Not later than the first of them, in epoch ms, and later than all before. */
  readonly at: number;
  readonly good: number;
  readonly bad: number;
  /** Outcome of the last one of them; null where nothing rests on it. */
  readonly isLastGood: boolean | null;
}

/** Counts from an instant on, up to the next: one day or hour, or runs that lie together. */
export interface Tally {
  /** Epoch ms. */
  readonly from: number;
  readonly good: number;
  readonly bad: number;
}

/** Refreshes that an SLA knows, as far as they matter: when the data was first and last new, and the long times between. */
export interface Refreshes {
  /** Epoch ms, ascending pairs: a refresh and the next one. */
  readonly gaps: readonly (readonly [number, number])[];
  readonly first: number;
  readonly last: number;
}

/** Runs as they are, from the start on. */
export function tallyRuns(marks: readonly Mark[], from: number): Tally[] {
  return marks.filter(({ at }) => at >= from).map(({ at, good, bad }) => ({ from: at, good, bad }));
}

/**
 * Days or hours. One with evidence is good where all of it is. One without counts as the last evidence before it, not at all, or as bad;
 * never before there was any.
 *
 * @param buckets their starts, ascending
 * @param marks ascending
 */
export function tallyBuckets(buckets: readonly number[], marks: readonly Mark[], noData: Objective['noData']): Tally[] {
  const tallies: Tally[] = [];
  let next = 0;
  let isLastGood: boolean | null | undefined;
  buckets.forEach((from, index) => {
    for (; next < marks.length && marks[next]!.at < from; next++) isLastGood = marks[next]!.isLastGood;
    const end = buckets[index + 1] ?? Infinity;
    const begun = next;
    let isGood = true;
    let last = isLastGood;
    for (; next < marks.length && marks[next]!.at < end; next++) {
      isGood &&= marks[next]!.bad === 0;
      last = marks[next]!.isLastGood;
    }
    if (next > begun) tallies.push(tally(from, isGood));
    else if (isLastGood !== undefined && noData !== 'ignore')
      tallies.push(tally(from, noData === 'carry' && isLastGood === true));
    isLastGood = last;
  });
  return tallies;
}

/**
 * Days or hours in which the newest refresh was at no millisecond older than allowed. What lies before the first refresh is not counted.
 *
 * @param at the last one ends here
 * @param staleAfter the last instant until which data is fresh that was new then
 */
export function tallyFreshness(
  buckets: readonly number[],
  at: number,
  { gaps, first, last }: Refreshes,
  staleAfter: (refresh: number) => number,
): Tally[] {
  // [from, to) of times at which the data was stale, ascending.
  const stale = [...gaps, [last, Infinity] as const]
    .map(([refresh, until]) => [staleAfter(refresh) + 1, until] as const)
    .filter(([from, to]) => from < to);
  const tallies: Tally[] = [];
  let next = 0;
  buckets.forEach((from, index) => {
    if (first > from) return;
    const end = Math.min(buckets[index + 1] ?? Infinity, at);
    while (next < stale.length && stale[next]![1] <= from) next++;
    tallies.push(tally(from, !(next < stale.length && stale[next]![0] < end)));
  });
  return tallies;
}

const tally = (from: number, isGood: boolean): Tally => ({ from, good: isGood ? 1 : 0, bad: isGood ? 0 : 1 });
