import type { Change } from '@app/contracts';
import { bindsAt, instantOf, type DatedContract } from '../change/binding';
import { periodOf, type ChangeRules } from '../policies/contract-policy';

/** The deletion of a contract, as a comparison would tell it. */
export const DELETION: Change = {
  path: 'deleted',
  from: false,
  to: true,
  compatibility: 'breaking',
  reason: 'the contract is deleted: it promises nothing any more',
};

/**
 * Guarded changes, where those that take something from consumers are breaking beyond what a comparison says: out of force, an end or a
 * deprecation without enough notice, a later begin, a rule or an expectation that goes.
 *
 * @param now epoch ms
 */
export function furtherBreaking(
  guarded: readonly Change[],
  before: DatedContract,
  after: DatedContract,
  { sunsetNotice }: Pick<ChangeRules, 'sunsetNotice'>,
  now: number,
): Change[] {
  const isSoon = (instantOf(after.effectiveUntil) ?? Infinity) - now < periodOf(sunsetNotice);
  return guarded.map((change) =>
    isBreaking(change, before, after, isSoon, now) ? { ...change, compatibility: 'breaking' } : change,
  );
}

function isBreaking(
  { path, to, compatibility, reason }: Change,
  before: DatedContract,
  after: DatedContract,
  isSoon: boolean,
  now: number,
): boolean {
  if (compatibility === 'breaking') return true;
  if (path === 'entityStatus')
    return after.entityStatus === 'Deprecated' ? isSoon : !bindsAt({ entityStatus: after.entityStatus ?? '' }, now);
  if (path === 'effectiveUntil') return isSoon && isEarlier(before, after);
  if (path === 'effectiveFrom')
    return (instantOf(after.effectiveFrom) ?? 0) > Math.max(now, instantOf(before.effectiveFrom) ?? 0);
  if (path.startsWith('qualityExpectations.')) return to === undefined;
  return (
    path.startsWith('semantics.') &&
    (reason.startsWith('the rule is removed') || reason === 'the rule is no longer judged')
  );
}

const isEarlier = (before: DatedContract, after: DatedContract): boolean =>
  (instantOf(after.effectiveUntil) ?? Infinity) < (instantOf(before.effectiveUntil) ?? Infinity);
