import { describeDuration, subtractDuration } from '@app/common';
import type { TimeOfDay } from '@app/contracts';
import type { Duration } from '@app/common';
import { dayBefore, instantOf, localDay } from './local-day';
import type { SlaEvidence } from './sla-evidence';

/** One SLA target judged; `note` says why it is not met. */
export interface Judged {
  readonly met: boolean;
  readonly note?: string;
}

/**
 * The share of the observations within `window` before now that say available, by count. No observation: not met, as
 * nothing proves it, and no share.
 */
export function judgeAvailability(
  required: number,
  { availability, now }: SlaEvidence,
  window: Duration,
): Judged & { readonly actual?: number } {
  const since = subtractDuration(now, window);
  const seen = availability.filter(({ timestamp }) => timestamp >= since);
  if (seen.length === 0) {
    return { met: false, note: `availability: no evidence (no observation in the last ${describeDuration(window)})` };
  }
  const actual = (seen.filter(({ available }) => available).length / seen.length) * 100;
  if (actual >= required) return { met: true, actual };
  const counted = `${seen.length} observation${seen.length === 1 ? '' : 's'}`;
  return { met: false, actual, note: `availability: ${round(actual)} % of ${counted}, expected ${required} %` };
}

/**
 * Whether the data of the day was there by a time of the day, judged by the last such time that has passed: a refresh or an
 * arrival between that day's begin and that time, or an arrival before it that already brought data of that day.
 */
export function judgeDailyTime(time: Required<TimeOfDay>, { refreshes, arrivals, now }: SlaEvidence): Judged {
  if (refreshes.length === 0 && arrivals.length === 0) {
    return { met: false, note: 'availabilityTime: no evidence (no refresh or arrival of data is known)' };
  }
  const today = localDay(now, time.zone);
  const todays = instantOf(today, time.hour, time.minute, time.zone);
  const day = todays <= now ? today : dayBefore(today);
  const deadline = instantOf(day, time.hour, time.minute, time.zone);
  const begin = instantOf(day, 0, 0, time.zone);
  const inTime = (timestamp: number) => timestamp >= begin && timestamp <= deadline;
  const isOfTheDay = ({ timestamp, dataTimestamp }: { timestamp: number; dataTimestamp: number }) =>
    inTime(timestamp) || (timestamp <= deadline && dataTimestamp >= begin);
  if (refreshes.some(inTime) || arrivals.some(isOfTheDay)) return { met: true };
  const clock = `${pad(time.hour)}:${pad(time.minute)} ${time.zone.name}`;
  const date = `${day.year}-${pad(day.month)}-${pad(day.day)}`;
  return { met: false, note: `availabilityTime: the data of ${date} was not there by ${clock}` };
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}

function round(percent: number): number {
  return Math.round(percent * 100) / 100;
}
