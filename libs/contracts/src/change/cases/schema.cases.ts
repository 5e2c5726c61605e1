import type { ContractColumn } from '../../document/contract-document';
import type { DiffCase } from './diff-case';

const int = (name: string, more: object = {}): ContractColumn => ({ name, dataType: 'INT', ...more });
const text = (name: string, more: object = {}): ContractColumn => ({ name, dataType: 'STRING', ...more });
const struct = (name: string, ...children: ContractColumn[]): ContractColumn => ({
  name,
  dataType: 'STRUCT',
  children,
});
const key = { constraint: 'PRIMARY_KEY' };
const unique = { constraint: 'UNIQUE' };
const notNull = { constraint: 'NOT_NULL' };
const nullable = { constraint: 'NULL' };
const schema = (...columns: ContractColumn[]) => ({ schema: columns });

export const SCHEMA_CASES: readonly DiffCase[] = [
  ['a column removed', schema(int('a'), text('b')), schema(int('a')), [['schema.b', 'breaking']]],
  ['a column added at the end', schema(int('a')), schema(int('a'), text('b')), [['schema.b', 'compatible']]],
  ['a column added in front', schema(int('a')), schema(text('b'), int('a')), [['schema.b', 'compatible']]],
  [
    'the whole schema removed',
    schema(int('a'), int('b', { description: 'x' })),
    {},
    [
      ['schema.a', 'breaking'],
      ['schema.b', 'breaking'],
    ],
  ],
  ['a schema added', {}, schema(int('a')), [['schema.a', 'compatible']]],
  ['an empty schema is none', {}, schema(), []],
  [
    'renamed: same place, same type',
    schema(int('a'), text('b')),
    schema(int('a'), text('c')),
    [['schema.b', 'breaking']],
  ],
  ['the only one renamed', schema(int('a')), schema(int('b')), [['schema.a', 'breaking']]],
  [
    'renamed after one that is removed',
    schema(text('x'), int('a'), int('b')),
    schema(int('a'), int('c')),
    [
      ['schema.x', 'breaking'],
      ['schema.b', 'breaking'],
    ],
  ],
  [
    'renamed and another constraint',
    schema(int('a', notNull)),
    schema(int('b')),
    [
      ['schema.a', 'breaking'],
      ['schema.a.constraint', 'breaking'],
    ],
  ],
  [
    'renamed and described',
    schema(int('a')),
    schema(int('b', { description: 'd' })),
    [
      ['schema.a', 'breaking'],
      ['schema.a.description', 'info'],
    ],
  ],
  [
    'another type at the place: another column',
    schema(int('a')),
    schema(text('b')),
    [
      ['schema.a', 'breaking'],
      ['schema.b', 'compatible'],
    ],
  ],
  [
    'another length at the place: another column',
    schema(text('a', { dataLength: 9 })),
    schema(text('b', { dataLength: 8 })),
    [
      ['schema.a', 'breaking'],
      ['schema.b', 'compatible'],
    ],
  ],
  [
    'moved and renamed: another column',
    schema(int('a'), text('m'), text('n')),
    schema(text('m'), text('n'), int('b')),
    [
      ['schema.a', 'breaking'],
      ['schema.b', 'compatible'],
    ],
  ],
  [
    'two renamed',
    schema(int('a'), int('b')),
    schema(int('x'), int('y')),
    [
      ['schema.a', 'breaking'],
      ['schema.b', 'breaking'],
    ],
  ],
  ['another case of the name is another name', schema(int('a')), schema(int('A')), [['schema.a', 'breaking']]],
  ['another order', schema(int('a'), text('b')), schema(text('b'), int('a')), [['schema', 'info']]],
  ['a name with a dot is quoted', schema(int('a.b')), schema(), [['schema."a.b"', 'breaking']]],
  [
    'several at once, in order',
    schema(int('a'), int('b'), text('c')),
    schema(text('a'), text('c'), text('d', notNull)),
    [
      ['schema.b', 'breaking'],
      ['schema.a.dataType', 'breaking'],
      ['schema.d', 'compatible'],
    ],
  ],

  [
    'a child removed',
    schema(struct('s', int('a'), text('b'))),
    schema(struct('s', int('a'))),
    [['schema.s.b', 'breaking']],
  ],
  [
    'a child added',
    schema(struct('s', int('a'))),
    schema(struct('s', int('a'), text('b'))),
    [['schema.s.b', 'compatible']],
  ],
  ['a child renamed', schema(struct('s', int('a'))), schema(struct('s', int('b'))), [['schema.s.a', 'breaking']]],
  [
    'a parent renamed with its children',
    schema(struct('s', int('a'))),
    schema(struct('t', int('a'))),
    [['schema.s', 'breaking']],
  ],
  ['a parent removed: named once', schema(struct('s', int('a'))), {}, [['schema.s', 'breaking']]],
  [
    'a child widened, deep',
    schema(struct('s', struct('t', int('a')))),
    schema(struct('s', struct('t', { name: 'a', dataType: 'BIGINT' }))),
    [['schema.s.t.a.dataType', 'compatible']],
  ],
  [
    'a child narrowed, deep',
    schema(struct('s', struct('t', int('a')))),
    schema(struct('s', struct('t', { name: 'a', dataType: 'SMALLINT' }))),
    [['schema.s.t.a.dataType', 'breaking']],
  ],
  [
    'children in another order',
    schema(struct('s', int('a'), text('b'))),
    schema(struct('s', text('b'), int('a'))),
    [['schema.s', 'info']],
  ],
  [
    'a structure that became JSON loses its parts',
    schema(struct('s', int('a'))),
    schema({ name: 's', dataType: 'JSON' }),
    [
      ['schema.s.dataType', 'breaking'],
      ['schema.s.a', 'breaking'],
    ],
  ],
  ['no children and an empty list of them', schema(int('a')), schema(int('a', { children: [] })), []],
  ['the type in another case is no change', schema(int('a')), schema({ name: 'a', dataType: 'int' }), []],
  [
    'precision and scale both',
    schema({ name: 'a', dataType: 'DECIMAL', precision: 10, scale: 2 }),
    schema({ name: 'a', dataType: 'DECIMAL', precision: 12, scale: 4 }),
    [
      ['schema.a.precision', 'compatible'],
      ['schema.a.scale', 'compatible'],
    ],
  ],

  ['NOT_NULL made nullable', schema(int('a', notNull)), schema(int('a')), [['schema.a.constraint', 'breaking']]],
  ['NOT_NULL made NULL', schema(int('a', notNull)), schema(int('a', nullable)), [['schema.a.constraint', 'breaking']]],
  ['NOT_NULL added', schema(int('a')), schema(int('a', notNull)), [['schema.a.constraint', 'compatible']]],
  ['UNIQUE dropped', schema(int('a', unique)), schema(int('a')), [['schema.a.constraint', 'breaking']]],
  ['UNIQUE added', schema(int('a')), schema(int('a', unique)), [['schema.a.constraint', 'compatible']]],
  ['UNIQUE for NOT_NULL', schema(int('a', notNull)), schema(int('a', unique)), [['schema.a.constraint', 'breaking']]],
  ['NOT_NULL for UNIQUE', schema(int('a', unique)), schema(int('a', notNull)), [['schema.a.constraint', 'breaking']]],
  ['a key has all of UNIQUE', schema(int('a', unique)), schema(int('a', key)), [['schema.a.constraint', 'compatible']]],
  [
    'a key has all of NOT_NULL',
    schema(int('a', notNull)),
    schema(int('a', key)),
    [['schema.a.constraint', 'compatible']],
  ],
  [
    'no key any more, but NOT_NULL',
    schema(int('a', key)),
    schema(int('a', notNull)),
    [['schema.a.constraint', 'breaking']],
  ],
  [
    'no key any more, but UNIQUE',
    schema(int('a', key)),
    schema(int('a', unique)),
    [['schema.a.constraint', 'breaking']],
  ],
  ['the key dropped', schema(int('a', key)), schema(int('a')), [['schema.a.constraint', 'breaking']]],
  [
    'NULL and nothing promise the same',
    schema(int('a', nullable)),
    schema(int('a')),
    [['schema.a.constraint', 'info']],
  ],
  [
    'a key of two: the first alone is no longer unique',
    schema(int('a', key), text('b')),
    schema(int('a', key), text('b', key)),
    [
      ['schema.a.constraint', 'breaking'],
      ['schema.b.constraint', 'compatible'],
    ],
  ],
  [
    'a key of one: the first is now unique, the second in no key',
    schema(int('a', key), text('b', key)),
    schema(int('a', key), text('b', notNull)),
    [
      ['schema.a.constraint', 'compatible'],
      ['schema.b.constraint', 'breaking'],
    ],
  ],
  [
    'UNIQUE to a part of a key',
    schema(int('a', unique), text('b', key)),
    schema(int('a', key), text('b', key)),
    [
      ['schema.a.constraint', 'breaking'],
      ['schema.b.constraint', 'breaking'],
    ],
  ],
  [
    'a part of a key at another level is another key',
    schema(int('a', key), struct('s', int('b', key))),
    schema(int('a', key), struct('s', int('b', key))),
    [],
  ],

  ['a description', schema(int('a')), schema(int('a', { description: 'd' })), [['schema.a.description', 'info']]],
  [
    'a display name',
    schema(int('a', { displayName: 'A' })),
    schema(int('a', { displayName: 'B' })),
    [['schema.a.displayName', 'info']],
  ],
  ['a tag added', schema(int('a')), schema(int('a', { tags: [{ tagFQN: 'PII.None' }] })), [['schema.a.tags', 'info']]],
  [
    'the same tag with more said about it',
    schema(int('a', { tags: [{ tagFQN: 't' }] })),
    schema(int('a', { tags: [{ tagFQN: 't', name: 'T' }] })),
    [],
  ],
  ['no tags and an empty list of them', schema(int('a')), schema(int('a', { tags: [] })), []],
  [
    'how a type is shown',
    schema(int('a', { dataTypeDisplay: 'int4' })),
    schema(int('a', { dataTypeDisplay: 'integer' })),
    [['schema.a.dataTypeDisplay', 'info']],
  ],
  ["the FQN is not the contract's to say", schema(int('a')), schema(int('a', { fullyQualifiedName: 's.d.t.a' })), []],
];
