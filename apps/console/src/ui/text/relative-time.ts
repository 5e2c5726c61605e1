import { counted } from '../changes/value-words';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Up to this, times on another day are shown in hours: at one in the morning, eleven in the evening is two hours ago. */
const NEAR_HOURS = 6;
/** More days are shown in months, and more months in years. */
const MOST_DAYS = 60;
const MOST_MONTHS = 24;
const DAYS_A_MONTH = 365.2425 / 12;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** The calendar day in the zone of the reader, as a count of days. */
function dayOf(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / (DAY * 1000);
}

/**
 * `3 minutes ago`, `yesterday`, `in 2 hours`; times in epoch ms. Days are those of the calendar of the reader.
 *
 * @param isUpcoming it is to happen; else what lies ahead by less than a minute has happened since `now` was read, or by another clock
 */
export function relativeTime(time: number, now: number, isUpcoming = false): string {
  const seconds = Math.trunc((time - now) / 1000);
  if (Math.abs(seconds) < MINUTE) return isUpcoming && seconds > 0 ? 'in a moment' : 'just now';
  if (Math.abs(seconds) < HOUR) return relative.format(Math.trunc(seconds / MINUTE), 'minute');
  const days = dayOf(time) - dayOf(now);
  if (days === 0 || Math.abs(seconds) < NEAR_HOURS * HOUR) return relative.format(Math.trunc(seconds / HOUR), 'hour');
  if (Math.abs(days) <= MOST_DAYS) return relative.format(days, 'day');
  const months = Math.round(days / DAYS_A_MONTH);
  if (Math.abs(months) <= MOST_MONTHS) return relative.format(months, 'month');
  return relative.format(Math.round(months / 12), 'year');
}

/** How long something has lasted: `6 minutes`, `3 days`. */
export function lasted(since: number, now: number): string {
  const seconds = Math.max(0, Math.trunc((now - since) / 1000));
  if (seconds < MINUTE) return 'less than a minute';
  const [size, unit] = seconds < HOUR ? [MINUTE, 'minute'] : seconds < 2 * DAY ? [HOUR, 'hour'] : [DAY, 'day'];
  return counted(Math.trunc(seconds / size), unit);
}
