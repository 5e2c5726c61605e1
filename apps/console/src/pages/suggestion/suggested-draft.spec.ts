import type { SuggestedLine, Suggestion } from '../../api/governance/suggestions';
import { chosenOf, documentOf, lineText, testsOf } from './suggested-draft';

const evidence = [{ kind: 'column' as const, count: 1, text: 'The asset has it' }];
const line = (path: string, value: unknown, more: Partial<SuggestedLine> = {}): SuggestedLine => ({
  ...{ path, value, confidence: 1, evidence, ...more },
});
const unique = {
  name: 'columnValuesToBeUnique',
  entityLink: '<#E::table::shop.orders::columns::id>',
  testDefinition: 'columnValuesToBeUnique',
  parameterValues: [],
};
const lines = [
  line('schema.id', { name: 'id', dataType: 'BIGINT' }),
  line('schema.home', { name: 'home', dataType: 'STRUCT' }),
  line('schema."a.b"', { name: 'a.b', dataType: 'TEXT' }),
  line('schema.id.constraint', 'NOT_NULL'),
  line('schema.home.city.constraint', 'NOT_NULL'),
  line('schema."a.b".enum', ['x', 'y']),
  line('tests.columnValuesToBeUnique.id', {}, { test: unique }),
  line('qualityExpectations.shop.orders.id.fresh', { id: 't1', type: 'testCase', name: 'fresh' }),
  line('semantics.hasOwner', 'hasOwner'),
  line('sla.refreshFrequency', 'P1D'),
];
const document: unknown = {
  name: 'orders_contract',
  entity: { id: 'e1', type: 'table' },
  entityStatus: 'Draft',
  schema: [
    { name: 'id', dataType: 'BIGINT', constraint: 'NOT_NULL' },
    { name: 'home', dataType: 'STRUCT', children: [{ name: 'city', dataType: 'TEXT', constraint: 'NOT_NULL' }] },
    { name: 'a.b', dataType: 'TEXT', extension: { enum: ['x', 'y'] } },
  ],
  semantics: [{ name: 'hasOwner' }],
  qualityExpectations: [{ id: 't1', type: 'testCase' }],
  sla: { refreshFrequency: 'P1D' },
};
const suggestion: Suggestion = {
  entity: { id: 'e1', type: 'table', name: 'orders', fullyQualifiedName: 'shop.orders' },
  document: document as Suggestion['document'],
  tests: [unique],
  lines,
};
const TERMS = { name: 'orders_contract', entityStatus: 'Active' };

/** The document and the names of the tests without some lines. */
function without(...paths: string[]) {
  const chosen = chosenOf(suggestion, new Set(paths));
  return { document: documentOf(suggestion, chosen, TERMS), tests: testsOf(chosen).map(({ name }) => name) };
}

describe('a contract from a suggestion', () => {
  it('is the suggestion where nothing is left out', () => {
    const { document: made, tests } = without();
    expect(made).toEqual({ ...suggestion.document, entityStatus: 'Active' });
    expect(tests).toEqual(['columnValuesToBeUnique']);
  });

  it('has neither a column that is left out nor what is said of it', () => {
    const { document: made, tests } = without('schema.id', 'schema."a.b"');
    expect(made).toMatchObject({ schema: [{ name: 'home' }] });
    expect((made.schema as unknown[]).length).toBe(1);
    expect(tests).toEqual([]);
  });

  it('leaves out a constraint, a nested one, a list, a test, a rule, an expectation and a target alone', () => {
    const { document: made, tests } = without(...lines.slice(3).map(({ path }) => path));
    expect(made).toEqual({
      name: 'orders_contract',
      entity: { id: 'e1', type: 'table' },
      entityStatus: 'Active',
      schema: [
        { name: 'id', dataType: 'BIGINT' },
        { name: 'home', dataType: 'STRUCT', children: [{ name: 'city', dataType: 'TEXT' }] },
        { name: 'a.b', dataType: 'TEXT' },
      ],
    });
    expect(tests).toEqual([]);
  });

  it('says each line in words', () => {
    expect(lines.map(lineText)).toEqual([
      'id',
      'home',
      '"a.b"',
      'id is never missing',
      'home.city is never missing',
      '"a.b" is one of x, y, or missing',
      'id is unique',
      'The test case fresh passes',
      'It has an owner',
      'Refreshed every 1 day',
    ]);
    const bounds = { minValue: '0', maxValue: '9' };
    expect(lineText(line('tests.columnValuesToBeBetween.total', bounds))).toBe('total lies between 0 and 9');
    expect(lineText(line('tests.tableRowCountToBeBetween', bounds))).toBe('It has 0 to 9 rows');
    const set = { allowedValues: '["a","b"]', matchEnum: 'true' };
    expect(lineText(line('tests.columnValuesToBeInSet.status', set))).toBe('status is one of a, b');
  });
});
