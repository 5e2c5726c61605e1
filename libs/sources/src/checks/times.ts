import { Temporal } from 'temporal-polyfill';
import type { TimeKind } from '../catalogue/kind';

const MICRO = 1_000n;
const DAY = 86_400_000_000_000n;
const UTC = 'UTC';

/** An instant, in ns since 1970. */
export type Instant = bigint;

export const instantOfMs = (ms: number): Instant => BigInt(Math.round(ms)) * 1_000_000n;
export const msOfInstant = (instant: Instant): number => Number(instant / 1_000_000n);

/** Between the years 1 and 9999, which every engine has. */
const FIRST = Temporal.Instant.from('0001-01-01T00:00:00Z').epochNanoseconds;
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

const within = (instant: Instant): boolean => instant >= FIRST && instant <= LAST;

/**
 * The first value of the column that stands for this instant or a later one, as the source writes it; `undefined` where none does.
 * What a clock on a wall shows twice, when summer time ends, means the first time.
 * @param zone of columns without one
 */
export function firstNotBefore(instant: Instant, kind: TimeKind, zone: string): string | undefined {
  const clamped = instant < FIRST ? FIRST : instant;
  if (kind.is === 'date') return within(clamped) ? writeDay(ceil(clamped, DAY)) : undefined;
  const micros = ceil(clamped, MICRO);
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

/** The value of the column that stands for exactly this instant, if there is one. */
export function exactly(instant: Instant, kind: TimeKind, zone: string): string | undefined {
  if (!within(instant)) return undefined;
  const first = firstNotBefore(instant, kind, zone);
  return first !== undefined && readInstant(first, kind, zone) === instant ? first : undefined;
}

/** The instant that a value of the column stands for. @param text as the source writes it */
export function readInstant(text: string, kind: TimeKind, zone: string): Instant | undefined {
  try {
    const plain = Temporal.PlainDateTime.from(text.replace(' ', 'T').replace(/\+00(:00)?$/, ''));
    return plain.toZonedDateTime(kind.is === 'moment' && !kind.zoned ? zone : UTC).epochNanoseconds;
  } catch {
    return undefined;
  }
}

/** For people: a day, or a time in UTC. */
export function instantText(instant: Instant, kind: TimeKind): string {
  const text = new Temporal.Instant(instant).toString();
  return kind.is === 'date' ? text.slice(0, 10) : text;
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

const writeDay = (instant: Instant): string | undefined =>
  within(instant) ? inZone(instant, UTC).toPlainDate().toString() : undefined;
const writeMoment = (wall: Temporal.PlainDateTime): string => wall.toString().replace('T', ' ');
