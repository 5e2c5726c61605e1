import { zoneOffset, type Zone, type TimeOfDay } from '@app/contracts';
import { DAY, describeDuration, subtractDuration, type Duration } from '@app/common';
import type { SeenEvidence } from '../types';
import { newestOf, type PastEvidence, type Sighting } from './sla-evidence';

/** A calendar day, independent of a time zone. */
export interface LocalDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The calendar day in a time zone at an instant (epoch ms). */
export function localDay(instant: number, zone: Zone): LocalDay {
  const local = new Date(instant + zoneOffset(zone, instant));
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() };
}

export function daysLater({ year, month, day }: LocalDay, days: number): LocalDay {
  const date = new Date(Date.UTC(year, month - 1, day + days));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/**
 * The instant (epoch ms) of a wall-clock time. A time that occurs twice on a day resolves to the first occurrence. A
 * skipped time is as far after the clock change as it would have been after the start of the skipped hour.
 */
export function instantOf({ year, month, day }: LocalDay, hour: number, minute: number, zone: Zone): number {
  const local = Date.UTC(year, month - 1, day, hour, minute);
  const before = zoneOffset(zone, local - DAY);
  const after = zoneOffset(zone, local + DAY);
  // When clocks are set back, the offset before the change gives the earlier instant.
  const candidates = [local - before, local - after];
  return candidates.find((instant) => instant + zoneOffset(zone, instant) === local) ?? local - before;
}

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

/** The day of the next deadline. */
export function nextDue(time: Required<TimeOfDay>, now: number): DueDay {
  const today = localDay(now, time.zone);
  const due = dueDay(today, time);
  return due.deadline > now ? due : dueDay(daysLater(today, 1), time);
}

function dueDay(day: LocalDay, time: Required<TimeOfDay>): DueDay {
  const deadline = instantOf(day, time.hour, time.minute, time.zone);
  return { day, begin: instantOf(day, 0, 0, time.zone), deadline };
}

/** The day of the most recent deadline that has passed. */
export function lastDue(time: Required<TimeOfDay>, now: number): DueDay {
  const today = localDay(now, time.zone);
  const due = dueDay(today, time);
  return due.deadline <= now ? due : dueDay(daysLater(today, -1), time);
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
