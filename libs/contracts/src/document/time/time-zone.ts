const OFFSET = /^(?:UTC|GMT)?([+-])(0?\d|1[0-4])(?::?([0-5]\d))?$/;
/**
 * Known clients send one of 36 labels such as `GMT-05:00 (America/New York)`. Blanks stand for the name's underscores, and some
 * names (`Asia/Nepal`) are no IANA zone: then the offset holds.
 */
const LABEL = /^(GMT[+-]\d{2}:\d{2}) \(([^()]+)\)$/;

/** A time zone: an IANA name (which follows summer time) or a fixed offset from UTC in minutes. */
export type Zone = { readonly name: string } | { readonly offset: number };

/** Reads `Europe/Berlin`, `UTC`, `Z`, `+02:00`, `+0200`, `GMT+2`, `GMT+05:30 (Asia/Kolkata)`; undefined for what is no zone. */
export function parseZone(text: string): Zone | undefined {
  if (/^(?:Z|UTC|GMT)$/i.test(text)) return { offset: 0 };
  const fixed = OFFSET.exec(text);
  if (fixed) return { offset: fixedOffset(fixed) };
  const [, offset, label] = LABEL.exec(text) ?? [];
  const name = label?.replaceAll(' ', '_') ?? text;
  if (isZoneName(name)) return { name };
  return offset === undefined ? undefined : parseZone(offset);
}

function fixedOffset([, sign, hours, minutes]: RegExpExecArray): number {
  const size = Number(hours) * 60 + Number(minutes ?? 0);
  return sign === '-' && size > 0 ? -size : size;
}

function isZoneName(name: string): boolean {
  // Intl takes offsets too on newer releases: those are read above, in one way on every release.
  if (!/^[A-Za-z]/.test(name) || name.length > 64) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** Minutes by which the zone's clocks are ahead of UTC at an instant (epoch ms). */
export function zoneOffset(zone: Zone, instant: number): number {
  if ('offset' in zone) return zone.offset;
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone.name, timeZoneName: 'longOffset' }).formatToParts(
    instant,
  );
  const label = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const read = /([+-])(\d{2}):(\d{2})/.exec(label);
  return read ? fixedOffset(read) : 0;
}
