import { isObject } from '@app/common';
import { type Json, textOf } from '../../document/json';
import { labelOf, meantBy } from '../../odcs/mapping/rule-meaning';
import { diffRules } from '../../change/rules/diff-rules';
import { diffQuality } from '../../change/sections/diff-quality';
import { numbered } from '../../promises/column-promises';
import type { PromiseKind } from '../../promises/promise-kind';

/** The quality rules of a contract: each compares a metric, or the answer of a query. */
export const QUALITY_RULE: PromiseKind<'rule'> = {
  kind: 'rule',
  members: ['odcsQualityRules'],
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
  compare: ({ before, after, names }) => diffRules(before.odcsQualityRules, after.odcsQualityRules, names),
  documentPath: ({ index }, paths) => paths.of(`odcsQualityRules[${index}]`),
};

/** A rule in the list `notEvaluated` of results. */
const nameOf = ({ name, metric, type }: Json): string =>
  textOf(name) ?? textOf(metric) ?? textOf(type) ?? 'a rule without a name';

/** Test cases that have to succeed. */
export const EXPECTATION: PromiseKind<'expectation'> = {
  kind: 'expectation',
  members: ['qualityExpectations'],
  ofContract: ({ contract }) =>
    (contract.qualityExpectations ?? []).map((reference, index) => {
      const said =
        typeof reference === 'string' ? reference : (reference.fullyQualifiedName ?? reference.name ?? reference.id);
      return { kind: 'expectation', path: `qualityExpectations.${said ?? index}`, index };
    }),
  compare: ({ before, after }) => diffQuality(before.qualityExpectations ?? [], after.qualityExpectations ?? []),
  documentPath: ({ index }, paths) => paths.of(`qualityExpectations[${index}]`),
};
