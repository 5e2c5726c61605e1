import { parseZone, type Zone } from './time-zone';

/** A time of day in minutes after midnight, in its own zone where it names one. */
export interface TimeOfDay {
  readonly minutes: number;
  readonly zone?: Zone;
}

const TIME = /^([01]\d|2[0-3]):([0-5]\d)(?: ?(\S.*))?$/;

/** Reads `HH:mm` with an optional zone: `09:00`, `09:00Z`, `09:00+02:00`, `09:00 Europe/Berlin`. */
export function parseTimeOfDay(text: string): TimeOfDay | undefined {
  const [, hours, minutes, zoneText] = TIME.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const time = Number(hours) * 60 + Number(minutes);
  if (zoneText === undefined) return { minutes: time };
  const zone = parseZone(zoneText);
  return zone && { minutes: time, zone };
}
