import { QUALITY_METRICS } from '../../document/contract-schema';
import type { Unjudged } from '../../promises/promise';
import { type Json, textOf } from '../../document/json';
import { hasOperator, wantsValidValuesOnly } from '../strict/library-rule';
import { metricMeant } from '../strict/words';
import { ruleKind } from './quality-rules';

/** The metric that a rule compares, or `sql`; or why it is not computed. */
export function meantBy(rule: Json): { readonly metric: string } | Unjudged {
  const kind = ruleKind(rule);
  switch (kind) {
    case 'text':
      return { reason: 'text', message: 'The rule is text' };
    case 'custom':
      return { reason: 'custom', message: `The rule is for ${textOf(rule.engine) ?? 'another engine'}` };
    case 'sql':
      if (typeof rule.query !== 'string') return { reason: 'noCheck', message: 'The rule has no query' };
      return hasOperator(rule) ? { metric: 'sql' } : NO_OPERATOR;
    case 'library': {
      const word = textOf(rule.metric) ?? textOf(rule.rule);
      const metric = word === undefined ? undefined : (metricMeant(word) ?? word);
      if (metric === undefined || !METRICS.has(metric))
        return {
          reason: 'unknownMetric',
          message: word === undefined ? 'The rule names no metric' : `The metric ${word} is not known`,
        };
      const isSaid = hasOperator(rule) || wantsValidValuesOnly(rule) || metric === 'invalidValues';
      return isSaid ? { metric } : NO_OPERATOR;
    }
  }
}

/** The name of a rule, else its metric and column. */
export function labelOf(rule: Json): string {
  const metric = textOf(rule.metric) ?? textOf(rule.rule) ?? textOf(rule.type) ?? 'rule';
  return textOf(rule.name) ?? [metric, ...((textOf(rule.column) ?? '') ? [textOf(rule.column)] : [])].join(' ');
}

const METRICS: ReadonlySet<string> = new Set(QUALITY_METRICS);
const NO_OPERATOR: Unjudged = { reason: 'noOperator', message: 'The rule has no operator such as mustBe' };
