import { isObject } from '@app/common';
import type { Json } from '../../document/json';
import { metricMeant } from './words';

/** How a rule says what its number is compared with. */
export const OPERATORS = [
  ...['mustBe', 'mustNotBe', 'mustBeGreaterThan', 'mustBeGreaterOrEqualTo', 'mustBeLessThan', 'mustBeLessOrEqualTo'],
  ...['mustBeBetween', 'mustNotBeBetween'],
];

/** Whether a library rule states an expectation. */
export function hasOperator(rule: Json): boolean {
  return OPERATORS.some((operator) => rule[operator] != null);
}

/** `rule: validValues` of 3.0 with its list and no operator: every value is in the list. */
export function wantsValidValuesOnly(rule: Json): boolean {
  return rule.metric == null && rule.rule === 'validValues' && Array.isArray(rule.validValues) && !hasOperator(rule);
}

/**
 * 3.0 names what is counted in `rule` (`rowCount`, `duplicateCount`, `validValues`), from 3.1 on `metric` does, which is required. Adds
 * it in place; `rule` stays, which 3.1 calls deprecated.
 *
 * @returns the metric, where there was none and the rule means one
 */
export function fillMetric(item: Json): string | undefined {
  if (item.metric != null || (item.type != null && item.type !== 'library') || typeof item.rule !== 'string')
    return undefined;
  const metric = metricMeant(item.rule);
  if (metric === undefined) return undefined;
  if (wantsValidValuesOnly(item)) item.mustBe = 0;
  if (metric === 'invalidValues') takeValidValues(item);
  item.metric = metric;
  return metric;
}

/** The list of a rule is an argument of the metric. */
function takeValidValues(item: Json): void {
  const { validValues } = item;
  const given = item.arguments ?? {};
  if (!Array.isArray(validValues) || !isObject(given)) return;
  delete item.validValues;
  item.arguments = { ...given, validValues };
}
