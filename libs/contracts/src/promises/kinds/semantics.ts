import type { SemanticsRule } from '../../document/contract-document';
import type { PromiseKind, Unjudged } from '../promise';

/** Rules that their name defines where they have no `rule` of their own. */
export const NAMED_RULES = ['hasOwner', 'hasDescription', 'hasTags', 'hasTier', 'hasDomain'] as const;
export type NamedRule = (typeof NAMED_RULES)[number];

/** Whether a rule is enabled and meant for assets of this type. */
export function ruleApplies(
  { enabled, entityType, ignoredEntities }: Pick<SemanticsRule, 'enabled' | 'entityType' | 'ignoredEntities'>,
  assetType: string,
): boolean {
  return (enabled ?? true) && (!entityType || entityType === assetType) && !ignoredEntities?.includes(assetType);
}

/** Whether a rule is text for people. */
export const isTextRule = ({ name, rule }: Pick<SemanticsRule, 'name' | 'rule'>): boolean =>
  (rule === undefined || rule === null) && !(NAMED_RULES as readonly string[]).includes(name);

const TEXT: Unjudged = { reason: 'text', message: 'The rule is text' };

/** Rules about the asset as the catalog knows it. */
export const SEMANTICS: PromiseKind = {
  kind: 'semantics',
  members: ['semantics'],
  dimension: 'semantics',
  isDrafted: true,
  ofContract: ({ contract, assetType }) =>
    (contract.semantics ?? []).flatMap((rule, index) => {
      if (!ruleApplies(rule, assetType)) return [];
      const { name } = rule;
      return [
        { kind: 'semantics', path: `semantics.${name}`, name, index, ...(isTextRule(rule) && { unjudged: TEXT }) },
      ];
    }),
};
