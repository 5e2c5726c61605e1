/** A zone in which wall-clock times are read: a fixed offset from UTC in minutes, or a named one with its changes of clock. */
export type Zone =
  | { readonly kind: 'offset'; readonly minutes: number; readonly name: string }
  | { readonly kind: 'named'; readonly name: string };

export const UTC: Zone = { kind: 'offset', minutes: 0, name: 'UTC' };

const MINUTE = 60_000;
const OFFSET = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?([0-5]\d))?$/i;
/** No place is further from UTC, in minutes. */
const FURTHEST = 14 * 60;
/**
 * Known clients send one of 36 labels such as `GMT-05:00 (America/New York)`. Blanks stand for the name's underscores, and some
 * names (`Asia/Nepal`) are no IANA zone: then the offset holds.
 */
const LABEL = /^(GMT[+-]\d{2}:\d{2}) \(([^()]+)\)$/;

/** Zone names are a closed list of some 600; the bound only keeps a leak of formatters impossible. */
const MOST_FORMATTERS = 700;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Reads `Europe/Berlin`, `UTC`, `Z`, `+02:00`, `+0200`, `GMT+2`, `GMT+05:30 (Asia/Kolkata)`; undefined for what is no zone. */
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
  // Intl takes offsets too on newer releases: those are read above, in one way on every release.
  if (!/^[A-Za-z]/.test(name) || name.length > 64) return undefined;
  try {
    return { kind: 'named', name: formatterOf(name).resolvedOptions().timeZone };
  } catch {
    return undefined; // RangeError: Intl does not know the zone.
  }
}

/** Milliseconds by which the zone's clocks are ahead of UTC at an instant (epoch ms). */
export function zoneOffset(zone: Zone, instant: number): number {
  if (zone.kind === 'offset') return zone.minutes * MINUTE;
  const parts = formatterOf(zone.name).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((one) => one.type === type)?.value);
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return shown - Math.floor(instant / 1000) * 1000;
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const made = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', second: 'numeric', ...numeric });
  if (formatters.size >= MOST_FORMATTERS) formatters.clear();
  formatters.set(timeZone, made);
  return made;
}
