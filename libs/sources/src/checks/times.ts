import { Temporal } from 'temporal-polyfill';
import type { TimeKind } from '../catalogue/kind';

const MICRO = 1_000n;
const UTC = 'UTC';
/** Characters of `2024-05-01`: some sources write the time of a day behind it. */
const TEXT_OF_DAY = 10;

/** An instant, in ns since 1970. */
export type Instant = bigint;

export const instantOfMs = (ms: number): Instant => BigInt(Math.round(ms)) * 1_000_000n;
export const msOfInstant = (instant: Instant): number => Number(instant / 1_000_000n);

/** Between the years 1 and 9999, which every engine has. */
const FIRST = Temporal.Instant.from('0001-01-01T00:00:00Z').epochNanoseconds;
const FIRST_DAY = '0001-01-01';
const LAST_YEAR = 9999;
const LAST = Temporal.Instant.from('9999-12-31T23:59:59.999999Z').epochNanoseconds;

/** Reads epoch ms, or ISO 8601: a day, a time with or without a zone (then UTC). undefined where it is neither. */
export function parseInstant(text: string): Instant | undefined {
  const trimmed = text.trim();
  if (/^[+-]?\d+(\.0*)?$/.test(trimmed)) {
    const instant = BigInt(trimmed.split('.')[0]!) * 1_000_000n;
    return within(instant) ? instant : undefined;
  }
  if (!/^\d{4}-\d\d-\d\d/.test(trimmed)) return undefined;
  try {
    const zoned = /[zZ]|[+-]\d\d(:?\d\d)?$/.test(trimmed.slice(10));
    return zoned
      ? Temporal.Instant.from(trimmed).epochNanoseconds
      : Temporal.PlainDateTime.from(trimmed).toZonedDateTime(UTC).epochNanoseconds;
  } catch {
    return undefined;
  }
}

export const within = (instant: Instant): boolean => instant >= FIRST && instant <= LAST;

/**
 * The first value of the column that stands for this instant or a later one, as the source writes it; `undefined` where none does.
 * What a clock on a wall shows twice, when summer time ends, means the first time. A day stands for the instant at which it begins.
 * @param zone of columns without one
 */
export function firstNotBefore(instant: Instant, kind: TimeKind, zone: string): string | undefined {
  if (kind.is === 'date') return firstDayNotBefore(instant, zone);
  const micros = ceil(instant < FIRST ? FIRST : instant, MICRO);
  if (!within(micros)) return undefined;
  if (kind.zoned || zone === UTC) return writeMoment(inZone(micros, UTC).toPlainDateTime());
  const there = inZone(micros, zone);
  const wall = there.toPlainDateTime();
  if (wall.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochNanoseconds >= micros) return writeMoment(wall);
  // The second time that the clock shows this: all that it shows twice stands for an earlier instant.
  const change = there.getTimeZoneTransition('previous');
  const before =
    change &&
    inZone(change.epochNanoseconds - 1n, zone)
      .toPlainDateTime()
      .add({ nanoseconds: 1 });
  return writeMoment(before ?? wall);
}

/** Most days that begin at one instant: a zone that crosses the date line skips one. */
const DAYS_OF_AN_INSTANT = 2;

function firstDayNotBefore(instant: Instant, zone: string): string | undefined {
  if (instant < FIRST) return FIRST_DAY;
  if (!within(instant)) return undefined;
  let day = inZone(instant, zone).toPlainDate().add({ days: 1 });
  for (let back = 0; back < DAYS_OF_AN_INSTANT; back++) {
    const before = day.subtract({ days: 1 });
    if (beginOf(before, zone) < instant) break;
    day = before;
  }
  return day.year > LAST_YEAR ? undefined : day.toString();
}

/** The first instant of a day, which is a later one than midnight where the clock skips that. */
const beginOf = (day: Temporal.PlainDate, zone: string): Instant => day.toZonedDateTime(zone).epochNanoseconds;

/** The instant at which a day ends, and the next begins. @param text as the source writes it */
export function endOfDay(text: string, zone: string): Instant | undefined {
  try {
    return beginOf(Temporal.PlainDate.from(text).add({ days: 1 }), zone);
  } catch {
    return undefined;
  }
}

/** The value of the column that stands for exactly this instant, if there is one. */
export function exactly(instant: Instant, kind: TimeKind, zone: string): string | undefined {
  if (!within(instant)) return undefined;
  const first = firstNotBefore(instant, kind, zone);
  return first !== undefined && readInstant(first, kind, zone) === instant ? first : undefined;
}

/** The instant that a value of the column stands for, of a day its begin. @param text as the source writes it */
export function readInstant(text: string, kind: TimeKind, zone: string): Instant | undefined {
  try {
    if (kind.is === 'date') return beginOf(Temporal.PlainDate.from(text), zone);
    const plain = Temporal.PlainDateTime.from(text.replace(' ', 'T').replace(/\+00(:00)?$/, ''));
    return plain.toZonedDateTime(kind.zoned ? UTC : zone).epochNanoseconds;
  } catch {
    return undefined;
  }
}

/** A value for people: a day, a time in UTC, or the source's own word where it is neither. @param text as the source writes it */
export function shownTime(text: string, kind: TimeKind, zone: string): string {
  if (kind.is === 'date') return text.slice(0, TEXT_OF_DAY);
  const instant = readInstant(text, kind, zone);
  return instant === undefined ? text : new Temporal.Instant(instant).toString();
}

/** Calendar months before, the day clamped. */
export function monthsBefore(instant: Instant, months: number): Instant {
  return inZone(instant, UTC).subtract({ months }).epochNanoseconds;
}

const inZone = (instant: Instant, zone: string): Temporal.ZonedDateTime =>
  new Temporal.Instant(instant).toZonedDateTimeISO(zone);

function ceil(instant: Instant, unit: bigint): Instant {
  const rest = ((instant % unit) + unit) % unit;
  return rest === 0n ? instant : instant - rest + unit;
}

const writeMoment = (wall: Temporal.PlainDateTime): string => wall.toString().replace('T', ' ');
