import { MINUTE, FIRST_INSTANT, LAST_INSTANT } from '@app/common';

/** Types whose values are points in time. TIME is none: it has no day. */
const POINTS_IN_TIME: ReadonlySet<unknown> = new Set(['DATE', 'DATETIME', 'TIMESTAMP', 'TIMESTAMPZ']);

export function holdsPointsInTime(dataType: unknown): boolean {
  return POINTS_IN_TIME.has(dataType);
}

/** Date, optionally time to the nanosecond, optionally zone: ISO 8601, and what databases print of it. */
const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?(Z|UTC|([+-])(\d{2})(?::?(\d{2}))?))?)?$/i;

/**
 * The instant (epoch ms) of a point in time as a profile says it: text of a date or a date with time, without a zone taken as
 * UTC, a date as its begin; or a number, which is epoch ms. undefined for all else: nothing is guessed.
 */
export function instantOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value >= FIRST_INSTANT && value <= LAST_INSTANT ? Math.floor(value) : undefined;
  const match = typeof value === 'string' ? DATE_TIME.exec(value.trim()) : null;
  if (!match) return undefined;
  const [
    ,
    year,
    month,
    day,
    hour = '0',
    minute = '0',
    second = '0',
    fraction = '',
    ,
    sign,
    zoneHour = '0',
    zoneMinute = '0',
  ] = match;
  const fields = [Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)] as const;
  const local = Date.UTC(...fields, Number(fraction.padEnd(3, '0').slice(0, 3)));
  if (!isOnTheCalendar(local, fields)) return undefined;
  const offset = (Number(zoneHour) * 60 + Number(zoneMinute)) * MINUTE;
  return sign === '-' ? local + offset : local - offset;
}

/** The 30th of February would become a day of March. */
function isOnTheCalendar(instant: number, [year, month, day, hour, minute, second]: readonly number[]): boolean {
  const date = new Date(instant);
  return (
    date.getUTCFullYear() === year &&
    date.getUTCMonth() === month &&
    date.getUTCDate() === day &&
    date.getUTCHours() === hour &&
    date.getUTCMinutes() === minute &&
    date.getUTCSeconds() === second
  );
}
