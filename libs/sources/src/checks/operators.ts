import { compareDecimals, type Decimal, decimalOf, decimalText, parseDecimal } from './decimal';
import { CheckRefusal } from './outcome';
import type { OdcsRule } from './odcs-rule';

/** The number that a rule found. */
export interface Measurement {
  /** For people. */
  readonly text: string;
  readonly value: number | string;
  /** Exactly: nothing is rounded. */
  readonly compare: (bound: Decimal) => number;
}

/** @param text a number in decimals */
export function measurementOf(text: string): Measurement {
  const number = parseDecimal(text)!;
  return { text, value: shown(text), compare: (bound) => compareDecimals(number, bound) };
}

/** A number where it is one exactly, else its text. */
function shown(value: string): number | string {
  const number = Number(value);
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? value : number;
}

/** The part in percent of all; of nothing 0. @param part a number in decimals */
export function percentageOf(part: string, of: number): Measurement {
  const whole = BigInt(of);
  const { units, scale } = of === 0 ? decimalOf(0n) : parseDecimal(part)!;
  const value = of === 0 ? 0 : (Number(part) / of) * HUNDRED;
  return {
    text: percentText(value, whole === 0n ? undefined : compareDecimals({ units, scale }, decimalOf(whole))),
    value,
    compare: (bound) =>
      whole === 0n
        ? compareDecimals(decimalOf(0n), bound)
        : compareDecimals({ units: units * 100n, scale }, { units: bound.units * whole, scale: bound.scale }),
  };
}

const HUNDRED = 100;
const DIGITS = 4;

/** Up to 4 digits, and never 100 for what is not all. @param toAll how the part compares with the whole */
function percentText(value: number, toAll: number | undefined): string {
  const rounded = decimalText(parseDecimal(value.toPrecision(DIGITS))!);
  if (rounded !== '100' || toAll === 0) return rounded;
  return toAll === undefined || toAll < 0 ? '99.99' : '100.1';
}

/** One operator of a rule. All operators of a rule must be met. */
export interface Operator {
  /** `mustBe 0`, for people. */
  readonly text: string;
  holds(value: Measurement): boolean;
}

const OF_ONE: Readonly<Record<string, (order: number) => boolean>> = {
  mustBe: (order) => order === 0,
  mustNotBe: (order) => order !== 0,
  mustBeGreaterThan: (order) => order > 0,
  mustBeGreaterOrEqualTo: (order) => order >= 0,
  mustBeLessThan: (order) => order < 0,
  mustBeLessOrEqualTo: (order) => order <= 0,
};

/** Inclusive; the second fails from the least to the most. */
const OF_TWO: Readonly<Record<string, (isBetween: boolean) => boolean>> = {
  mustBeBetween: (isBetween) => isBetween,
  mustNotBeBetween: (isBetween) => !isBetween,
};

/** @throws {CheckRefusal} `badParameter` where a bound is no number */
export function operatorsOf(rule: OdcsRule): Operator[] {
  const ofOne = Object.entries(OF_ONE).flatMap(([name, test]) => {
    const given = rule[name];
    if (given === undefined || given === null) return [];
    const bound = numberOf(name, given);
    return [{ text: `${name} ${decimalText(bound)}`, holds: ({ compare }: Measurement) => test(compare(bound)) }];
  });
  const ofTwo = Object.entries(OF_TWO).flatMap(([name, test]) => {
    const given = rule[name];
    if (given === undefined || given === null) return [];
    const [least, most] = pairOf(name, given);
    const holds = ({ compare }: Measurement): boolean => test(compare(least) >= 0 && compare(most) <= 0);
    return [{ text: `${name} ${decimalText(least)} and ${decimalText(most)}`, holds }];
  });
  return [...ofOne, ...ofTwo];
}

/** Booleans are 1 and 0. */
function numberOf(name: string, given: unknown): Decimal {
  const text = typeof given === 'boolean' ? String(Number(given)) : String(given);
  const isScalar = typeof given === 'number' || typeof given === 'boolean' || typeof given === 'string';
  const number = isScalar ? parseDecimal(text) : undefined;
  if (!number) throw new CheckRefusal('badParameter', `${name} is not a number`);
  return number;
}

function pairOf(name: string, given: unknown): readonly [Decimal, Decimal] {
  if (!Array.isArray(given) || given.length !== 2)
    throw new CheckRefusal('badParameter', `${name} is not a list of two numbers`);
  const [least, most] = given.map((one: unknown) => numberOf(name, one)) as [Decimal, Decimal];
  if (compareDecimals(least, most) > 0) throw new CheckRefusal('badParameter', `${name} has its greater number first`);
  return [least, most];
}
