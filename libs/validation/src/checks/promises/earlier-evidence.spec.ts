import { judgedPromises, keyOfPromise, promisesOfColumns, type ReferencePromise } from '@app/contracts';
import { earlierFindings, type ValueRecord } from './earlier-evidence';

const promises = judgedPromises(
  promisesOfColumns([
    {
      ...{ name: 'v', dataType: 'INT', constraint: 'UNIQUE', constraints: ['UNIQUE', 'NOT_NULL'] },
      extension: { enum: ['a', 'b'], logicalTypeOptions: { minimum: 0, pattern: '^x' } },
    },
  ]),
);

const profile = (timestamp: number, body: object): ValueRecord => ({ kind: 'profile', path: 'v', timestamp, body });
const test = (
  timestamp: number,
  definition: string,
  status: 'Success' | 'Failed',
  said: Record<string, string> = {},
): ValueRecord => ({
  ...{ kind: 'test', path: 'v', name: 't', definition, timestamp, body: { status } },
  parameters: Object.entries(said).map(([name, value]) => ({ name, value })),
});

/** `<promise> <status>` of each that evidence speaks of. */
const found = (...records: ValueRecord[]): string[] =>
  [...earlierFindings(promises, records)].map(([path, { status }]) => `${path.replace('schema.v.', '')} ${status}`);

describe('earlier evidence about values', () => {
  it.each<[string, ValueRecord[], string[]]>([
    ['a profile without NULL', [profile(1, { nullCount: 0 })], ['NOT_NULL Success']],
    ['a profile with some', [profile(1, { nullProportion: 0.1 })], ['NOT_NULL Failed']],
    ['a profile of other values alone', [profile(1, { uniqueCount: 9, valuesCount: 9 })], ['UNIQUE Success']],
    ['a profile with repeated ones', [profile(1, { uniqueProportion: 0.9 })], ['UNIQUE Failed']],
    ['a sampled profile, which never holds', [profile(1, { nullCount: 0, sampled: 10 })], []],
    ['a sampled profile, which may break', [profile(1, { nullCount: 1, sampled: 10 })], ['NOT_NULL Failed']],
    [
      'tests that ask the same',
      [test(1, 'columnValuesToBeNotNull', 'Success'), test(1, 'dbt_unique_column', 'Failed')],
      ['NOT_NULL Success', 'UNIQUE Failed'],
    ],
    ['a rule that must be 0', [test(1, 'odcs_nullValues_column', 'Success', { mustBe: '0' })], ['NOT_NULL Success']],
    ['a rule that may be more', [test(1, 'odcs_nullValues_column', 'Success', { mustBeLessThan: '5' })], []],
    [
      'a set of the same values',
      [test(1, 'columnValuesToBeInSet', 'Success', { allowedValues: "['b', 'a']", matchEnum: 'true' })],
      ['enum Success'],
    ],
    [
      'a set that one row is enough for',
      [test(1, 'columnValuesToBeInSet', 'Success', { allowedValues: "['b', 'a']" })],
      [],
    ],
    ['bounds', [test(1, 'columnValuesToBeBetween', 'Failed', { minValue: '0' })], ['minimum Failed']],
    ['other bounds', [test(1, 'columnValuesToBeBetween', 'Success', { minValue: '0', maxValue: '1' })], []],
    ['a pattern', [test(1, 'columnValuesToMatchRegex', 'Success', { regex: '^x' })], ['pattern Success']],
    ['the newest', [profile(2, { nullCount: 0 }), test(1, 'columnValuesToBeNotNull', 'Failed')], ['NOT_NULL Success']],
  ])('%s', (_, records, expected) => expect(found(...records)).toEqual(expect.arrayContaining(expected)));

  it('of nothing else speaks', () => {
    expect(
      found(
        profile(1, { nullCount: 0, sampled: 10 }),
        test(1, 'odcs_nullValues_column', 'Success', { mustBeLessThan: '5' }),
      ),
    ).toEqual([]);
    expect(found(test(1, 'columnValuesToBeInSet', 'Success', { allowedValues: "['a']", matchEnum: 'true' }))).toEqual(
      [],
    );
  });

  it('a test of the same reference speaks for it', () => {
    const [first] = promises;
    const column = first?.kind === 'notNull' ? first.column : undefined;
    const reference: ReferencePromise = {
      ...{ kind: 'reference', path: 'odcs:r', columns: [column!], table: 'customers', referred: ['id'] },
    };
    const found = (column: string, table = 'customers') =>
      earlierFindings([reference], [test(1, 'columnValuesToExistIn', 'Failed', { table, column })]).get('odcs:r')
        ?.status;
    expect([found('id'), found('code'), found('id', 'people')]).toEqual(['Failed', undefined, undefined]);
  });

  it('an earlier reading speaks of this same promise alone', () => {
    const list = promises.find(({ kind }) => kind === 'enum')!;
    const entry = {
      path: list.path,
      key: keyOfPromise(list),
      by: 'data',
      status: 'Failed',
      rows: 20,
      failedRows: 1,
    } as const;
    const reading = (key: string): ValueRecord => ({ kind: 'reading', timestamp: 1, body: [{ ...entry, key }] });
    expect(
      earlierFindings(promises, [reading(entry.key)])
        .get(list.path)
        ?.problems?.get('v'),
    ).toBe('1 of 20 rows has a value that is not in the list');
    expect(found(reading('another text'))).toEqual([]);
  });
});
