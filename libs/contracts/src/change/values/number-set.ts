/** Numbers from one to another; an open end is not among them. */
export interface Interval {
  readonly from: number;
  readonly to: number;
  readonly openFrom?: boolean;
  readonly openTo?: boolean;
}

/** Sorted intervals that have no number in common. */
export type NumberSet = readonly Interval[];

/** The numbers that a measure can have at all. */
export interface NumberDomain {
  readonly isWhole: boolean;
  readonly from: number;
  readonly to: number;
}

export const ALL_NUMBERS: NumberSet = [{ from: -Infinity, to: Infinity }];

/** All numbers but those of one interval. */
export function without({ from, to, openFrom, openTo }: Interval): NumberSet {
  return [
    { from: -Infinity, to: from, ...(!openFrom && { openTo: true }) },
    { from: to, to: Infinity, ...(!openTo && { openFrom: true }) },
  ];
}

export function intersection(one: NumberSet, other: NumberSet): NumberSet {
  return one.flatMap((a) => other.map((b) => overlap(a, b)).filter((found) => !isEmpty(found)));
}

function overlap(a: Interval, b: Interval): Interval {
  const from = Math.max(a.from, b.from);
  const to = Math.min(a.to, b.to);
  const openFrom = (a.from === from && a.openFrom) || (b.from === from && b.openFrom);
  const openTo = (a.to === to && a.openTo) || (b.to === to && b.openTo);
  return { from, to, ...(openFrom && { openFrom }), ...(openTo && { openTo }) };
}

function isEmpty({ from, to, openFrom, openTo }: Interval): boolean {
  return from > to || (from === to && Boolean(openFrom || openTo || !Number.isFinite(from)));
}

/** The numbers of a set that the domain has: of whole numbers, intervals from the least to the greatest of them. */
export function within(set: NumberSet, { isWhole, from, to }: NumberDomain): NumberSet {
  const inside = intersection(set, [{ from, to }]);
  return isWhole ? joined(inside.map(wholeNumbersOf).filter((interval) => !isEmpty(interval))) : inside;
}

function wholeNumbersOf({ from, to, openFrom, openTo }: Interval): Interval {
  return {
    from: openFrom ? Math.floor(from) + 1 : Math.ceil(from),
    to: openTo && Number.isFinite(to) ? Math.ceil(to) - 1 : Math.floor(to),
  };
}

/** Intervals of whole numbers, where neighbours make one. */
function joined(set: NumberSet): NumberSet {
  const found: Interval[] = [];
  for (const next of set) {
    const last = found.at(-1);
    if (last && next.from <= last.to + 1) found[found.length - 1] = { from: last.from, to: Math.max(last.to, next.to) };
    else found.push(next);
  }
  return found;
}

/** Whether the second set has each number of the first. */
export function isSubset(inner: NumberSet, outer: NumberSet): boolean {
  return inner.every((one) => outer.some((other) => isInside(one, other)));
}

function isInside(inner: Interval, outer: Interval): boolean {
  const startsInside =
    inner.from > outer.from || (inner.from === outer.from && (!outer.openFrom || inner.openFrom === true));
  const endsInside = inner.to < outer.to || (inner.to === outer.to && (!outer.openTo || inner.openTo === true));
  return startsInside && endsInside;
}

/** Whether 0 alone is in the set. */
export function isZeroAlone([only, second]: NumberSet): boolean {
  return only !== undefined && second === undefined && only.from === 0 && only.to === 0;
}

/** Whether the set has all numbers from 0 up to a limit, and no others: a measure that gets smaller stays in it. */
export function isUpToALimit([only, second]: NumberSet): boolean {
  return only !== undefined && second === undefined && only.from === 0 && !only.openFrom && Number.isFinite(only.to);
}
