const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/** `09:00`, with a zone of its own or without. */
const TIME = /^([01]\d|2[0-3]):([0-5]\d)(?: ?(\S.*))?$/;
const OFFSET = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?([0-5]\d))?$/i;
/** A zone as other tools write it: `GMT+01:00 (Europe/Berlin)`, with blanks for underscores. */
const LABEL = /^(GMT[+-]\d{2}:\d{2}) \(([^()]+)\)$/;

/**
 * A time of day as it is agreed, with the same of today in UTC: `20:42 Europe/Berlin (19:42 UTC)`. A zone that this browser does not
 * know is shown without it.
 *
 * @param standard the zone of a time that names none
 */
export function wallTimeText(time: string, standard: string | undefined, now = Date.now()): string {
  const [, hour, minute, own] = TIME.exec(time) ?? [];
  if (hour === undefined || minute === undefined) return [time, standard].filter(Boolean).join(' ');
  const zone = own ?? standard ?? 'UTC';
  const text = `${hour}:${minute} ${zone}`;
  const wall = Number(hour) * 60 + Number(minute);
  const ahead = aheadAt(zone, wall, now);
  if (ahead === undefined || /^(?:Z|UTC|GMT)$/i.test(zone)) return text;
  const minutes = wall - ahead;
  const day = Math.floor(minutes / DAY_MINUTES);
  const clock = minutes - day * DAY_MINUTES;
  const which = day === 0 ? '' : day < 0 ? ' the day before' : ' the day after';
  return `${text} (${pad(Math.floor(clock / 60))}:${pad(clock % 60)} UTC${which})`;
}

/** By how many minutes the clocks of a zone are ahead of UTC today at a time of day, in minutes: they may be put forward in between. */
function aheadAt(zone: string, wall: number, now: number): number | undefined {
  const ahead = minutesAhead(zone, now);
  if (ahead === undefined) return undefined;
  const midnight = Math.floor((now / MINUTE_MS + ahead) / DAY_MINUTES) * DAY_MINUTES - ahead;
  return minutesAhead(zone, (midnight + wall) * MINUTE_MS);
}

/** By how many minutes the clocks of a zone are ahead of UTC. */
function minutesAhead(zone: string, now: number): number | undefined {
  const [, sign, hours, minutes = '00'] = OFFSET.exec(zone) ?? [];
  if (hours !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  const [, offset, label] = LABEL.exec(zone) ?? [];
  const known = aheadByName(label?.replaceAll(' ', '_') ?? zone, now);
  return known ?? (offset === undefined ? undefined : minutesAhead(offset, now));
}

function aheadByName(timeZone: string, now: number): number | undefined {
  const numbers = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...numbers });
    const part = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = part;
    const local = Date.UTC(year, month - 1, day, hour, minute);
    return Math.round((local - Math.floor(now / MINUTE_MS) * MINUTE_MS) / MINUTE_MS);
  } catch {
    return undefined;
  }
}

const pad = (number: number): string => String(number).padStart(2, '0');
