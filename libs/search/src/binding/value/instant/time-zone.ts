const OFFSET = /^([+-])(\d{2}):?(\d{2})$/;

const MINUTE = 60_000;

/** How far the zone's clocks are ahead of UTC at an instant, in ms. @param zone an offset such as +02:00, or an IANA name */
export function offsetAt(zone: string, instant: number): number {
  if (zone === 'UTC' || zone === 'Z') return 0;
  const [, sign, hours, minutes] = OFFSET.exec(zone) ?? [];
  if (sign) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE;
  const second = Math.floor(instant / 1000) * 1000;
  return clockAt(zone, second) - second;
}

/** The instant at which the zone's clocks show this; where they show it twice, the first. */
export function instantAt(zone: string, clock: number): number {
  const guesses = [clock - offsetAt(zone, clock - 24 * 60 * MINUTE), clock - offsetAt(zone, clock + 24 * 60 * MINUTE)];
  const exact = guesses.find((guess) => guess + offsetAt(zone, guess) === clock);
  return exact ?? Math.max(...guesses);
}

/** What the clocks of a named zone show, as if it were UTC. */
function clockAt(zone: string, instant: number): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Made once a zone: there are some hundreds of them, and making one takes longer than all else here. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const numeric = 'numeric';
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric },
  });
  formats.set(timeZone, format);
  return format;
}
