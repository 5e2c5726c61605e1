import { DAY, HOUR } from '@app/common';
import { ZoneDays } from './zone-days';
import { alertsOf, lengthOf, type Objective } from '../document/objective';

/** A burn alert with the starts of its two windows, in epoch ms. */
export interface AlertSpan {
  readonly long: string;
  readonly short: string;
  readonly factor: number;
  readonly longFrom: number;
  readonly shortFrom: number;
}

/** All that has to be looked at for the attainment of an objective at an instant; epoch ms, each span ends at `at`. */
export interface Span {
  readonly at: number;
  /** Start of the objective's window. */
  readonly from: number;
  readonly alerts: readonly AlertSpan[];
  /** Start of the last seven days. */
  readonly weekFrom: number;
  /** The earliest of all of these. */
  readonly earliest: number;
  /** Starts of the days or hours from the earliest on, ascending; empty for runs. */
  readonly buckets: readonly number[];
  /** Days or hours that the calendar month has; absent for other windows, and for runs. */
  readonly monthBuckets?: number;
  /** The first instant at which other days or hours are looked at, or another month; Infinity for runs of a rolling window. */
  readonly until: number;
  /** The last instant at which a forecast still says something. */
  readonly forecastUntil: number;
}

const WEEK = 7 * DAY;

/** Instants that matter for an objective at an instant: evidence dated at it, or later, is not. */
export function spanOf(objective: Objective, at: number): Span {
  const days = new ZoneDays(objective.timezone);
  const walk = walkOf(objective.unit, days, at);
  const { rolling } = objective.window;
  const monthEnd = rolling === undefined ? days.monthAfter(at - 1) : undefined;
  const back = (text: string): number => walk.back(lengthOf(text));
  const from = rolling === undefined ? walk.since(days.monthOf(at - 1)) : back(rolling);
  const alerts = alertsOf(objective).map((alert) => ({
    ...alert,
    longFrom: back(alert.long),
    shortFrom: back(alert.short),
  }));
  const weekFrom = walk.back(WEEK);
  const earliest = Math.min(from, weekFrom, ...alerts.map(({ longFrom }) => longFrom));
  return {
    at,
    from,
    alerts,
    weekFrom,
    earliest,
    buckets: walk.startsFrom(earliest),
    ...(monthEnd !== undefined && objective.unit !== 'runs' && { monthBuckets: bucketsOfMonth(objective, monthEnd) }),
    // The instant itself belongs to no span that ends at it.
    until: Math.min(walk.end, monthEnd ?? Infinity) + 1,
    forecastUntil: monthEnd ?? at + lengthOf(rolling!),
  };
}

function bucketsOfMonth({ unit, timezone }: Objective, monthEnd: number): number {
  const days = new ZoneDays(timezone);
  const walk = walkOf(unit, days, monthEnd);
  return walk.startsFrom(walk.since(days.monthOf(monthEnd - 1))).length;
}

/** The units of an objective, from an instant backwards. */
interface Walk {
  /** The end of the unit before the instant. */
  readonly end: number;
  /** The start of a rolling window of that length, in ms. */
  back(length: number): number;
  /** The start of the unit that contains an instant. */
  since(instant: number): number;
  /** Starts of all units from that one on, ascending. */
  startsFrom(start: number): number[];
}

function walkOf(unit: Objective['unit'], days: ZoneDays, at: number): Walk {
  switch (unit) {
    case 'runs':
      return { end: Infinity, back: (length) => at - length, since: (instant) => instant, startsFrom: () => [] };
    case 'hours':
      return hoursUntil(at);
    case 'days':
      return daysUntil(days, at);
  }
}

/** Hours are those of the epoch, in every zone. */
function hoursUntil(at: number): Walk {
  const hourOf = (instant: number): number => Math.floor(instant / HOUR) * HOUR;
  const last = hourOf(at - 1);
  return {
    end: last + HOUR,
    back: (length) => last - (Math.ceil(length / HOUR) - 1) * HOUR,
    since: hourOf,
    startsFrom: (start) => Array.from({ length: (last - start) / HOUR + 1 }, (_, i) => start + i * HOUR),
  };
}

function daysUntil(days: ZoneDays, at: number): Walk {
  /** Newest first; grows as further ones are asked for. */
  const starts = [days.dayOf(at - 1)];
  const reach = (isEnough: () => boolean): void => {
    while (!isEnough()) starts.push(...days.daysBefore(starts.at(-1)!));
  };
  return {
    end: days.dayAfter(starts[0]!),
    back: (length) => {
      const count = Math.ceil(length / DAY);
      reach(() => starts.length >= count);
      return starts[count - 1]!;
    },
    since: (instant) => days.dayOf(instant),
    startsFrom: (start) => {
      reach(() => starts.at(-1)! <= start);
      return starts.filter((day) => day >= start).reverse();
    },
  };
}
