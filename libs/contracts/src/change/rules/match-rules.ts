import { groupBy, jsonKey } from '@app/common';
import type { Json } from '../../odcs/document/json';
import { ruleKind } from '../../odcs/mapping/quality-rules';
import { metricOf } from './allowed-numbers';
import { argumentsOf } from './rule-arguments';

/** A rule of one contract with its number in the list. */
export interface PlacedRule {
  readonly rule: Json;
  readonly path: string;
}

interface MatchedRules {
  readonly removed: readonly PlacedRule[];
  readonly added: readonly PlacedRule[];
  readonly matched: readonly (readonly [before: PlacedRule, after: PlacedRule])[];
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
export function matchRules(before: readonly PlacedRule[], after: readonly PlacedRule[]): MatchedRules {
  const partners = new Map<PlacedRule, PlacedRule>();
  const taken = new Set<PlacedRule>();
  for (const keyOf of WAYS) {
    const left = before.filter((rule) => !taken.has(rule) && keyOf(rule.rule) !== undefined);
    const free = groupBy(left, ({ rule }) => keyOf(rule) as string);
    for (const now of after) {
      const key = partners.has(now) ? undefined : keyOf(now.rule);
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
