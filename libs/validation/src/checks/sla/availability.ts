import { describeDuration, subtractDuration } from '@app/common';
import type { TimeOfDay } from '@app/contracts';
import type { Duration } from '@app/common';
import { dayBefore, instantOf, localDay } from './local-day';
import type { LocalDay } from './local-day';
import type { SeenEvidence } from '../types';
import type { PastEvidence, Sighting } from './sla-evidence';
import { newestOf } from './sla-evidence';

/** Result of one SLA target; `note` says why it is not met, `evidence` what the result is based on. */
export interface Judged {
  readonly met: boolean;
  readonly note?: string;
  readonly evidence?: SeenEvidence;
}

/**
 * The share of observations within `window` before now that report available, by count. Without observations: not met
 * and no share.
 */
export function judgeAvailability(
  required: number,
  { availability, now }: PastEvidence,
  window: Duration,
): Judged & { readonly actual?: number } {
  const since = subtractDuration(now, window);
  const seen = availability.filter(({ timestamp }) => timestamp >= since);
  const newest = newestOf(seen);
  if (!newest) {
    return { met: false, note: `availability: no evidence (no observation in the last ${describeDuration(window)})` };
  }
  const actual = (seen.filter(({ available }) => available).length / seen.length) * 100;
  const evidence = { ...seenAs('availability', 'availability', newest), observations: seen.length };
  if (actual >= required) return { met: true, actual, evidence };
  const counted = `${seen.length} observation${seen.length === 1 ? '' : 's'}`;
  return {
    met: false,
    actual,
    evidence,
    note: `availability: ${round(actual)} % of ${counted}, expected ${required} %`,
  };
}

/** A day whose data is due: from the start of the day to the deadline; instants in epoch ms. */
interface DueDay {
  readonly day: LocalDay;
  readonly begin: number;
  readonly deadline: number;
}

/** The day of the most recent deadline that has passed. */
export function lastDue(time: Required<TimeOfDay>, now: number): DueDay {
  const today = localDay(now, time.zone);
  const todays = instantOf(today, time.hour, time.minute, time.zone);
  const day = todays <= now ? today : dayBefore(today);
  const deadline = instantOf(day, time.hour, time.minute, time.zone);
  return { day, begin: instantOf(day, 0, 0, time.zone), deadline };
}

/**
 * Whether the data of the day was present by a time of day, evaluated for the most recent deadline that has passed.
 * Evidence is a refresh or an arrival between the start of that day and the deadline, or an earlier arrival that
 * already contained data of that day. Returns the evidence that met the target, otherwise the newest known.
 */
export function judgeDailyTime(time: Required<TimeOfDay>, { refreshes, arrivals, now }: PastEvidence): Judged {
  const { day, begin, deadline } = lastDue(time, now);
  const inTime = ({ timestamp }: Sighting) => timestamp >= begin && timestamp <= deadline;
  const refresh = refreshes.find(inTime);
  if (refresh) return { met: true, evidence: seenAs('availabilityTime', 'refresh', refresh) };
  const arrival = arrivals.find((one) => inTime(one) || (one.timestamp <= deadline && one.dataTimestamp >= begin));
  if (arrival) return { met: true, evidence: seenAs('availabilityTime', 'arrival', arrival) };
  const evidence = newestSight(newestOf(refreshes), newestOf(arrivals));
  if (!evidence) return { met: false, note: 'availabilityTime: no evidence (no refresh or arrival of data is known)' };
  const clock = `${pad(time.hour)}:${pad(time.minute)} ${time.zone.name}`;
  const date = `${day.year}-${pad(day.month)}-${pad(day.day)}`;
  return { met: false, evidence, note: `availabilityTime: the data of ${date} was not there by ${clock}` };
}

/** Formats the evidence of a target for the result. */
export function seenAs(
  target: SeenEvidence['target'],
  kind: SeenEvidence['kind'],
  { timestamp, source }: Sighting,
): SeenEvidence {
  return { target, kind, timestamp, ...(source && { source }) };
}

function newestSight(refresh: Sighting | undefined, arrival: Sighting | undefined): SeenEvidence | undefined {
  const isArrival = arrival && (!refresh || arrival.timestamp > refresh.timestamp);
  if (isArrival) return seenAs('availabilityTime', 'arrival', arrival);
  return refresh && seenAs('availabilityTime', 'refresh', refresh);
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}

function round(percent: number): number {
  return Math.round(percent * 100) / 100;
}
