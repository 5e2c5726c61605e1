import type { AssetColumns, ComparedColumn, SchemaPolicy } from '@app/contracts';
import { asset, column, key, struct } from '../schema-case';

/** What is said of each column that failed, word by word. */
export type SchemaMessageCase = readonly [
  title: string,
  contract: readonly ComparedColumn[],
  asset: AssetColumns,
  policy: Partial<SchemaPolicy>,
  details: readonly (readonly [field: string, message: string])[],
];

const exact = { types: 'exact' } as const;

export const SCHEMA_MESSAGES: readonly SchemaMessageCase[] = [
  [
    'another family',
    [column('a INT')],
    asset([column('a DATE')]),
    {},
    [['a', 'is DATE in the asset, expected INT or its family']],
  ],
  [
    'another type under exact',
    [column('a INT')],
    asset([column('a BIGINT')]),
    exact,
    [['a', 'is BIGINT in the asset, expected INT']],
  ],
  ['no type', [column('a INT')], asset([column('a')]), {}, [['a', 'has no data type in the asset, expected INT']]],
  [
    'another length',
    [column('a VARCHAR', { dataLength: 10 })],
    asset([column('a VARCHAR', { dataLength: 11 })]),
    exact,
    [['a', 'has dataLength 11 in the asset, expected 10']],
  ],
  [
    'a length that is not known',
    [column('a VARCHAR', { dataLength: 10 })],
    asset([column('a VARCHAR')]),
    exact,
    [['a', 'has dataLength unknown in the asset, expected 10']],
  ],
  [
    'precision and scale, both named',
    [column('a DECIMAL', { precision: 10, scale: 0 })],
    asset([column('a DECIMAL', { precision: 12, scale: 2 })]),
    exact,
    [['a', 'has precision 12 in the asset, expected 10; has scale 2 in the asset, expected 0']],
  ],
  [
    'another type of items',
    [column('a ARRAY', { arrayDataType: 'INT' })],
    asset([column('a ARRAY', { arrayDataType: 'STRING' })]),
    exact,
    [['a', 'has arrayDataType STRING in the asset, expected INT']],
  ],
  [
    'items of a type that is not known',
    [column('a ARRAY', { arrayDataType: 'INT' })],
    asset([column('a ARRAY')]),
    exact,
    [['a', 'has arrayDataType unknown in the asset, expected INT']],
  ],
  [
    'type and constraint',
    [column('a INT UNIQUE')],
    asset([column('a DATE')]),
    {},
    [['a', 'is DATE in the asset, expected INT or its family; is not UNIQUE in the asset']],
  ],
  [
    'no key',
    [column('a INT PRIMARY_KEY')],
    asset([column('a INT')], [key('b')]),
    {},
    [['a', 'is not PRIMARY_KEY in the asset']],
  ],
  ['missing', [column('a INT')], asset([]), {}, [['a', 'is missing in the asset']]],
  [
    'missing, with what is inside',
    [struct('s', struct('t', column('x INT')))],
    asset([]),
    {},
    [
      ['s', 'is missing in the asset'],
      ['s.t', 'is missing in the asset, as is s'],
      ['s.t.x', 'is missing in the asset, as is s.t'],
    ],
  ],
  [
    'twice in the contract',
    [column('a'), column('a')],
    asset([column('a')]),
    {},
    [['a', 'stands more than once in the contract']],
  ],
  [
    'twice in the contract and missing',
    [column('a'), column('a')],
    asset([]),
    {},
    [
      ['a', 'is missing in the asset'],
      ['a', 'stands more than once in the contract; is missing in the asset'],
    ],
  ],
  [
    'three times in the asset',
    [column('a')],
    asset([column('a'), column('a'), column('a')]),
    {},
    [['a', 'stands 3 times in the asset']],
  ],
  [
    'extra',
    [],
    asset([column('b INT')]),
    { extraColumns: 'forbid' },
    [['b', 'is in the asset but not in the contract, which forbids extra columns']],
  ],
  [
    'out of place',
    [column('a'), column('b'), column('c')],
    asset([column('a'), column('c'), column('x'), column('b')]),
    { order: 'same' },
    [
      ['b', 'is out of place: number 3 in the asset, expected 2'],
      ['c', 'is out of place: number 2 in the asset, expected 3'],
    ],
  ],
  [
    'presence alone',
    [column('a INT PRIMARY_KEY'), column('b INT')],
    { columns: [column('a KEYWORD')], tableConstraints: [], presenceOnly: true },
    exact,
    [['b', 'is missing in the asset']],
  ],
  [
    'a table constraint that names no column promises nothing',
    [column('a INT UNIQUE')],
    { columns: [column('a INT')], tableConstraints: [{ constraintType: 'UNIQUE' }], presenceOnly: false },
    {},
    [['a', 'is not UNIQUE in the asset']],
  ],
  [
    'a key by the path of a column whose name has a dot',
    [column('a.b INT PRIMARY_KEY'), column('c.d INT PRIMARY_KEY')],
    asset([column('a.b INT'), column('c.d INT')], [key('a.b')]),
    {},
    [['"c.d"', 'is not PRIMARY_KEY in the asset']],
  ],
];
