import type { WhatIf } from '../../api/governance/what-if';
import { dayOutcomeText, daysText, outcomeText, promisesText, unknownText } from './what-if-words';

type Policy = WhatIf['policy'];

const policy = (outcome: Policy['outcome'], message?: string): Policy => ({
  mode: 'open',
  consentPeriod: 'P14D',
  mostExtension: 'P30D',
  atDeadline: 'apply',
  sunsetNotice: 'P30D',
  source: { type: 'default' },
  outcome,
  ...(message !== undefined && { message }),
});

const days = (...outcomes: WhatIf['days'][number]['outcome'][]): WhatIf['days'] =>
  outcomes.map((outcome, at) => ({ day: `2026-03-0${at + 1}`, outcome }));

describe('what a save would come to', () => {
  it.each([
    ['unchanged', 'Nothing changes.'],
    ['saved', 'It is saved at once.'],
    ['review', 'It is saved, and waits for its review before it comes into force.'],
    ['proposal', 'It becomes a proposal: the contract stays as it is until the others have agreed.'],
  ] as const)('says of the outcome %s: %s', (outcome, text) => {
    expect(outcomeText(policy(outcome), 'change')).toBe(text);
  });

  it('speaks of a new contract otherwise, and of a refusal with its reason', () => {
    expect(outcomeText(policy('saved'), 'creation')).toBe('The contract is created at once.');
    expect(outcomeText(policy('refused', 'Proposal 7 is open'), 'change')).toBe('It is refused: Proposal 7 is open');
  });

  it('counts the promises', () => {
    const broken = [{ promise: 'schema.email.NOT_NULL', by: 'evidence' as const }];
    const unknown = [
      { promise: 'schema.salary.maximum', reason: 'hidden' as const },
      { promise: 'termsOfUse', reason: 'forPeople' as const },
    ];
    expect(promisesText({ stated: 5, held: 2, broken, unknown })).toBe(
      '2 of 5 promises pass now, 1 fails, 2 cannot be judged.',
    );
    const waiting = { promise: 'qualityExpectations.unique', by: 'evidence' as const, notComputed: true };
    expect(promisesText({ stated: 5, held: 2, broken: [...broken, waiting], unknown: [] })).toBe(
      '2 of 5 promises pass now, 1 fails, 1 is not computed yet.',
    );
    expect(promisesText({ stated: 3, held: 2, broken: [waiting], unknown: [] })).toBe(
      '2 of 3 promises pass now, 0 fail, 1 is not computed yet.',
    );
    expect(promisesText({ stated: 1, held: 1, broken: [], unknown: [] })).toBe('1 of 1 promise passes now.');
    expect(promisesText({ stated: 0, held: 0, broken: [], unknown: [] })).toBe(
      'It states nothing that could be judged.',
    );
    expect(unknownText({ stated: 5, held: 2, broken, unknown })).toBe(
      'Not judged: maximum of column salary (about values that are hidden from you). 1 promise is for people to judge.',
    );
  });

  it.each([
    [days('same', 'same'), 'None of the last 2 days would have failed.'],
    [
      days('wouldFail', 'same', 'unknown'),
      '2 of the last 3 days can be judged: 1 of them would have failed. The other is unknown.',
    ],
    [
      days('same', 'unknown', 'unknown'),
      '1 of the last 3 days can be judged: it would not have failed. The other 2 are unknown.',
    ],
    [days('unknown', 'unknown'), 'Whether one of the last 2 days would have failed is not known.'],
  ])('counts the days', (of, text) => expect(daysText(of)).toBe(text));

  it('says each day in words', () => {
    expect(dayOutcomeText({ day: '2026-03-01', outcome: 'wouldFail', promises: ['schema.id.UNIQUE'] })).toBe(
      'Would have failed: UNIQUE of column id',
    );
    expect(dayOutcomeText({ day: '2026-03-01', outcome: 'wouldHold' })).toBe('Would have passed');
    expect(dayOutcomeText({ day: '2026-03-01', outcome: 'unknown', reason: 'noResult' })).toBe(
      'Unknown: no result that day',
    );
  });
});
