import { compareDecimals, type Decimal, decimalText, parseDecimal } from './decimal';
import { CheckRefusal } from './outcome';
import type { OdcsRule } from './odcs-rule';

/** One operator of a rule. All that a rule has must hold. */
export interface Operator {
  /** `mustBe 0`, for people. */
  readonly text: string;
  /** @param value decimal text */
  holds(value: string): boolean;
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
    return [{ text: `${name} ${decimalText(bound)}`, holds: (value: string) => test(compare(value, bound)) }];
  });
  const ofTwo = Object.entries(OF_TWO).flatMap(([name, test]) => {
    const given = rule[name];
    if (given === undefined || given === null) return [];
    const [least, most] = pairOf(name, given);
    const holds = (value: string): boolean => test(compare(value, least) >= 0 && compare(value, most) <= 0);
    return [{ text: `${name} ${decimalText(least)} and ${decimalText(most)}`, holds }];
  });
  return [...ofOne, ...ofTwo];
}

/** @param value of a check, which is a number always */
const compare = (value: string, bound: Decimal): number => compareDecimals(parseDecimal(value)!, bound);

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
