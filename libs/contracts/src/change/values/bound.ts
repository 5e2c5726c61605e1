import { Temporal } from 'temporal-polyfill';

/** A bound on a scale: numbers, instants and times of day are not compared with each other. */
export interface Bound {
  readonly scale: 'number' | 'instant' | 'time';
  readonly at: number;
}

const DAY_OR_MOMENT = /^\d{4}-\d\d-\d\d/;
const TIME = /^\d\d:\d\d/;
const ZONED = /(?:z|[+-]\d\d(?::?\d\d)?)$/i;
const NANOSECOND = 1e-9;

/** Reads a number, or a day, moment or time in ISO 8601; without an offset in UTC. Undefined where it is none of these. */
export function readBound(value: unknown): Bound | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? { scale: 'number', at: value } : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (text !== '' && Number.isFinite(Number(text))) return { scale: 'number', at: Number(text) };
  try {
    if (DAY_OR_MOMENT.test(text)) return { scale: 'instant', at: secondsOf(text.replace(' ', 'T'), text.slice(10)) };
    if (TIME.test(text)) return { scale: 'time', at: secondsOf(`1970-01-01T${text}`, text) };
  } catch {
    return undefined;
  }
  return undefined;
}

/** Seconds since 1970. */
function secondsOf(moment: string, time: string): number {
  const instant = ZONED.test(time)
    ? Temporal.Instant.from(moment)
    : Temporal.PlainDateTime.from(moment).toZonedDateTime('UTC').toInstant();
  return instant.epochMilliseconds / 1_000 + Number(instant.epochNanoseconds % 1_000_000n) * NANOSECOND;
}
