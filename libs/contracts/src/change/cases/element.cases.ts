import type { ContractColumn } from '../../document/contract-document';
import type { DiffCase } from './diff-case';

const int = (name: string, more: object = {}): ContractColumn => ({ name, dataType: 'INT', ...more });
const text = (name: string, more: object = {}): ContractColumn => ({ name, dataType: 'STRING', ...more });
/** What an import notes of a column whose document says a logicalType alone. */
const family = (logicalType: string) => ({ extension: { logicalType } });
const schema = (...columns: ContractColumn[]) => ({ schema: columns });

/** The types of elements, and types that are known by their family alone. */
export const ELEMENT_CASES: readonly DiffCase[] = [
  [
    'elements widened',
    schema({ name: 'a', dataType: 'ARRAY', arrayDataType: 'INT' }),
    schema({ name: 'a', dataType: 'ARRAY', arrayDataType: 'BIGINT' }),
    [['schema.a.arrayDataType', 'compatible']],
  ],
  [
    'elements narrowed',
    schema({ name: 'a', dataType: 'ARRAY', arrayDataType: 'BIGINT' }),
    schema({ name: 'a', dataType: 'ARRAY', arrayDataType: 'INT' }),
    [['schema.a.arrayDataType', 'breaking']],
  ],
  [
    'elements of another family',
    schema({ name: 'a', dataType: 'ARRAY', arrayDataType: 'INT' }),
    schema({ name: 'a', dataType: 'ARRAY', arrayDataType: 'STRING' }),
    [['schema.a.arrayDataType', 'breaking']],
  ],
  [
    'elements no longer told',
    schema({ name: 'a', dataType: 'ARRAY', arrayDataType: 'INT' }),
    schema({ name: 'a', dataType: 'ARRAY' }),
    [['schema.a.arrayDataType', 'breaking']],
  ],
  [
    'elements told',
    schema({ name: 'a', dataType: 'ARRAY' }),
    schema({ name: 'a', dataType: 'ARRAY', arrayDataType: 'INT' }),
    [['schema.a.arrayDataType', 'compatible']],
  ],
  [
    'no array any more',
    schema({ name: 'a', dataType: 'ARRAY', arrayDataType: 'INT' }),
    schema(int('a')),
    [
      ['schema.a.dataType', 'breaking'],
      ['schema.a.arrayDataType', 'info'],
    ],
  ],
  [
    'elements of an unknown type promise nothing',
    schema({ name: 'a', dataType: 'ARRAY', arrayDataType: 'UNKNOWN' }),
    schema({ name: 'a', dataType: 'ARRAY', arrayDataType: 'INT' }),
    [['schema.a.arrayDataType', 'compatible']],
  ],
  [
    'elements become of an unknown type',
    schema({ name: 'a', dataType: 'ARRAY', arrayDataType: 'INT' }),
    schema({ name: 'a', dataType: 'ARRAY', arrayDataType: 'unknown' }),
    [['schema.a.arrayDataType', 'breaking']],
  ],
  [
    'elements of an unknown type and elements not told',
    schema({ name: 'a', dataType: 'ARRAY', arrayDataType: 'UNKNOWN' }),
    schema({ name: 'a', dataType: 'ARRAY' }),
    [['schema.a.arrayDataType', 'info']],
  ],

  [
    'a type known by its family, narrower',
    schema(int('a', family('integer'))),
    schema({ name: 'a', dataType: 'SMALLINT', ...family('integer') }),
    [['schema.a.dataType', 'compatible']],
  ],
  [
    'a type known by its family, approximate',
    schema({ name: 'a', dataType: 'NUMBER', ...family('number') }),
    schema({ name: 'a', dataType: 'FLOAT', ...family('number') }),
    [['schema.a.dataType', 'compatible']],
  ],
  [
    'a type known by its family, of another',
    schema(int('a', family('integer'))),
    schema(text('a', family('integer'))),
    [['schema.a.dataType', 'breaking']],
  ],
  [
    'a type known by its family gets sizes',
    schema({ name: 'a', dataType: 'NUMBER', ...family('number') }),
    schema({ name: 'a', dataType: 'NUMBER', precision: 5, ...family('number') }),
    [['schema.a.precision', 'compatible']],
  ],
  [
    'the word of a family that the type no longer is',
    schema({ name: 'a', dataType: 'BIGINT', ...family('integer') }),
    schema(int('a', family('integer'))),
    [['schema.a.dataType', 'breaking']],
  ],
  [
    'a type with sizes is no family',
    schema({ name: 'a', dataType: 'NUMBER', precision: 9, scale: 2, ...family('number') }),
    schema({ name: 'a', dataType: 'NUMBER', precision: 8, scale: 2, ...family('number') }),
    [['schema.a.precision', 'breaking']],
  ],
  [
    'a promised type becomes one that is known by its family',
    schema({ name: 'a', dataType: 'BIGINT' }),
    schema(int('a', family('integer'))),
    [
      ['schema.a.dataType', 'breaking'],
      ['schema.a.extension', 'info'],
    ],
  ],
  [
    'elements of a list known by its family',
    schema({ name: 'a', dataType: 'ARRAY', arrayDataType: 'BIGINT', ...family('array') }),
    schema({ name: 'a', dataType: 'ARRAY', arrayDataType: 'INT', ...family('array') }),
    [['schema.a.arrayDataType', 'compatible']],
  ],
  [
    'elements known by their family',
    schema({ name: 'a', dataType: 'ARRAY', arrayDataType: 'BIGINT', extension: { items: { logicalType: 'long' } } }),
    schema({ name: 'a', dataType: 'ARRAY', arrayDataType: 'INT', extension: { items: { logicalType: 'long' } } }),
    [['schema.a.arrayDataType', 'compatible']],
  ],
  [
    'elements known by their family, of another',
    schema({ name: 'a', dataType: 'ARRAY', arrayDataType: 'INT', extension: { items: { logicalType: 'integer' } } }),
    schema({ name: 'a', dataType: 'ARRAY', arrayDataType: 'TEXT', extension: { items: { logicalType: 'integer' } } }),
    [['schema.a.arrayDataType', 'breaking']],
  ],
];
