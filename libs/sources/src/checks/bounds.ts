import { compareDecimals, type Decimal, decimalText, parseDecimal } from './decimal';
import { CheckRefusal } from './outcome';
import { compareNumbers, type NumberValue, numberText } from './values/number-value';

export type Parameters = Readonly<Record<string, string | undefined>>;

/** Inclusive; an absent one is none. */
export interface Bounds<Value> {
  readonly least?: Value;
  readonly most?: Value;
}

const textOf = (parameters: Parameters, name: string): string | undefined => parameters[name]?.trim() || undefined;

/** @throws {CheckRefusal} `badParameter`: no number, or the least above the most */
export function numberBounds(parameters: Parameters, least: string, most: string): Bounds<Decimal> {
  return boundsOf(parameters, [least, most], parseDecimal, compareDecimals, 'a number');
}

/**
 * Bounds of values of any kind.
 * @param expected for people: `a number`
 * @throws {CheckRefusal} `badParameter`: not of the kind, or the least above the most
 */
export function boundsOf<Value>(
  parameters: Parameters,
  [leastName, mostName]: readonly [string, string],
  parse: (text: string) => Value | undefined,
  compare: (a: Value, b: Value) => number,
  expected: string,
): Bounds<Value> {
  const read = (name: string): Value | undefined => {
    const text = textOf(parameters, name);
    const value = text === undefined ? undefined : parse(text);
    if (text !== undefined && value === undefined) throw new CheckRefusal('badParameter', `${name} is not ${expected}`);
    return value;
  };
  const [least, most] = [read(leastName), read(mostName)];
  if (least !== undefined && most !== undefined && compare(least, most) > 0)
    throw new CheckRefusal('badParameter', `${leastName} is greater than ${mostName}`);
  return { ...(least !== undefined && { least }), ...(most !== undefined && { most }) };
}

/** @throws {CheckRefusal} `badParameter` where it is absent or no number */
export function numberOf(parameters: Parameters, name: string): Decimal {
  const value = parseDecimal(parameters[name] ?? '');
  if (!value) throw new CheckRefusal('badParameter', `${name} is not a number`);
  return value;
}

/** @throws {CheckRefusal} `badParameter` where it is absent or empty */
export function requiredText(parameters: Parameters, name: string): string {
  const text = parameters[name];
  if (text === undefined || text.trim() === '') throw new CheckRefusal('badParameter', `${name} is empty`);
  return text;
}

export const isTrue = (parameters: Parameters, name: string): boolean => /^true$/i.test(parameters[name]?.trim() ?? '');

/** A statistic as a text: a number, `NaN`, `Infinity` or `-Infinity`. NaN is within no bound, Infinity is the greatest. */
export function isWithin(value: string, { least, most }: Bounds<NumberValue>): boolean {
  if (value === 'NaN') return !least && !most;
  const number = value === 'Infinity' || value === '-Infinity' ? value : parseDecimal(value);
  return !!number && !(least && compareNumbers(number, least) < 0) && !(most && compareNumbers(number, most) > 0);
}

/** For people: `between 1 and 5`, `at least 1`. */
export function expectedText({ least, most }: Bounds<NumberValue>): string {
  if (least && most) return `between ${numberText(least)} and ${numberText(most)}`;
  if (least) return `at least ${numberText(least)}`;
  return most ? `at most ${numberText(most)}` : 'anything';
}

/** The bounds as numbers of the stored result; JSON has none that is infinite. */
export function storedBounds({ least, most }: Bounds<NumberValue>): { minBound?: number; maxBound?: number } {
  const [minBound, maxBound] = [least, most].map((bound) =>
    typeof bound === 'object' ? Number(decimalText(bound)) : undefined,
  );
  return { ...(minBound !== undefined && { minBound }), ...(maxBound !== undefined && { maxBound }) };
}
