import { compareDecimals, parseDecimal } from '../checks/decimal';

/**
 * The least or greatest value of a column: a number where JSON readers get it exactly, else its text, as of integers beyond 2^53, long
 * decimals, NaN and infinity.
 * @param text plain decimal text, or one of those words
 */
export function extremeOf(text: string): number | string {
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
