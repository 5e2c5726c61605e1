import type { Clause } from './clause';
import { refused, shown } from './dsl-fault';

const OFFSET = /^[+-](0\d|1[0-4]):[0-5]\d$/;

function isKnown(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}

/** `time_zone` of a clause: an offset such as +02:00, or a name such as Europe/Berlin; UTC where there is none. */
export function readTimeZone(clause: Clause): string {
  const zone = clause.optionalText('time_zone') ?? 'UTC';
  if (zone === 'Z') return 'UTC';
  // Node 20 knows no offsets as names, later ones do.
  if (OFFSET.test(zone) || (/^[A-Za-z]/.test(zone) && zone.length <= 64 && isKnown(zone))) return zone;
  throw refused(
    clause.at('time_zone'),
    `must be an offset such as +02:00 or a name such as Europe/Berlin, got ${shown(zone)}`,
  );
}
