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
    [
      ...(["status in 'new', \"a, b\" , it's", 'status_in_set', 'status', 'columnValuesToBeInSet'] as const),
      { allowedValues: `["new","a, b","it's"]`, matchEnum: 'true' },
    ],
    ...["'1.2'", '"1.2"'].map((said): [string, string, string, string, Record<string, string>] => [
      ...([`version in ${said}`, 'version_in_set', 'version', 'columnValuesToBeInSet'] as const),
      { allowedValues: '["1.2"]', matchEnum: 'true' },
    ]),
    ['v in 1.2, 1.3', 'v_in_set', 'v', 'columnValuesToBeInSet', { allowedValues: '["1.2","1.3"]', matchEnum: 'true' }],
    ...['order_no, line_no unique', '(order_no,line_no) UNIQUE', '"order_no" , line_no unique'].map(
      (said): [string, string, undefined, string, Record<string, string>] => [
        ...([said, 'order_no_line_no_unique', undefined, 'tableColumnsToBeUnique'] as const),
        { columnNames: 'order_no, line_no' },
      ],
    ),
    ['"a,b", c unique', 'a_b_c_unique', undefined, 'tableColumnsToBeUnique', { columnNames: '["a,b","c"]' }],
    ['mail matches ^.+@.+$', 'mail_matches', 'mail', 'columnValuesToMatchRegex', { regex: '^.+@.+$' }],
    ['rows >= 1', 'rows_at_least', undefined, 'tableRowCountToBeBetween', { minValue: '1' }],
    ['"rows" >= 1', 'rows_at_least', 'rows', 'columnValuesToBeBetween', { minValue: '1' }],
    ['"odd ""name""" not null', 'odd__name__not_null', 'odd "name"', 'columnValuesToBeNotNull', {}],
  ])('%s is the test case %s', (text, name, column, testDefinition, parameters) => {
    const parameterValues = Object.entries(parameters).map(([key, value]) => ({ name: key, value }));
    expect(readExpectation(text)).toEqual({ name, ...(column && { column }), testDefinition, parameterValues });
  });

  it.each<[string, string, string]>([
    ['customer_id in customers.id', 'customers', 'id'],
    ['customer_id in sales.customers.id', 'sales.customers', 'id'],
    ['customer_id in "Odd.Table"."The ""Id"""', '"Odd.Table"', 'The "Id"'],
  ])('%s may be a reference', (text, table, column) => {
    const { reference, testDefinition } = readExpectation(text);
    expect([testDefinition, reference]).toEqual([
      'columnValuesToBeInSet',
      {
        ...{ name: 'customer_id_exists', column: 'customer_id', testDefinition: 'columnValuesToExistIn', table },
        parameterValues: [
          { name: 'table', value: table },
          { name: 'column', value: column },
        ],
      },
    ]);
  });

  it.each(['', 'amount', 'amount > 0', 'rows not null', 'amount >= zero', 'a b c', '(a, b) not null'])(
    '%j is none',
    (text) =>
      expect(() => readExpectation(text)).toThrow(/is no expectation.*a name with blanks stands in double quotes/),
  );
});
