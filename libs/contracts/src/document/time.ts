import { MINUTE } from '@app/common';
import { Temporal } from 'temporal-polyfill';

/** A wall-clock time of each day, in its own zone where it names one. */
export interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
  readonly zone?: Zone;
}

const TIME = /^([01]\d|2[0-3]):([0-5]\d)(?: ?(\S.*))?$/;

/** Reads `HH:mm` with an optional zone: `09:00`, `09:00Z`, `09:00+02:00`, `09:00 Europe/Berlin`. */
export function parseTimeOfDay(text: string): TimeOfDay | undefined {
  const [, hours, minutes, zoneText] = TIME.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const time = { hour: Number(hours), minute: Number(minutes) };
  if (zoneText === undefined) return time;
  const zone = parseZone(zoneText);
  return zone && { ...time, zone };
}

/** A time zone: a fixed offset from UTC in minutes, or a named zone with daylight saving changes. */
export type Zone =
  | { readonly kind: 'offset'; readonly minutes: number; readonly name: string }
  | { readonly kind: 'named'; readonly name: string };

export const UTC: Zone = { kind: 'offset', minutes: 0, name: 'UTC' };

const NANOSECONDS_A_MS = 1e6;
const OFFSET = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?([0-5]\d))?$/i;
/** The largest UTC offset in use, in minutes. */
const FURTHEST = 14 * 60;
/**
 * Known clients send one of 36 labels such as `GMT-05:00 (America/New York)`. Blanks stand for the name's underscores, and some
 * names (`Asia/Nepal`) are no IANA zone: then the offset applies.
 */
const LABEL = /^(GMT[+-]\d{2}:\d{2}) \(([^()]+)\)$/;

/** Parses `Europe/Berlin`, `UTC`, `Z`, `+02:00`, `+0200`, `GMT+2`, `GMT+05:30 (Asia/Kolkata)`; undefined if malformed. */
export function parseZone(text: string): Zone | undefined {
  if (/^(?:Z|UTC|GMT)$/i.test(text)) return UTC;
  const fixed = OFFSET.exec(text);
  if (fixed) return offsetZone(fixed);
  const [, offset, label] = LABEL.exec(text) ?? [];
  const named = namedZone(label?.replaceAll(' ', '_') ?? text);
  return named ?? (offset === undefined ? undefined : parseZone(offset));
}

function offsetZone([, sign, hours = '', minutes = '00']: RegExpExecArray): Zone | undefined {
  const size = Number(hours) * 60 + Number(minutes);
  if (size > FURTHEST) return undefined;
  const name = `${sign}${hours.padStart(2, '0')}:${minutes}`;
  return size === 0 ? UTC : { kind: 'offset', minutes: sign === '-' ? -size : size, name };
}

function namedZone(name: string): Zone | undefined {
  // Newer releases of Intl also accept offsets: these are parsed above, identically on every release.
  if (!/^[A-Za-z]/.test(name) || name.length > 64) return undefined;
  try {
    return { kind: 'named', name: new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone };
  } catch {
    return undefined; // RangeError: Intl does not know the zone.
  }
}

/** Milliseconds by which the zone's clocks are ahead of UTC at an instant (epoch ms). */
export function zoneOffset(zone: Zone, instant: number): number {
  if (zone.kind === 'offset') return zone.minutes * MINUTE;
  const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone.name);
  return offsetNanoseconds / NANOSECONDS_A_MS;
}
