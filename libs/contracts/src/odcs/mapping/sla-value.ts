import { parseDuration } from '@app/common';
import type { DurationValue } from '../../document/contract-document';

/** ISO 8601 designator of each unit, with the spellings that people give it. `m` is a minute; a month is `mo` or `M`. */
const UNITS: readonly (readonly [string, 'date' | 'time', readonly string[]])[] = [
  ['S', 'time', ['s', 'sec', 'secs', 'second', 'seconds']],
  ['M', 'time', ['m', 'min', 'mins', 'minute', 'minutes']],
  ['H', 'time', ['h', 'hr', 'hrs', 'hour', 'hours', 'hourly']],
  ['D', 'date', ['d', 'day', 'days', 'daily']],
  ['W', 'date', ['w', 'wk', 'wks', 'week', 'weeks', 'weekly']],
  ['M', 'date', ['mo', 'mos', 'mon', 'month', 'months', 'monthly']],
  ['Y', 'date', ['y', 'yr', 'yrs', 'year', 'years', 'annual', 'annually', 'yearly']],
];
const MILLISECONDS = ['ms', 'msec', 'msecs', 'millisecond', 'milliseconds'];
const EVERY = ['hourly', 'daily', 'weekly', 'monthly', 'yearly', 'annually'];
const NUMBER_AND_UNIT = /^([+-]?\d{1,15}(?:\.\d{1,9})?)\s*([a-z]*)$/i;
const ONE_PART = /^P(?:(\d+(?:[.,]\d+)?)([YMWD])|T(\d+(?:[.,]\d+)?)([HMS]))$/;
const LONGEST = 64;

/**
 * A duration of the standard in ISO 8601: a number (also as text) with its unit beside it or behind it, a word such as `daily`, or
 * ISO 8601 as it is. Undefined for what cannot be read, and for what is not longer than zero.
 */
export function durationFrom(value: unknown, unit: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (text === '' || text.length > LONGEST) return undefined;
  const found = /^P/i.test(text) ? text.toUpperCase() : numberWithUnit(text, unit);
  return found !== undefined && parseDuration(found).ok ? found : undefined;
}

function numberWithUnit(text: string, unit: unknown): string | undefined {
  if (EVERY.includes(text.toLowerCase())) return inIso(1, text);
  const [, number, behind] = NUMBER_AND_UNIT.exec(text) ?? [];
  const beside = typeof unit === 'string' ? unit.trim() : '';
  if (number === undefined || (behind && beside && !sameUnit(behind, beside))) return undefined;
  return inIso(Number(number), behind || beside);
}

function sameUnit(one: string, other: string): boolean {
  const found = designator(one);
  return found !== undefined && found.join() === designator(other)?.join();
}

function inIso(number: number, unit: string): string | undefined {
  if (MILLISECONDS.includes(unit.toLowerCase())) return `PT${plain(number / 1000)}S`;
  const [letter, kind] = designator(unit) ?? [];
  if (letter === undefined) return undefined;
  if (kind === 'time') return `PT${plain(number)}${letter}`;
  // Months and years have no fraction in ISO 8601; a part of a year is whole months.
  if (letter === 'Y' && !Number.isInteger(number)) return `P${plain(number * 12)}M`;
  return `P${plain(number)}${letter}`;
}

function designator(unit: string): readonly [string, 'date' | 'time'] | undefined {
  if (unit === 'M') return ['M', 'date'];
  const found = UNITS.find(([, , spellings]) => spellings.includes(unit.toLowerCase()));
  return found && [found[0], found[1]];
}

/** A number as digits, without an exponent. */
function plain(number: number): string {
  return number.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 9 });
}

const OUT: Readonly<Record<string, string>> = { TS: 's', TM: 'min', TH: 'h', D: 'd', W: 'w', M: 'mo', Y: 'y' };
const SPELLED: Readonly<Record<string, string>> = {
  minute: 'min',
  hour: 'h',
  day: 'd',
  week: 'w',
  month: 'mo',
  year: 'y',
};

/** A duration of ours as value and unit; one of several parts stays in ISO 8601, without a unit. */
export function durationTo(duration: DurationValue): { readonly value: string; readonly unit?: string } {
  if (typeof duration === 'object') {
    const number = duration.interval ?? duration.value ?? duration.period;
    return { value: String(number), unit: SPELLED[duration.unit] ?? duration.unit };
  }
  const [, days, dayUnit, time, timeUnit] = ONE_PART.exec(duration) ?? [];
  if (days !== undefined) return { value: days.replace(',', '.'), unit: OUT[dayUnit as string] };
  return time === undefined ? { value: duration } : { value: time.replace(',', '.'), unit: OUT[`T${timeUnit}`] };
}

/** A percentage, 0 to 100, with or without its sign; undefined for anything else. */
export function percentFrom(value: unknown, unit: unknown): number | undefined {
  const isPercent = unit === undefined || unit === null || /^(%|percent|percentage|pct)?$/i.test(String(unit).trim());
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
  const [, digits] = /^\s*(\d{1,3}(?:\.\d{1,12})?)\s*(?:%|percent)?\s*$/i.exec(text) ?? [];
  const number = digits === undefined || !isPercent ? undefined : Number(digits);
  return number !== undefined && number <= 100 ? number : undefined;
}
