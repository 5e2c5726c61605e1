import { DEFAULT_CHANGE, NO_POLICY, type ChangeRules } from './contract-policy';
import { effectivePolicy, type EffectivePolicy, type ScopedPolicy } from './effective-policy';
import { endOfMove, hasLoosened, withPastRules, type PolicyMove } from './past-rules';

const DAY = 86_400_000;
const AT = 1_764_300_000_000;
const rules = (mode: ChangeRules['mode'], more: Partial<ChangeRules> = {}): ChangeRules => ({
  ...{ mode, ...DEFAULT_CHANGE },
  ...more,
});
const policy = (level: number, change: ChangeRules): ScopedPolicy => ({
  ...{ level, distance: 0, isManaged: true, sections: { change } },
  source: { type: 'domain' },
});
const move = (change: ChangeRules, at = AT): PolicyMove => ({
  ...{ at, because: 'domains' },
  policies: [policy(3, change)],
});
const now = (change?: ChangeRules): EffectivePolicy => effectivePolicy(change ? [policy(3, change)] : []);
const strict = rules('consented', { consentPeriod: 'P2D' });

describe('rules of before a move', () => {
  it('count until their consentPeriod has passed, one day at least', () => {
    expect(endOfMove(move(strict))).toBe(AT + 2 * DAY);
    expect(endOfMove(move(rules('consented', { consentPeriod: 'PT1S' })))).toBe(AT + DAY);
    const { change } = withPastRules(now(), [move(strict)], AT + 2 * DAY - 1);
    expect(change).toMatchObject({ mode: 'consented', consentPeriod: 'P2D', until: AT + 2 * DAY });
    expect(change.because).toContain('domain');
    expect(withPastRules(now(), [move(strict)], AT + 2 * DAY)).toEqual(now());
  });

  it('count only where they are stricter than what governs now', () => {
    for (const other of [strict, rules('consented')]) {
      expect(withPastRules(now(other), [move(strict)], AT)).toEqual(now(other));
      expect(hasLoosened(move(strict), other)).toBe(false);
    }
    for (const other of [NO_POLICY.change, rules('reviewed'), { ...strict, consentPeriod: 'P1D' }]) {
      expect(withPastRules(now(other), [move(strict)], AT).change).toMatchObject(strict);
      expect(hasLoosened(move(strict), other)).toBe(true);
    }
  });

  it('of two moves are the stricter ones, whichever was first', () => {
    const moves = [move(rules('reviewed')), move(strict, AT + 1)];
    for (const order of [moves, moves.toReversed()])
      expect(withPastRules(now(), order, AT + 2).change).toMatchObject({ mode: 'consented', until: AT + 1 + 2 * DAY });
  });

  it('of one mode are stricter member by member', () => {
    const longer = rules('consented', { consentPeriod: 'P40D', atDeadline: 'apply' });
    const firmer = rules('consented', { consentPeriod: 'P2D', atDeadline: 'reject' });
    expect(withPastRules(now(longer), [move(firmer)], AT).change).toMatchObject({
      ...{ consentPeriod: 'P40D', atDeadline: 'reject', until: AT + 2 * DAY },
    });
  });

  it('are those that governed as a whole, not the strictest policy of before', () => {
    const before = { ...move(strict), policies: [policy(3, strict), policy(0, rules('reviewed'))] };
    expect(withPastRules(now(), [before], AT).change.mode).toBe('reviewed');
    expect(withPastRules(now(rules('reviewed')), [before], AT)).toEqual(now(rules('reviewed')));
  });
});
