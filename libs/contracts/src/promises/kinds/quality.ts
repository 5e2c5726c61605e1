import { isObject } from '@app/common';
import { type Json, textOf } from '../../odcs/document/json';
import { meantBy } from '../../odcs/mapping/rule-meaning';
import { numbered } from '../column-promises';
import type { PromiseKind } from '../promise';

/** The quality rules of a contract: each compares a metric, or the answer of a query. */
export const QUALITY_RULE: PromiseKind = {
  kind: 'rule',
  members: ['odcsQualityRules'],
  dimension: 'quality',
  isDrafted: false,
  ofContract: ({ contract }) => {
    const rules = Array.isArray(contract.odcsQualityRules) ? (contract.odcsQualityRules as unknown[]) : [];
    const next = numbered();
    return rules.flatMap((rule, index) => {
      if (!isObject(rule)) return [];
      const meant = meantBy(rule);
      const path = next(`odcsQualityRules.${labelOf(rule)}`);
      return [{ kind: 'rule', path, name: nameOf(rule), index, ...('reason' in meant && { unjudged: meant }) }];
    });
  },
};

/** The name of a rule, else its metric and column. */
export function labelOf(rule: Json): string {
  const metric = textOf(rule.metric) ?? textOf(rule.rule) ?? textOf(rule.type) ?? 'rule';
  return textOf(rule.name) ?? [metric, ...((textOf(rule.column) ?? '') ? [textOf(rule.column)] : [])].join(' ');
}

/** A rule in the list `notEvaluated` of results. */
const nameOf = ({ name, metric, type }: Json): string =>
  textOf(name) ?? textOf(metric) ?? textOf(type) ?? 'a rule without a name';

/** Test cases that have to succeed. */
export const EXPECTATION: PromiseKind = {
  kind: 'expectation',
  members: ['qualityExpectations'],
  dimension: 'quality',
  isDrafted: true,
  ofContract: ({ contract }) =>
    (contract.qualityExpectations ?? []).map((reference, index) => {
      const said =
        typeof reference === 'string' ? reference : (reference.fullyQualifiedName ?? reference.name ?? reference.id);
      return { kind: 'expectation', path: `qualityExpectations.${said ?? index}`, index };
    }),
};
