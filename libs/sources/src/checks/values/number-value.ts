import type { NumberKind } from '../../catalogue/kind';
import { compareDecimals, type Decimal, decimalText, parseDecimal } from '../decimal';

export type Infinite = 'Infinity' | '-Infinity';

/** An exact number, or the greatest or least of all. */
export type NumberValue = Decimal | Infinite;

/** Reads `Infinity`, `inf`, `+inf`, `-Infinity` in any case; undefined where the text is another. */
export function infinityOf(text: string): Infinite | undefined {
  const [, sign] = /^([+-]?)inf(?:inity)?$/i.exec(text.trim()) ?? [];
  return sign === undefined ? undefined : sign === '-' ? '-Infinity' : 'Infinity';
}

/** Reads a number that a column of the kind is compared with: also an infinite one of floats and decimals, `$1,250.00` of money. */
export function parseNumber(text: string, kind: NumberKind): NumberValue | undefined {
  const infinite = kind.is === 'int' ? undefined : infinityOf(text);
  return infinite ?? parseDecimal(kind.is === 'dec' && kind.isMoney ? withoutCurrency(text) : text);
}

const withoutCurrency = (text: string): string =>
  /^\s*[+-]?\$?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?\s*$/.test(text) ? text.replaceAll(/[$,]/g, '') : text;

export function compareNumbers(a: NumberValue, b: NumberValue): number {
  const [left, right] = [rankOf(a), rankOf(b)];
  return typeof a === 'object' && typeof b === 'object' ? compareDecimals(a, b) : left - right;
}

const rankOf = (value: NumberValue): number => (typeof value === 'object' ? 0 : value === 'Infinity' ? 1 : -1);

export const numberText = (value: NumberValue): string => (typeof value === 'object' ? decimalText(value) : value);
