import type { Reference } from '@app/catalog';
import {
  compareModes,
  isAsStrict,
  NO_POLICY,
  type ChangeRules,
  type IncidentRules,
  type LearnedRules,
  type PolicySections,
  type ScopeType,
} from './contract-policy';

/** Where a section comes from: the scope of its policy, all contracts, or no policy. */
export type PolicySource = Reference | { readonly type: ScopeType } | { readonly type: 'default' };

/** A policy that one contract lies in the scope of. */
export interface ScopedPolicy {
  /** 0: the contract itself, 1: a data product, 2: a tag, 3: a domain, 4: all contracts. */
  readonly level: number;
  /** Within a level; the nearer one wins: the own tag before that of the asset, a domain before its parents. */
  readonly distance: number;
  readonly source: Exclude<PolicySource, { readonly type: 'default' }>;
  readonly sections: PolicySections;
  /** Whether `change` was written by a user with ManageContractPolicy: else it counts only if it loosens nothing. */
  readonly isManaged: boolean;
}

/** The end and the reason of rules that count although their policy does not govern the contract any more. */
export interface PastRules {
  /** Epoch ms. */
  readonly until: number;
  /** A sentence in English that names nothing which its reader may not see. */
  readonly because: string;
}

export interface EffectivePolicy {
  /** With `until` where it is that of before a move. */
  readonly change: ChangeRules & { readonly source: PolicySource } & Partial<PastRules>;
  readonly incidents: IncidentRules & { readonly source: PolicySource };
  readonly learned: LearnedRules & { readonly source: PolicySource };
}

const DEFAULT: PolicySource = { type: 'default' };

/**
 * Finds the effective policy of one contract: section by section the most specific policy that has it, as a whole. Of several at one level
 * the stricter `change` wins, else the smaller FQN.
 *
 * @param policies those whose scope the contract lies in, in any order
 */
export function effectivePolicy(policies: readonly ScopedPolicy[]): EffectivePolicy {
  const ordered = [...policies].sort(bySpecificity);
  return {
    change: effectiveChange(ordered),
    incidents: sectionOf(ordered, 'incidents'),
    learned: sectionOf(ordered, 'learned'),
  };
}

function sectionOf<Name extends 'incidents' | 'learned'>(
  ordered: readonly ScopedPolicy[],
  name: Name,
): Required<PolicySections>[Name] & { readonly source: PolicySource } {
  const found = ordered.find(({ sections }) => sections[name] !== undefined);
  const rules = (found?.sections ?? NO_POLICY)[name] as Required<PolicySections>[Name];
  return { ...rules, source: found?.source ?? DEFAULT };
}

/** From the least specific scope up, so that the effect without each is known. */
function effectiveChange(ordered: readonly ScopedPolicy[]): EffectivePolicy['change'] {
  const having = ordered.filter(({ sections }) => sections.change);
  let holds: EffectivePolicy['change'] = { ...NO_POLICY.change, source: DEFAULT };
  for (const scope of scopes(having).reverse()) {
    const managed = scope.filter(({ isManaged }) => isManaged);
    holds = strictest(managed) ?? holds;
    const without = holds;
    const others = scope.filter(({ isManaged, sections }) => !isManaged && isAsStrict(sections.change!, without));
    holds = strictest([...managed, ...others]) ?? holds;
  }
  return holds;
}

/** Policies of one scope each, the most specific scope first. */
function scopes(ordered: readonly ScopedPolicy[]): ScopedPolicy[][] {
  const found: ScopedPolicy[][] = [];
  for (const policy of ordered) {
    const last = found.at(-1)?.[0];
    if (last && last.level === policy.level && last.distance === policy.distance) found.at(-1)!.push(policy);
    else found.push([policy]);
  }
  return found;
}

/** @param scope in the order of FQNs */
function strictest(scope: readonly ScopedPolicy[]): EffectivePolicy['change'] | undefined {
  const [best] = [...scope].sort((one, other) => compareModes(other.sections.change!, one.sections.change!));
  return best && { ...best.sections.change!, source: best.source };
}

function bySpecificity(one: ScopedPolicy, other: ScopedPolicy): number {
  const scopes = one.level - other.level || one.distance - other.distance;
  return scopes || (fqnOf(one) < fqnOf(other) ? -1 : 1);
}

function fqnOf({ source }: ScopedPolicy): string {
  return 'fullyQualifiedName' in source ? source.fullyQualifiedName! : '';
}
