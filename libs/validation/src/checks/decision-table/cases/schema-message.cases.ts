import type { AssetColumns, ComparedColumn, SchemaPolicy } from '@app/contracts';
import { asset, column, key, struct } from '../schema-case';

/** The exact message for each column that failed. */
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
    'another family under family',
    [column('a INT')],
    asset([column('a DATE')]),
    { types: 'family' },
    [['a', 'is DATE in the asset, expected INT or its family']],
  ],
  [
    'another kind',
    [column('a INT')],
    asset([column('a DATE')]),
    {},
    [['a', 'promised INT, found DATE: a date, not a whole number']],
  ],
  [
    'fewer digits',
    [column('a DECIMAL', { precision: 12, scale: 2 })],
    asset([column('a DECIMAL', { precision: 5, scale: 0, dataLength: 1 })]),
    {},
    [
      [
        'a',
        'promised DECIMAL(12,2), found DECIMAL(5,0): 5 digits before the point instead of 10, none after it instead of 2',
      ],
    ],
  ],
  [
    'an approximate number',
    [column('a DECIMAL', { precision: 12, scale: 2 })],
    asset([column('a FLOAT')]),
    {},
    [['a', 'promised DECIMAL(12,2), found FLOAT: an approximate number, not an exact decimal']],
  ],
  [
    'a shorter text',
    [column('a VARCHAR', { dataLength: 80 })],
    asset([column('a VARCHAR', { dataLength: 10 })]),
    {},
    [['a', 'promised VARCHAR(80), found VARCHAR(10): 10 characters instead of 80']],
  ],
  [
    'narrower elements',
    [column('a ARRAY', { arrayDataType: 'BIGINT' })],
    asset([column('a ARRAY', { arrayDataType: 'INT' })]),
    {},
    [
      [
        'a',
        'promised ARRAY<BIGINT>, found ARRAY<INT>: elements: its largest number is 2147483647, not 9223372036854775807',
      ],
    ],
  ],
  [
    'elements of another family, under family',
    [column('a ARRAY', { arrayDataType: 'BIGINT' })],
    asset([column('a ARRAY', { arrayDataType: 'TEXT' })]),
    { types: 'family' },
    [],
  ],
  [
    'elements of an unknown type',
    [column('a ARRAY', { arrayDataType: 'BIGINT' })],
    asset([column('a ARRAY', { arrayDataType: 'UNKNOWN' })]),
    {},
    [['a', 'promised ARRAY<BIGINT>, found ARRAY: what its elements are is not known']],
  ],
  [
    'no type where sizes are promised',
    [column('a VARCHAR', { dataLength: 80 })],
    asset([column('a')]),
    {},
    [['a', 'has no data type in the asset, expected VARCHAR(80)']],
  ],
  ['no type where none is promised', [column('a')], asset([column('a')]), {}, []],
  [
    'another type under exact',
    [column('a INT')],
    asset([column('a BIGINT')]),
    exact,
    [['a', 'promised INT, found BIGINT: wider, not exactly the promised type']],
  ],
  ['no type', [column('a INT')], asset([column('a')]), {}, [['a', 'has no data type in the asset, expected INT']]],
  [
    'another length',
    [column('a VARCHAR', { dataLength: 10 })],
    asset([column('a VARCHAR', { dataLength: 11 })]),
    exact,
    [['a', 'promised VARCHAR(10), found VARCHAR(11): wider, not exactly the promised type']],
  ],
  [
    'a length that is not known',
    [column('a VARCHAR', { dataLength: 10 })],
    asset([column('a VARCHAR')]),
    exact,
    [['a', 'promised VARCHAR(10), found VARCHAR: wider, not exactly the promised type']],
  ],
  [
    'precision and scale',
    [column('a DECIMAL', { precision: 10, scale: 0 })],
    asset([column('a DECIMAL', { precision: 12, scale: 2 })]),
    exact,
    [['a', 'promised DECIMAL(10,0), found DECIMAL(12,2): wider, not exactly the promised type']],
  ],
  [
    'another type of items',
    [column('a ARRAY', { arrayDataType: 'INT' })],
    asset([column('a ARRAY', { arrayDataType: 'STRING' })]),
    exact,
    [['a', 'promised ARRAY<INT>, found ARRAY<STRING>: elements: text, not a whole number']],
  ],
  [
    'items of a type that is not known',
    [column('a ARRAY', { arrayDataType: 'INT' })],
    asset([column('a ARRAY')]),
    exact,
    [['a', 'promised ARRAY<INT>, found ARRAY: what its elements are is not known']],
  ],
  [
    'type and constraint',
    [column('a INT UNIQUE')],
    asset([column('a DATE')]),
    {},
    [['a', 'promised INT, found DATE: a date, not a whole number; is not UNIQUE in the asset']],
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
