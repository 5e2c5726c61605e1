import { groupBy, jsonKey } from '@app/common';
import type { Json } from '../../document/json';
import { ruleKind } from '../../odcs/mapping/quality-rules';
import { metricOf } from './allowed-numbers';
import { argumentsOf } from './rule-arguments';

export interface IndexedRule {
  readonly rule: Json;
  /** The same with names of columns by their keys. */
  readonly meant: Json;
  readonly path: string;
}

interface MatchedRules {
  readonly removed: readonly IndexedRule[];
  readonly added: readonly IndexedRule[];
  readonly matched: readonly (readonly [before: IndexedRule, after: IndexedRule])[];
}

type KeyOf = (rule: Json) => string | undefined;

const nameOf: KeyOf = ({ name }) => (typeof name === 'string' ? name : undefined);
/** Where it is measured, and what is measured there. */
const subjectOf = (rule: Json): unknown[] => [ruleKind(rule), metricOf(rule) ?? null, rule.column ?? null];
const contentOf = (rule: Json): string =>
  jsonKey([...subjectOf(rule), argumentsOf(rule), rule.query, rule.implementation, textOf(rule)]);
const textOf = (rule: Json): unknown => (ruleKind(rule) === 'text' ? rule.description : undefined);

/** How a rule is found again, the surest way first. */
const WAYS: readonly KeyOf[] = [
  (rule) => (nameOf(rule) === undefined ? undefined : jsonKey([nameOf(rule), contentOf(rule)])),
  nameOf,
  contentOf,
  (rule) => jsonKey(subjectOf(rule)),
];

/** Matches rules by name, then by what they measure; of equal ones the first that has no partner. */
export function matchRules(before: readonly IndexedRule[], after: readonly IndexedRule[]): MatchedRules {
  const partners = new Map<IndexedRule, IndexedRule>();
  const taken = new Set<IndexedRule>();
  for (const keyOf of WAYS) {
    const left = before.filter((rule) => !taken.has(rule) && keyOf(rule.meant) !== undefined);
    const free = groupBy(left, ({ meant }) => keyOf(meant) as string);
    for (const now of after) {
      const key = partners.has(now) ? undefined : keyOf(now.meant);
      const old = key === undefined ? undefined : free.get(key)?.shift();
      if (!old) continue;
      partners.set(now, old);
      taken.add(old);
    }
  }
  return {
    removed: before.filter((rule) => !taken.has(rule)),
    added: after.filter((rule) => !partners.has(rule)),
    matched: [...partners].map(([now, old]) => [old, now] as const),
  };
}
