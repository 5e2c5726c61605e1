import { budgetText, percentText } from './percent';

describe('figures of objectives', () => {
  it.each([
    [79.3103, '79.3 %'],
    [99.96, '99.9 %'],
    [100, '100 %'],
    [undefined, 'nothing yet'],
  ])('%s is %s', (value, text) => expect(percentText(value)).toBe(text));

  it.each([
    [{ left: 1.25, allowed: 1.5 }, '83 % (1.2 of 1.5)'],
    [{ left: 0, allowed: 1.5 }, '0 % (0 of 1.5)'],
    [{ left: -4.5, allowed: 1.5 }, 'used up, 6 of 1.5'],
    [{ left: 0, allowed: 0 }, '0 % (0 of 0)'],
  ])('a budget of %j is %s', (budget, text) => expect(budgetText(budget)).toBe(text));
});
