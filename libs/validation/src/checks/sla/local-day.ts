import { zoneOffset } from '@app/contracts';
import type { Zone } from '@app/contracts';

/** A calendar day, independent of a time zone. */
export interface LocalDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const DAY = 24 * 60 * 60_000;

/** The calendar day in a time zone at an instant (epoch ms). */
export function localDay(instant: number, zone: Zone): LocalDay {
  const local = new Date(instant + zoneOffset(zone, instant));
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() };
}

export function dayBefore({ year, month, day }: LocalDay): LocalDay {
  const date = new Date(Date.UTC(year, month - 1, day - 1));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/**
 * The instant (epoch ms) of a wall-clock time. A time that occurs twice on a day resolves to the first occurrence. A
 * skipped time is as far after the clock change as it would have been after the start of the skipped hour.
 */
export function instantOf({ year, month, day }: LocalDay, hour: number, minute: number, zone: Zone): number {
  const local = Date.UTC(year, month - 1, day, hour, minute);
  const before = zoneOffset(zone, local - DAY);
  const after = zoneOffset(zone, local + DAY);
  // When clocks are set back, the offset before the change gives the earlier instant.
  const candidates = [local - before, local - after];
  return candidates.find((instant) => instant + zoneOffset(zone, instant) === local) ?? local - before;
}
