import type { Json } from '../../document/json';
import { ruleKind } from '../../odcs/mapping/quality-rules';
import { metricMeant } from '../../odcs/strict/words';
import { ALL_NUMBERS, intersection, type NumberDomain, type NumberSet, within, without } from '../values/number-set';

/** Kind of the number of a rule: numbers of different kinds are not compared. */
type Measure = 'count' | 'percent' | 'seconds' | 'value' | 'percentValue';

/** The numbers that all operators of a rule allow. */
export interface AllowedNumbers {
  readonly measure: Measure;
  readonly numbers: NumberSet;
}

const DOMAINS: Readonly<Record<Measure, NumberDomain>> = {
  count: { isWhole: true, from: 0, to: Infinity },
  percent: { isWhole: false, from: 0, to: 100 },
  seconds: { isWhole: false, from: 0, to: Infinity },
  value: { isWhole: false, from: -Infinity, to: Infinity },
  percentValue: { isWhole: false, from: -Infinity, to: Infinity },
};

const above = (from: number): NumberSet => [{ from, to: Infinity, openFrom: true }];
const below = (to: number): NumberSet => [{ from: -Infinity, to, openTo: true }];

const OF_ONE: Readonly<Record<string, (bound: number) => NumberSet>> = {
  mustBe: (bound) => [{ from: bound, to: bound }],
  mustNotBe: (bound) => without({ from: bound, to: bound }),
  mustBeGreaterThan: above,
  mustBeGreaterOrEqualTo: (from) => [{ from, to: Infinity }],
  mustBeLessThan: below,
  mustBeLessOrEqualTo: (to) => [{ from: -Infinity, to }],
};

const OF_TWO: Readonly<Record<string, (from: number, to: number) => NumberSet>> = {
  mustBeBetween: (from, to) => [{ from, to }],
  mustNotBeBetween: (from, to) => without({ from, to }),
};

export const OPERATOR_NAMES: readonly string[] = [...Object.keys(OF_ONE), ...Object.keys(OF_TWO)];

const COUNTS: ReadonlySet<string | undefined> = new Set([
  ...['rowCount', 'nullValues', 'missingValues', 'invalidValues', 'duplicateValues', 'uniqueValues', 'distinctValues'],
]);
const PERCENT = /^(percent|percentage|%)$/i;
/** Units of an age, as its check reads them. */
const TIMES = /^(?:(s)(?:ec(?:ond)?s?)?|(m)(?:in(?:ute)?s?)?|(h)(?:ours?)?|(d)(?:ays?)?)$/i;
const SECONDS = [1, 60, 3_600, 86_400];

/** The metric that a library rule counts; `rule` names it in documents of 3.0. */
export function metricOf({ metric, rule }: Json): string | undefined {
  const word = typeof metric === 'string' ? metric : typeof rule === 'string' ? rule : undefined;
  return word === undefined ? undefined : (metricMeant(word) ?? word);
}

/** Undefined where a bound or a unit cannot be read. */
export function allowedNumbers(rule: Json): AllowedNumbers | undefined {
  const measure = measureOf(rule);
  const factor = measure === 'seconds' ? secondsOf(rule) : 1;
  if (factor === undefined) return undefined;
  const sets = OPERATOR_NAMES.map((operator) => allowedBy(operator, operatorOf(rule, operator), factor));
  if (sets.includes(undefined)) return undefined;
  const numbers = (sets as readonly NumberSet[]).reduce(intersection, ALL_NUMBERS);
  return { measure, numbers: within(numbers, DOMAINS[measure]) };
}

/** Whether some operator says what the number of a rule must be. */
export const hasBounds = (rule: Json): boolean =>
  OPERATOR_NAMES.some((operator) => operatorOf(rule, operator) !== undefined);

/** Without any operator a list of valid values allows no other. */
function operatorOf(rule: Json, operator: string): unknown {
  const isImplied =
    operator === 'mustBe' && metricOf(rule) === 'invalidValues' && OPERATOR_NAMES.every((one) => rule[one] == null);
  return isImplied ? 0 : (rule[operator] ?? undefined);
}

function measureOf(rule: Json): Measure {
  const isPercent = typeof rule.unit === 'string' && PERCENT.test(rule.unit.trim());
  if (ruleKind(rule) === 'sql') return isPercent ? 'percentValue' : 'value';
  const metric = metricOf(rule);
  if (metric === 'completeness') return 'percent';
  if (metric === 'freshness') return 'seconds';
  if (!COUNTS.has(metric)) return 'value';
  return isPercent && metric !== 'rowCount' ? 'percent' : 'count';
}

function secondsOf({ unit }: Json): number | undefined {
  const found = TIMES.exec(typeof unit === 'string' && unit.trim() !== '' ? unit.trim() : 'seconds');
  const index = found?.slice(1).findIndex((letter) => letter !== undefined) ?? -1;
  return SECONDS[index];
}

function allowedBy(operator: string, bound: unknown, factor: number): NumberSet | undefined {
  if (bound === undefined) return ALL_NUMBERS;
  const one = OF_ONE[operator];
  if (one) {
    const number = numberOf(bound);
    return number === undefined ? undefined : one(number * factor);
  }
  if (!Array.isArray(bound) || bound.length !== 2) return undefined;
  const [from, to] = bound.map(numberOf);
  if (from === undefined || to === undefined || from > to) return undefined;
  return OF_TWO[operator]?.(from * factor, to * factor);
}

/** Booleans are 1 and 0. */
function numberOf(value: unknown): number | undefined {
  const isScalar =
    typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value.trim() !== '');
  const number = isScalar ? Number(value) : NaN;
  return Number.isFinite(number) ? number : undefined;
}
