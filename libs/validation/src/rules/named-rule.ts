import type { NamedRule } from '@app/contracts';
import { ownText, ownValue } from './engine/own-value';
import type { RuleOutcome } from './engine/rule-evaluator';

/** Rules that are defined by their name when they have no `rule` of their own. */
const NAMED_RULES: Readonly<Record<NamedRule, (asset: unknown) => RuleOutcome>> = {
  hasOwner: (asset) => judged(present(asset, 'owners', 'owner').length > 0, 'owners is empty'),
  hasDescription: (asset) => judged(Boolean(ownText(asset, 'description')?.trim()), 'description is empty'),
  hasTags: (asset) => judged(present(asset, 'tags').length > 0, 'tags is empty'),
  hasTier: (asset) => judged(present(asset, 'tags').some(isTier), 'no tag of the classification Tier is set'),
  hasDomain: (asset) => judged(present(asset, 'domains', 'domain').length > 0, 'domains is empty'),
};

/** Evaluates a rule by its name; undefined for unknown names (the rule is plain text). */
export function judgeByName(name: string, asset: unknown): RuleOutcome | undefined {
  return Object.hasOwn(NAMED_RULES, name) ? NAMED_RULES[name as NamedRule](asset) : undefined;
}

/** References under the plural or, from old clients, the singular name; deleted ones are excluded. */
function present(asset: unknown, ...keys: string[]): unknown[] {
  const found = keys.flatMap((key) => ownValue(asset, key) ?? []);
  return found.filter((one) => one !== '' && ownValue(one, 'deleted') !== true);
}

function isTier(tag: unknown): boolean {
  return ownText(tag, 'tagFQN')?.startsWith('Tier.') ?? false;
}

function judged(passed: boolean, reason: string): RuleOutcome {
  return passed ? { passed } : { passed, reason };
}
