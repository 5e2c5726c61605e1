import { readExpectation } from './expectation';

describe('an expectation', () => {
  it.each<[string, string, string | undefined, string, Readonly<Record<string, string>>]>([
    ['customer_id not null', 'customer_id_not_null', 'customer_id', 'columnValuesToBeNotNull', {}],
    [' id  UNIQUE ', 'id_unique', 'id', 'columnValuesToBeUnique', {}],
    ['amount >= 0', 'amount_at_least', 'amount', 'columnValuesToBeBetween', { minValue: '0' }],
    ['amount <=-1.5', 'amount_at_most', 'amount', 'columnValuesToBeBetween', { maxValue: '-1.5' }],
    [
      ...(['at between 2026-01-01 and 2026-12-31T00:00:00Z', 'at_between', 'at', 'columnValuesToBeBetween'] as const),
      { minValue: '2026-01-01', maxValue: '2026-12-31T00:00:00Z' },
    ],
    [
      ...(['status in new, paid', 'status_in_set', 'status', 'columnValuesToBeInSet'] as const),
      { allowedValues: '["new","paid"]', matchEnum: 'true' },
    ],
    ['mail matches ^.+@.+$', 'mail_matches', 'mail', 'columnValuesToMatchRegex', { regex: '^.+@.+$' }],
    ['rows >= 1', 'rows_at_least', undefined, 'tableRowCountToBeBetween', { minValue: '1' }],
    ['"rows" >= 1', 'rows_at_least', 'rows', 'columnValuesToBeBetween', { minValue: '1' }],
    ['"odd ""name""" not null', 'odd__name__not_null', 'odd "name"', 'columnValuesToBeNotNull', {}],
  ])('%s is the test case %s', (text, name, column, testDefinition, parameters) => {
    const parameterValues = Object.entries(parameters).map(([key, value]) => ({ name: key, value }));
    expect(readExpectation(text)).toEqual({ name, ...(column && { column }), testDefinition, parameterValues });
  });

  it.each(['', 'amount', 'amount > 0', 'rows not null', 'amount >= zero', 'a b c'])('%j is none', (text) =>
    expect(() => readExpectation(text)).toThrow('is no expectation'),
  );
});
