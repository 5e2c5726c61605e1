import { DEFAULT_SCHEMA_POLICY } from '@app/contracts';
import type { AssetColumns } from '@app/contracts';
import { checkSchema } from '../schema-check';
import type { Row } from './schema-case';
import { asset, column, struct, toCase } from './schema-case';

const PRESENCE: Row[] = [
  ['no expectation', [], asset([column('a INT')]), 0, []],
  ['one column that is there', [column('a INT')], asset([column('a INT')]), 1, []],
  ['one column that is missing', [column('a INT')], asset([column('b INT')]), 1, ['a']],
  ['an asset without columns', [column('a'), column('b')], asset([]), 2, ['a', 'b']],
  ['names are case-sensitive', [column('ID INT')], asset([column('id INT')]), 1, ['ID']],
  ['an extra column is allowed by default', [column('a INT')], asset([column('a INT'), column('b INT')]), 1, []],
  ['a column twice in the asset', [column('a INT')], asset([column('a INT'), column('a INT')]), 1, ['a']],
  ['a column twice in the contract fails the second time', [column('a'), column('a')], asset([column('a')]), 2, ['a']],
  ['a name with a dot is quoted', [column('a.b INT')], asset([]), 1, ['"a.b"']],
  ['a name with a dot is no path', [column('a.b INT')], asset([struct('a', column('b INT'))]), 1, ['"a.b"']],
  ['a name with a dot is found', [column('a.b INT')], asset([column('a.b INT')]), 1, []],
  ['a name with a quote', [column('a"b INT')], asset([]), 1, ['"a""b"']],
  ['unicode names', [column('größe INT'), column('数 INT')], asset([column('größe INT')]), 2, ['数']],
  ['the name of an inherited property', [column('constructor INT')], asset([]), 1, ['constructor']],
  ['__proto__ as a name', [column('__proto__ INT')], asset([column('__proto__ INT')]), 1, []],
];

const TYPES: Row[] = [
  ['no type expected', [column('a')], asset([column('a INT')]), 1, []],
  ['no type in the asset', [column('a INT')], asset([column('a')]), 1, ['a']],
  ['equal in another letter case', [column('a int')], asset([column('a INT')]), 1, []],
  ['string family', [column('a STRING')], asset([column('a VARCHAR')]), 1, []],
  ['string family, other end', [column('a CLOB')], asset([column('a NTEXT')]), 1, []],
  ['integer family', [column('a INT')], asset([column('a BIGINT')]), 1, []],
  ['integer family, byteint', [column('a BYTEINT')], asset([column('a LARGEINT')]), 1, []],
  ['decimal family', [column('a DECIMAL')], asset([column('a DOUBLE')]), 1, []],
  ['decimal family, money', [column('a MONEY')], asset([column('a FIXED')]), 1, []],
  ['date and time family', [column('a DATE')], asset([column('a TIMESTAMPZ')]), 1, []],
  ['binary family', [column('a BLOB')], asset([column('a BYTEA')]), 1, []],
  ['complex family', [column('a JSON')], asset([column('a STRUCT')]), 1, []],
  ['integer is no decimal', [column('a INT')], asset([column('a DECIMAL')]), 1, ['a']],
  ['integer is no string', [column('a INT')], asset([column('a STRING')]), 1, ['a']],
  ['string is no binary', [column('a TEXT')], asset([column('a BLOB')]), 1, ['a']],
  ['boolean stands alone', [column('a BOOLEAN')], asset([column('a INT')]), 1, ['a']],
  ['a type without family is equal to itself', [column('a UUID')], asset([column('a UUID')]), 1, []],
  ['two types without family', [column('a UUID')], asset([column('a ENUM')]), 1, ['a']],
  ['a type without family and one with', [column('a UUID')], asset([column('a STRING')]), 1, ['a']],
  ['interval is no time', [column('a INTERVAL')], asset([column('a TIME')]), 1, ['a']],
  [
    'lengths do not count under family',
    [column('a VARCHAR', { dataLength: 10 })],
    asset([column('a VARCHAR', { dataLength: 5 })]),
    1,
    [],
  ],
  ['exact refuses another of the family', [column('a INT')], asset([column('a BIGINT')]), 1, ['a'], { types: 'exact' }],
  ['exact takes another letter case', [column('a Int')], asset([column('a INT')]), 1, [], { types: 'exact' }],
  [
    'exact, equal length',
    [column('a VARCHAR', { dataLength: 10 })],
    asset([column('a VARCHAR', { dataLength: 10 })]),
    1,
    [],
    { types: 'exact' },
  ],
  [
    'exact, other length',
    [column('a VARCHAR', { dataLength: 10 })],
    asset([column('a VARCHAR', { dataLength: 11 })]),
    1,
    ['a'],
    { types: 'exact' },
  ],
  [
    'exact, length not known in the asset',
    [column('a VARCHAR', { dataLength: 10 })],
    asset([column('a VARCHAR')]),
    1,
    ['a'],
    { types: 'exact' },
  ],
  [
    'exact, length not given in the contract',
    [column('a VARCHAR')],
    asset([column('a VARCHAR', { dataLength: 11 })]),
    1,
    [],
    { types: 'exact' },
  ],
  [
    'exact, other precision',
    [column('a DECIMAL', { precision: 10, scale: 2 })],
    asset([column('a DECIMAL', { precision: 12, scale: 2 })]),
    1,
    ['a'],
    { types: 'exact' },
  ],
  [
    'exact, scale 0 is given',
    [column('a DECIMAL', { scale: 0 })],
    asset([column('a DECIMAL', { scale: 2 })]),
    1,
    ['a'],
    { types: 'exact' },
  ],
  [
    'exact, other item type',
    [column('a ARRAY', { arrayDataType: 'INT' })],
    asset([column('a ARRAY', { arrayDataType: 'STRING' })]),
    1,
    ['a'],
    { types: 'exact' },
  ],
  [
    'exact, item type in another letter case',
    [column('a ARRAY', { arrayDataType: 'int' })],
    asset([column('a ARRAY', { arrayDataType: 'INT' })]),
    1,
    [],
    { types: 'exact' },
  ],
  [
    'the item type does not count under family',
    [column('a ARRAY', { arrayDataType: 'INT' })],
    asset([column('a ARRAY', { arrayDataType: 'STRING' })]),
    1,
    [],
  ],
];

