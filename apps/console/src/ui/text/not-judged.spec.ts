import { notJudgedText } from './not-judged';

describe('what is not judged, in words', () => {
  it.each([
    [[], ''],
    [[{ subject: 'termsOfUse', reason: 'forPeople' }], '1 promise is for people to judge.'],
    [
      [
        { subject: 'semantics.polite', reason: 'text' },
        { subject: 'termsOfUse', reason: 'forPeople' },
        { subject: 'sla.retention', reason: 'other' },
        { subject: 'security.dataClassification', reason: 'forPeople' },
      ],
      'Not judged: semantics.polite (a text), sla.retention (other). 2 promises are for people to judge.',
    ],
  ])('%j', (promises, expected) => {
    expect(notJudgedText(promises)).toBe(expected);
  });
});
