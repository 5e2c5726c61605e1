import { DEFAULT_CHANGE, type ChangeRules } from '../policies/contract-policy';
import {
  deadlineOf,
  firstDeadline,
  isAgreed,
  latestDeadline,
  needsConsent,
  outcomeAtDeadline,
  type Party,
} from './proposal';

const DAY = 86_400_000;
const terms = (more: Partial<ChangeRules> = {}): ChangeRules => ({ mode: 'consented', ...DEFAULT_CHANGE, ...more });
const party = (decision: Party['decision'], until?: number): Party => ({
  ...{ consumer: decision, party: { id: decision, type: 'user', name: decision, fullyQualifiedName: decision } },
  ...{ decision, ...(until !== undefined && { until }) },
});
const [APPROVED, OBJECTED, PENDING] = [party('approve'), party('object'), party('pending')];

describe('a proposal', () => {
  it.each<[boolean, ChangeRules['mode'], boolean]>([
    [true, 'consented', true],
    [false, 'consented', false],
    [true, 'reviewed', false],
    [true, 'open', false],
  ])('that is breaking: %s, under %s, needs consent: %s', (breaking, mode, needs) => {
    expect(needsConsent({ breaking, terms: terms({ mode }) })).toBe(needs);
  });

  it('is agreed where every party has approved', () => {
    expect(isAgreed([APPROVED, APPROVED])).toBe(true);
    expect(isAgreed([APPROVED, PENDING])).toBe(false);
    expect(isAgreed([APPROVED, OBJECTED])).toBe(false);
  });

  it.each<[ChangeRules['atDeadline'], Party[], string]>([
    ['apply', [OBJECTED], 'Applied'],
    ['apply', [], 'Applied'],
    ['applyUnlessObjected', [PENDING, party('needTime', 1)], 'Applied'],
    ['applyUnlessObjected', [APPROVED, OBJECTED], 'Rejected'],
    ['reject', [APPROVED], 'Applied'],
    ['reject', [APPROVED, PENDING], 'Rejected'],
  ])('ends by %s', (atDeadline, parties, state) => {
    expect(outcomeAtDeadline(terms({ atDeadline }), parties)).toBe(state);
  });

  it('waits for whoever needs time, never less than the first deadline, and no longer than is allowed', () => {
    const rules = terms({ consentPeriod: 'P10D', mostExtension: 'P5D' });
    expect(firstDeadline({ terms: rules }, 0)).toBe(10 * DAY);
    expect(firstDeadline({ terms: rules, askedDeadline: 12 * DAY }, 0)).toBe(12 * DAY);
    expect(firstDeadline({ terms: rules, askedDeadline: 2 * DAY }, 0)).toBe(10 * DAY);
    expect(latestDeadline(rules, DAY)).toBe(16 * DAY);
    expect(deadlineOf({ terms: rules }, 0, [party('needTime', 3 * DAY)])).toBe(10 * DAY);
    expect(deadlineOf({ terms: rules }, 0, [party('needTime', 11 * DAY), party('needTime', 13 * DAY)])).toBe(13 * DAY);
    expect(deadlineOf({ terms: rules }, 0, [OBJECTED, PENDING])).toBe(10 * DAY);
  });
});
