import { parseZone, type Zone } from './time-zone';

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
