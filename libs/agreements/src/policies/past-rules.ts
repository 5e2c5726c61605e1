import { compareModes, DEADLINE_RULES_BY_STRICTNESS, isAsStrict, periodOf, type ChangeRules } from './contract-policy';
import { effectivePolicy, type EffectivePolicy, type ScopedPolicy } from './effective-policy';

/** The kind of a change by which other policies govern a contract; `scope`: the scope of a policy itself changed. */
export type MoveReason = 'domains' | 'dataProducts' | 'tags' | 'parent' | 'scope';

/** A change by which other policies govern a contract, with those of before. */
export interface PolicyMove {
  /** Epoch ms. */
  readonly at: number;
  readonly because: MoveReason;
  readonly policies: readonly ScopedPolicy[];
}

/** The shortest time for which past rules count, a day. */
const LEAST_MS = 86_400_000;

const BECAUSE: Readonly<Record<MoveReason, string>> = {
  domains: 'A domain of the asset, or of what it lies in, was added or removed',
  dataProducts: 'The asset was added to a data product, or removed from one',
  tags: 'A tag of the contract or of its asset was added or removed',
  parent: 'The asset, or what it lies in, was moved',
  scope: 'A domain, data product or tag was deleted, or a domain was moved',
};

/** The end of the rules of before, in epoch ms. */
export function endOfMove({ at, policies }: PolicyMove): number {
  return at + Math.max(periodOf(effectivePolicy(policies).change.consentPeriod), LEAST_MS);
}

/** Whether the policies of now give consumers less than those of before the move did. */
export function hasLoosened({ policies }: PolicyMove, now: ChangeRules): boolean {
  return !isAsStrict(now, effectivePolicy(policies).change);
}

/**
 * The policy of a contract with the section `change` of before its moves, where that is stricter: until its `consentPeriod` has passed, one day at
 * least. Of several moves the strictest counts.
 *
 * @param moves of the contract, the oldest first @param now epoch ms
 */
export function withPastRules(policy: EffectivePolicy, moves: readonly PolicyMove[], now: number): EffectivePolicy {
  let { change } = policy;
  for (const move of moves) {
    const until = endOfMove(move);
    const before = effectivePolicy(move.policies).change;
    if (until <= now || isAsStrict(change, before)) continue;
    change = { ...stricterOf(before, change), source: before.source, until, because: BECAUSE[move.because] };
  }
  return { ...policy, change };
}

/** The first one; of two with one mode the stricter of each member. */
function stricterOf(one: ChangeRules, other: ChangeRules): ChangeRules {
  if (compareModes(one, other) !== 0) return one;
  const longer = (name: 'consentPeriod' | 'mostExtension' | 'sunsetNotice'): string =>
    periodOf(one[name]) >= periodOf(other[name]) ? one[name] : other[name];
  const rank = ({ atDeadline }: ChangeRules): number => DEADLINE_RULES_BY_STRICTNESS.indexOf(atDeadline);
  return {
    mode: one.mode,
    consentPeriod: longer('consentPeriod'),
    mostExtension: longer('mostExtension'),
    atDeadline: (rank(one) >= rank(other) ? one : other).atDeadline,
    sunsetNotice: longer('sunsetNotice'),
  };
}
