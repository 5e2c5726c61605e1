import type { Dialect } from '../../sql/dialect';

/** A time of day, or of engines whose times are lengths a length, that a column of times is compared with. */
export interface TimeOfDay {
  /** Nanoseconds since midnight; a length may be below 0. */
  readonly ns: bigint;
  /** Seconds of the zone east of UTC; absent where none is stated. */
  readonly offset?: number;
}

const SECOND = 1_000_000_000n;
const MICRO = 1_000n;
const DAY = 86_400n * SECOND;
/** MySQL's greatest, and least below 0. */
const LONGEST = (838n * 3_600n + 59n * 60n + 59n) * SECOND;
const CLOCK = /^(-)?(\d{2,3}):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)? ?(Z|[+-]\d\d(?::?[0-5]\d)?)?$/i;

/** Reads `HH:MM[:SS[.f]]`, with an offset of a zoned column; undefined where the text is no such time. */
export function parseTimeOfDay(text: string, zoned: boolean, { timesAreLengths }: Dialect): TimeOfDay | undefined {
  const [, sign, hours = '', minutes = '', seconds = '0', fraction = '', zone] = CLOCK.exec(text.trim()) ?? [];
  if (hours === '' || (zone !== undefined && !zoned)) return undefined;
  const whole = BigInt(hours) * 3_600n + BigInt(minutes) * 60n + BigInt(seconds);
  const length = whole * SECOND + BigInt(fraction.padEnd(9, '0'));
  const ns = sign === undefined ? length : -length;
  if (timesAreLengths ? length > LONGEST : sign !== undefined || hours.length > 2 || ns > DAY) return undefined;
  return { ns, ...(zoned && { offset: offsetOf(zone) }) };
}

function offsetOf(zone = 'Z'): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  return (Number(hours) * 3_600 + Number(minutes) * 60) * (sign === '-' ? -1 : 1);
}

/** By the instant of a day that they stand for. */
export function compareTimesOfDay(a: TimeOfDay, b: TimeOfDay): number {
  const [left, right] = [inUtc(a), inUtc(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

const inUtc = ({ ns, offset = 0 }: TimeOfDay): bigint => ns - BigInt(offset) * SECOND;

export interface ClockColumn {
  readonly x: string;
  readonly zoned: boolean;
  readonly dialect: Dialect;
}

/** The condition of values before another one. No engine's values are finer than a bound that is rounded to whole microseconds. */
export const isBeforeTime = (column: ClockColumn, value: TimeOfDay): string => compared(column, '<', value, 'up');
export const isAfterTime = (column: ClockColumn, value: TimeOfDay): string => compared(column, '>', value, 'down');

function compared({ x, zoned, dialect }: ClockColumn, sign: '<' | '>', value: TimeOfDay, way: 'up' | 'down'): string {
  if (!zoned) return `${x} ${sign} ${dialect.time(writeTime(rounded(value.ns, way)))}`;
  return `${dialect.secondsOfDay!(x)} ${sign} ${dialect.exact(writeSeconds(rounded(inUtc(value), way)))}`;
}

/** @returns undefined where no value of the column is equal */
export function isEqualTimeOfDay({ x, dialect }: ClockColumn, { ns, offset }: TimeOfDay): string | undefined {
  if (ns % MICRO !== 0n) return undefined;
  return `${x} = ${dialect.time(writeTime(ns), offset === undefined ? undefined : writeOffset(offset))}`;
}

function rounded(ns: bigint, way: 'up' | 'down'): bigint {
  const rest = ((ns % MICRO) + MICRO) % MICRO;
  return ns - rest + (way === 'up' && rest > 0n ? MICRO : 0n);
}

const two = (value: bigint | number): string => String(value).padStart(2, '0');

/** `10:00:00`, `10:00:00.5`, `-100:00:00`. */
function writeTime(ns: bigint): string {
  const length = ns < 0n ? -ns : ns;
  const [seconds, rest] = [length / SECOND, length % SECOND];
  const clock = [seconds / 3_600n, (seconds / 60n) % 60n, seconds % 60n].map(two).join(':');
  return `${ns < 0n ? '-' : ''}${clock}${fractionOf(rest)}`;
}

function writeSeconds(ns: bigint): string {
  const length = ns < 0n ? -ns : ns;
  return `${ns < 0n ? '-' : ''}${length / SECOND}${fractionOf(length % SECOND)}`;
}

const fractionOf = (rest: bigint): string =>
  rest === 0n ? '' : `.${String(rest).padStart(9, '0').replace(/0+$/, '')}`;

function writeOffset(offset: number): string {
  const minutes = Math.abs(offset) / 60;
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
