import type { TestDefinition } from '../../api/operations/checks';
import {
  allowedFor,
  begunWith,
  checkedColumns,
  enteredOf,
  faultsOfCheck,
  parameterChange,
  parameterValuesOf,
  testCaseOf,
  triedCheck,
  type CheckedColumn,
} from './check-draft';

const definition = (name: string, more: Partial<TestDefinition> = {}): TestDefinition => ({
  ...{
    id: name,
    name,
    fullyQualifiedName: name,
    version: 1,
    updatedAt: 0,
    updatedBy: 'system',
    href: '',
    deleted: false,
  },
  ...more,
});
const unique = definition('columnValuesToBeUnique', { supportedDataTypes: ['BIGINT', 'TEXT'] });
const between = definition('columnValuesToBeBetween', {
  supportedDataTypes: ['BIGINT', 'DATE'],
  parameterDefinition: [
    { name: 'minValue', dataType: 'INT', required: false },
    { name: 'maxValue', dataType: 'INT', required: false },
  ],
});
const inSet = definition('columnValuesToBeInSet', {
  supportedDataTypes: ['TEXT'],
  parameterDefinition: [
    { name: 'allowedValues', dataType: 'ARRAY', required: true },
    { name: 'matchEnum', dataType: 'BOOLEAN', required: false },
  ],
});
const regex = definition('columnValuesToMatchRegex', {
  supportedServices: ['Postgres'],
  parameterDefinition: [{ name: 'regex', dataType: 'STRING', required: true }],
});
const ALL = [regex, inSet, between, unique, definition('ofAnotherTool')];
const id: CheckedColumn = { path: 'id', names: ['id'], dataType: 'BIGINT' };
const day: CheckedColumn = { path: 'day', names: ['day'], dataType: 'DATE' };
const status: CheckedColumn = { path: 'status', names: ['status'], dataType: 'TEXT' };

describe('a check by form', () => {
  it('is of a column, in structures too, and not in lists', () => {
    const columns = [
      { name: 'a.b', dataType: 'STRUCT', children: [{ name: 'zip', dataType: 'TEXT' }] },
      { name: 'tags', dataType: 'ARRAY', children: [{ name: 'item', dataType: 'TEXT' }] },
    ];
    expect(checkedColumns(columns).map(({ path }) => path)).toEqual(['"a.b"', '"a.b".zip', 'tags']);
  });

  it('is one that the type of the column and the service allow, and that has words', () => {
    const names = (column: CheckedColumn, service?: string) => allowedFor(ALL, column, service).map(({ name }) => name);
    expect(names(id, 'Postgres')).toEqual([
      'columnValuesToBeUnique',
      'columnValuesToBeBetween',
      'columnValuesToMatchRegex',
    ]);
    expect(names(status, 'Mysql')).toEqual(['columnValuesToBeUnique', 'columnValuesToBeInSet']);
  });

  it.each([
    [between, id, {}, { minValue: 'Enter at least one bound' }],
    [between, id, { minValue: 'x' }, { minValue: 'Enter a number' }],
    [between, id, { minValue: '10', maxValue: '9' }, { maxValue: 'The upper bound is below the lower one' }],
    [between, id, { minValue: '-1.5' }, {}],
    [between, day, { minValue: '2026-01-01', maxValue: '2026-02-01' }, {}],
    [
      between,
      day,
      { minValue: '2026-03-01', maxValue: '2026-02-01' },
      { maxValue: 'The upper bound is below the lower one' },
    ],
    [inSet, status, { allowedValues: [] }, { allowedValues: 'At least one value' }],
    [inSet, status, { allowedValues: ['new'] }, {}],
    [regex, status, { regex: ' ' }, { regex: 'Enter a value' }],
    [unique, id, {}, {}],
  ])('says what is missing of it', (of, column, entered, faults) => {
    expect(faultsOfCheck(of, entered, column)).toEqual(faults);
  });

  it('compares each value with a list, unless it is told not to', () => {
    const entered = { ...begunWith(inSet), allowedValues: ['new', 'paid'] };
    expect(parameterValuesOf(inSet, entered)).toEqual([
      { name: 'allowedValues', value: '["new","paid"]' },
      { name: 'matchEnum', value: 'true' },
    ]);
    expect(parameterValuesOf(inSet, { ...entered, matchEnum: false })).toHaveLength(1);
  });

  it('is tried, and becomes a test case whose name is free', () => {
    const entered = { minValue: '0', maxValue: '' };
    expect(triedCheck(between, id, entered)).toEqual({
      definition: 'columnValuesToBeBetween',
      column: 'id',
      parameters: { minValue: '0' },
    });
    const known = [{ fullyQualifiedName: 'shop."a.b".orders.id.columnValuesToBeBetween' }];
    expect(testCaseOf('shop."a.b".orders', between, id, entered, known)).toEqual({
      name: 'columnValuesToBeBetween_2',
      entityLink: '<#E::table::shop."a.b".orders::columns::id>',
      testDefinition: 'columnValuesToBeBetween',
      parameterValues: [{ name: 'minValue', value: '0' }],
    });
  });

  it('stands in the fields as it was entered, in lists of other tools too', () => {
    const entered = { allowedValues: ['new', 'paid'], matchEnum: true };
    expect(enteredOf(inSet, parameterValuesOf(inSet, entered))).toEqual(entered);
    expect(enteredOf(inSet, [{ name: 'allowedValues', value: 'new, paid' }])).toEqual({ ...entered, matchEnum: false });
    expect(enteredOf(between, [{ name: 'maxValue', value: '9' }])).toEqual({ maxValue: '9' });
  });

  it('keeps the parameters that the form has no field for', () => {
    const threshold = { name: 'threshold', value: '5' };
    const before = [{ name: 'minValue', value: '0' }, threshold];
    expect(parameterChange(between, before, { maxValue: '9' })).toEqual([
      { path: '/parameterValues', before, after: [{ name: 'maxValue', value: '9' }, threshold] },
    ]);
  });
});