const NESTED: Row[] = [
  ['nested and there', [struct('s', column('a INT'))], asset([struct('s', column('a INT'))]), 2, []],
  ['a nested one is missing', [struct('s', column('a INT'))], asset([struct('s', column('b INT'))]), 2, ['s.a']],
  ['a nested one of another type', [struct('s', column('a INT'))], asset([struct('s', column('a DATE'))]), 2, ['s.a']],
  [
    'a missing parent fails with every descendant',
    [struct('s', struct('t', column('a INT')), column('b INT')), column('c INT')],
    asset([column('c INT')]),
    5,
    ['s', 's.t', 's.t.a', 's.b'],
  ],
  [
    'a parent of another type: its children are still compared',
    [struct('s', column('a INT'))],
    asset([{ name: 's', dataType: 'STRING', children: [column('a INT')] }]),
    2,
    ['s'],
  ],
  ['the asset has no children', [struct('s', column('a INT'))], asset([column('s STRUCT')]), 2, ['s.a']],
  [
    'parts with dots are quoted at each level',
    [struct('s.x', column('a.b INT'))],
    asset([struct('s.x')]),
    2,
    ['"s.x"."a.b"'],
  ],
  [
    'a nested constraint',
    [struct('s', column('a INT NOT_NULL'))],
    asset([struct('s', column('a INT NOT_NULL'))]),
    2,
    [],
  ],
  ['children that the contract leaves out', [column('s STRUCT')], asset([struct('s', column('a INT'))]), 1, []],
  [
    'a name twice among siblings of the asset',
    [struct('s', column('a INT'))],
    asset([struct('s', column('a INT'), column('a INT'))]),
    2,
    ['s.a'],
  ],
];

const ROWS = [...PRESENCE, ...TYPES, ...NESTED];

describe('checkSchema: presence, types, nesting', () => {
  it.each(ROWS.map(toCase))('$title', ({ contractColumns, has, total, failedFields, policy }) => {
    const verdict = checkSchema({ contractColumns, asset: has, policy: { ...DEFAULT_SCHEMA_POLICY, ...policy } });
    expect(verdict).toMatchObject({
      total,
      failed: failedFields.length,
      passed: total - failedFields.length,
      failedFields,
    });
    expect(verdict.details.map(({ field }) => field)).toEqual(failedFields);
    expect(verdict.details.every(({ message }) => message.length > 0)).toBe(true);
  });

  it('says of each failed column everything that is wrong with it', () => {
    const contractColumns = [column('a INT UNIQUE'), column('gone INT'), struct('s', column('x INT'))];
    const { details } = checkSchema({ contractColumns, asset: asset([column('a DATE')]) });
    expect(details).toEqual([
      { field: 'a', message: 'is DATE in the asset, expected INT or its family; is not UNIQUE in the asset' },
      { field: 'gone', message: 'is missing in the asset' },
      { field: 's', message: 'is missing in the asset' },
      { field: 's.x', message: 'is missing in the asset, as is s' },
    ]);
  });

  it('looks at presence alone where the types of the asset are its own', () => {
    const searchIndex: AssetColumns = { columns: [column('a KEYWORD')], tableConstraints: [], presenceOnly: true };
    const contractColumns = [column('a INT PRIMARY_KEY'), column('b INT')];
    expect(checkSchema({ contractColumns, asset: searchIndex }).failedFields).toEqual(['b']);
  });

  it('is fast for wide tables', () => {
    const wide = Array.from({ length: 20_000 }, (_, index) => column(`column_${index} INT`));
    const shuffled = asset([...wide].reverse());
    const verdict = checkSchema({
      contractColumns: wide,
      asset: shuffled,
      policy: { ...DEFAULT_SCHEMA_POLICY, order: 'same' },
    });
    expect(verdict.failed).toBe(20_000);
  });
});
