/** `{interval, unit}`, `{value, unit}` or `{period, unit}`: exactly one of the three numbers. */
export interface DurationObject {
  readonly interval?: number;
  readonly value?: number;
  readonly period?: number;
  readonly unit: string;
}

/**
 * A duration: calendar months (a year is twelve) and, separately, whole milliseconds. A day is 24 hours: all
 * calculations are in UTC.
 */
export interface Duration {
  readonly months: number;
  readonly milliseconds: number;
}

export type ParsedDuration =
  { readonly ok: true; readonly duration: Duration } | { readonly ok: false; readonly message: string };

const SECOND = 1_000;
/** In ms, as the others. */
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** The mean month of the Gregorian calendar: 146,097 days in 4,800 months. */
const MEAN_MONTH = (146_097 * DAY) / 4_800;
/** Maximum duration: no contract target is longer, and date arithmetic still works at this distance. */
const LONGEST = 1_000 * 12 * MEAN_MONTH;

const UNITS: Readonly<Record<string, Duration>> = {
  minute: { months: 0, milliseconds: MINUTE },
  hour: { months: 0, milliseconds: HOUR },
  day: { months: 0, milliseconds: DAY },
  week: { months: 0, milliseconds: 7 * DAY },
  month: { months: 1, milliseconds: 0 },
  year: { months: 12, milliseconds: 0 },
};

const DURATION_UNITS: readonly string[] = Object.keys(UNITS);
const NUMBER_KEYS = ['interval', 'value', 'period'] as const;

const FRACTION = String.raw`(\d+(?:[.,]\d{1,9})?)`;
const ISO_8601 = new RegExp(
  `^P(?=.)(?:(\\d+)Y)?(?:(\\d+)M)?(?:${FRACTION}W)?(?:${FRACTION}D)?` +
    `(?:T(?=.)(?:${FRACTION}H)?(?:${FRACTION}M)?(?:${FRACTION}S)?)?$`,
);
/** Maximum length of the text in characters; it bounds the numbers in it. */
const LONGEST_TEXT = 64;
const EXPECTED =
  'must be an ISO 8601 duration such as "P1D" or "PT4H", or an object such as {"interval": 1, "unit": "day"}';

/**
 * Parses an ISO 8601 duration (only its last part may have a fraction, and not years or months) or the object form.
 * Zero, negative durations and those over 1,000 years are refused.
 */
export function parseDuration(value: unknown): ParsedDuration {
  if (typeof value === 'string') return fromIso(value);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return fromObject(value as DurationObject);
  return refused(EXPECTED);
}

function fromIso(text: string): ParsedDuration {
  const shown = JSON.stringify(text.slice(0, LONGEST_TEXT));
  if (/^[+-]/.test(text) || /-\d/.test(text)) return refused(`must be longer than zero and have no sign, got ${shown}`);
  const parts = text.length <= LONGEST_TEXT ? ISO_8601.exec(text)?.slice(1) : undefined;
  if (!parts) return refused(`${EXPECTED}, got ${shown}`);
  if (hasEarlyFraction(parts)) return refused(`must have a fraction in its last part only, got ${shown}`);
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map(toNumber);
  const time = (weeks * 7 + days) * DAY + hours * HOUR + minutes * MINUTE + seconds * SECOND;
  return bounded({ months: years * 12 + months, milliseconds: Math.round(time) }, shown);
}

function hasEarlyFraction(parts: readonly (string | undefined)[]): boolean {
  const given = parts.filter((part) => part !== undefined);
  return given.slice(0, -1).some((part) => /[.,]/.test(part));
}

function toNumber(text: string | undefined): number {
  return text === undefined ? 0 : Number(text.replace(',', '.'));
}

function fromObject(value: DurationObject): ParsedDuration {
  const unknown = Object.keys(value).find((key) => key !== 'unit' && !(NUMBER_KEYS as readonly string[]).includes(key));
  if (unknown !== undefined) return refused(`has the unknown member "${unknown}"; ${EXPECTED}`);
  const given = NUMBER_KEYS.filter((key) => value[key] !== undefined && value[key] !== null);
  if (given.length !== 1) return refused(`must have exactly one of ${NUMBER_KEYS.join(', ')} beside unit`);
  const [key] = given as [(typeof NUMBER_KEYS)[number]];
  const count: unknown = value[key];
  if (!Number.isSafeInteger(count) || (count as number) < 1)
    return refused(`${key} must be a whole number of at least 1`);
  const unit = typeof value.unit === 'string' && Object.hasOwn(UNITS, value.unit) ? UNITS[value.unit] : undefined;
  if (!unit) return refused(`unit must be one of ${DURATION_UNITS.join(', ')}`);
  return bounded(times(unit, count as number), `${String(count)} ${value.unit}`);
}

function times({ months, milliseconds }: Duration, count: number): Duration {
  return { months: months * count, milliseconds: milliseconds * count };
}

function bounded(duration: Duration, shown: string): ParsedDuration {
  const length = meanLength(duration);
  if (length <= 0) return refused(`must be longer than zero, got ${shown}`);
  if (length > LONGEST) return refused(`must not be longer than 1,000 years, got ${shown}`);
  return { ok: true, duration };
}

function refused(message: string): ParsedDuration {
  return { ok: false, message };
}

/** The length in ms with months of mean length (30.436875 days): for comparing durations, not for date arithmetic. */
export function meanLength({ months, milliseconds }: Duration): number {
  return months * MEAN_MONTH + milliseconds;
}

/** Negative, zero or positive as `a` is shorter than, as long as, or longer than `b`; P1M is longer than P30D. */
export function compareDurations(a: Duration, b: Duration): number {
  return meanLength(a) - meanLength(b);
}

/**
 * The instant (epoch ms) that is `duration` after `instant`, in the UTC calendar: 31 January + P1M is the last of
 * February.
 */
export function addDuration(instant: number, duration: Duration): number {
  return shift(instant, duration, 1);
}

/**
 * The instant (epoch ms) that is `duration` before `instant`, in the UTC calendar: 31 March − P1M is the last of
 * February.
 */
export function subtractDuration(instant: number, duration: Duration): number {
  return shift(instant, duration, -1);
}

function shift(instant: number, { months, milliseconds }: Duration, sign: 1 | -1): number {
  return shiftMonths(instant, sign * months) + sign * milliseconds;
}

function shiftMonths(instant: number, months: number): number {
  if (months === 0) return instant;
  const date = new Date(instant);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(day, lastDay));
}

const WORDS = [
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
  [SECOND, 'second'],
] as const;

/** A duration in words for messages: `1 year 2 months`, `1.5 hours`. */
export function describeDuration({ months, milliseconds }: Duration): string {
  const [size, unit] = WORDS.find(([length]) => milliseconds >= length) ?? [1, 'millisecond'];
  const parts = [
    amount(Math.floor(months / 12), 'year'),
    amount(months % 12, 'month'),
    amount(Math.round((milliseconds / size) * 100) / 100, unit),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function amount(count: number, unit: string): string {
  return count === 0 ? '' : `${count} ${unit}${count === 1 ? '' : 's'}`;
}
