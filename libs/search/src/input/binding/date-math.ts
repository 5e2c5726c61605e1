import { DAY } from '@app/common';
import { Temporal } from 'temporal-polyfill';

export type DateUnit = 'y' | 'M' | 'w' | 'd' | 'h' | 'H' | 'm' | 's';

const STEP = /([+-])(\d{1,9})([yMwdhHms])|\/([yMwdhHms])/y;

const FIXED: Partial<Record<DateUnit, number>> = { h: 3_600_000, H: 3_600_000, m: 60_000, s: 1_000 };

/** 1970-01-01 was a Thursday; weeks begin on Mondays. */
const FIRST_MONDAY = 4 * DAY;

/**
 * An instant after steps such as `-7d/d`, in order; undefined where they are none.
 * @param toEnd `/d` goes to the last ms of the unit, not to its first
 */
export function afterSteps(start: number, steps: string, zone: string, toEnd: boolean): number | undefined {
  let instant = start;
  STEP.lastIndex = 0;
  for (let at = 0; at < steps.length; at = STEP.lastIndex) {
    const [, sign, count, unit, rounded] = STEP.exec(steps) ?? [];
    if (rounded) instant = round(instant, rounded as DateUnit, zone, toEnd);
    else if (sign) instant = add(instant, (sign === '-' ? -1 : 1) * Number(count), unit as DateUnit, zone);
    else return undefined;
  }
  return instant;
}

function round(instant: number, unit: DateUnit, zone: string, toEnd: boolean): number {
  const clock = instant + offsetAt(zone, instant);
  const floor = floorOf(clock, unit);
  return toEnd ? instantAt(zone, addToClock(floor, 1, unit)) - 1 : instantAt(zone, floor);
}

function floorOf(clock: number, unit: DateUnit): number {
  const date = new Date(clock);
  if (unit === 'y') return Date.UTC(date.getUTCFullYear(), 0);
  if (unit === 'M') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  if (unit === 'w') return Math.floor((clock - FIRST_MONDAY) / (7 * DAY)) * 7 * DAY + FIRST_MONDAY;
  const length = FIXED[unit] ?? DAY;
  return Math.floor(clock / length) * length;
}

/** Hours and less are lengths of time; days and more are what the zone's calendar says. */
function add(instant: number, count: number, unit: DateUnit, zone: string): number {
  const fixed = FIXED[unit];
  if (fixed !== undefined) return instant + count * fixed;
  return instantAt(zone, addToClock(instant + offsetAt(zone, instant), count, unit));
}

function addToClock(clock: number, count: number, unit: DateUnit): number {
  if (unit === 'y' || unit === 'M') return addMonths(clock, unit === 'y' ? 12 * count : count);
  return clock + count * (unit === 'w' ? 7 * DAY : (FIXED[unit] ?? DAY));
}

/** The same day of another month, or the last one of that month where it is shorter. */
function addMonths(clock: number, count: number): number {
  const date = new Date(clock);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + count];
  const day = Math.min(date.getUTCDate(), new Date(Date.UTC(year, month + 1, 0)).getUTCDate());
  return Date.UTC(year, month, day) + (((clock % DAY) + DAY) % DAY);
}

const NANOSECONDS_A_MS = 1e6;
/** The reach of JavaScript's dates on both sides of 1970, in ms, less the day that an offset may need. */
const FARTHEST = 8.64e15 - 86_400_000;

/** How far the zone's clocks are ahead of UTC at an instant, in ms. @param zone an offset such as +02:00, or an IANA name */
export function offsetAt(zone: string, instant: number): number {
  if (isUtc(zone) || !isReached(instant)) return 0;
  return instantOf(instant).toZonedDateTimeISO(zone).offsetNanoseconds / NANOSECONDS_A_MS;
}

/**
 * The instant at which the zone's clocks show a wall-clock time, which is given as if it were UTC. Where they show it twice, the
 * first; where they skip it, it is read with the offset from before the change (`compatible` in Temporal).
 */
export function instantAt(zone: string, clock: number): number {
  if (isUtc(zone) || !isReached(clock)) return clock;
  return instantOf(clock).toZonedDateTimeISO('UTC').toPlainDateTime().toZonedDateTime(zone).epochMilliseconds;
}

function isUtc(zone: string): boolean {
  return zone === 'UTC' || zone === 'Z';
}

/** Beyond it zones are of no interest, and the caller refuses what no date reaches. */
function isReached(instant: number): boolean {
  return Math.abs(instant) <= FARTHEST;
}

function instantOf(instant: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(instant));
}
