import { isNumber, isText, isTime } from '../../catalogue/kind';
import { BOOLEANS, type Conditions, isStorable } from '../conditions';
import { compareDecimals, parseDecimal } from '../decimal';
import type { CheckTarget } from '../measures';
import { shownTime } from '../times';

/** Bits of a double. */
const DOUBLE_BITS = 53;

/** A value of a column as JSON has it, so that a check which is given it finds the value. */
export type JsonValue = number | string | boolean;

/** The value as the text that `jsonValue` reads. */
export const valueText = ({ x, kind }: Conditions, { dialect }: CheckTarget): string =>
  isText(kind) ? dialect.shownText(x, kind) : dialect.asText(x, kind);

/** @returns undefined where JSON, or a check, cannot have it */
export function jsonValue(text: string, { kind }: Conditions, { zone }: CheckTarget): JsonValue | undefined {
  if (isTime(kind)) return shownTime(text, kind, zone);
  if (kind.is === 'float') return jsonNumber(doubleOf(text, kind.bits));
  if (isNumber(kind)) return jsonNumber(text);
  if (kind.is === 'bool') return BOOLEANS[text.toLowerCase()];
  return isStorable(text) ? text : undefined;
}

/** A single is written by the shortest text that is read as the same one, which as a double, that lists compare with, is another number. */
function doubleOf(text: string, bits: number): string {
  const number = Number(text);
  return bits < DOUBLE_BITS && Number.isFinite(number) ? String(Math.fround(number)) : text;
}

/**
 * A number where JSON readers get it exactly, else its text, as of integers beyond 2^53, long decimals, NaN and infinity.
 * @param text plain decimal text, or one of those words
 */
export function jsonNumber(text: string): number | string {
  const value = parseDecimal(text);
  const number = Number(text);
  if (!value || Math.abs(number) > Number.MAX_SAFE_INTEGER) return text;
  const read = parseDecimal(String(number));
  return read && compareDecimals(read, value) === 0 ? number : text;
}

/** Left out beyond 2^53, where it would be another number, and where it is none. */
export function sumOf(text: string): number | undefined {
  const number = figureOf(text);
  return number === undefined || Math.abs(number) > Number.MAX_SAFE_INTEGER ? undefined : number;
}

/** In double precision; left out where it is no finite number. */
export function figureOf(text: string): number | undefined {
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}
