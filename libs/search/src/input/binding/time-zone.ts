import { Temporal } from 'temporal-polyfill';

const NANOSECONDS_A_MS = 1e6;
/** What JavaScript's dates reach on both sides of 1970, in ms, less the day that an offset may need. */
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
