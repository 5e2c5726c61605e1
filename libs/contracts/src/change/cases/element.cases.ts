import type { ContractColumn } from '../../document/contract-document';
import type { DiffCase } from './diff-case';

const int = (name: string, more: object = {}): ContractColumn => ({ name, dataType: 'INT', ...more });
const text = (name: string, more: object = {}): ContractColumn => ({ name, dataType: 'STRING', ...more });
/** The column that an import makes of an element with a logicalType alone. */
const noted = (logicalType: string, logicalTypeOptions?: object) => ({
  extension: { logicalType, ...(logicalTypeOptions && { logicalTypeOptions }) },
});
const schema = (...columns: ContractColumn[]) => ({ schema: columns });

/** The types of elements, and types that are promised by their logicalType alone. */
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
    'elements of another kind',
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
    'a type of a logicalType, narrower',
    schema(int('a', noted('integer'))),
    schema({ name: 'a', dataType: 'SMALLINT', ...noted('integer') }),
    [['schema.a.dataType', 'compatible']],
  ],
  [
    'a type of a logicalType, approximate',
    schema({ name: 'a', dataType: 'NUMBER', ...noted('number') }),
    schema({ name: 'a', dataType: 'FLOAT', ...noted('number') }),
    [['schema.a.dataType', 'compatible']],
  ],
  [
    'a type of a logicalType, of another',
    schema(int('a', noted('integer'))),
    schema(text('a', noted('integer'))),
    [['schema.a.dataType', 'breaking']],
  ],
  [
    'a type of a logicalType gets sizes',
    schema({ name: 'a', dataType: 'NUMBER', ...noted('number') }),
    schema({ name: 'a', dataType: 'NUMBER', precision: 5, ...noted('number') }),
    [['schema.a.precision', 'compatible']],
  ],
  [
    'a logicalType that the type no longer is',
    schema({ name: 'a', dataType: 'BIGINT', ...noted('integer') }),
    schema(int('a', noted('integer'))),
    [['schema.a.dataType', 'breaking']],
  ],
  [
    'a type with sizes is no logicalType',
    schema({ name: 'a', dataType: 'NUMBER', precision: 9, scale: 2, ...noted('number') }),
    schema({ name: 'a', dataType: 'NUMBER', precision: 8, scale: 2, ...noted('number') }),
    [['schema.a.precision', 'breaking']],
  ],
  [
    'a promised type becomes one that is of a logicalType',
    schema({ name: 'a', dataType: 'BIGINT' }),
    schema(int('a', noted('integer'))),
    [
      ['schema.a.dataType', 'breaking'],
      ['schema.a.extension', 'info'],
    ],
  ],
  [
    'elements of a list of a logicalType have a type of their own',
    schema({ name: 'a', dataType: 'ARRAY', arrayDataType: 'BIGINT', ...noted('array') }),
    schema({ name: 'a', dataType: 'ARRAY', arrayDataType: 'INT', ...noted('array') }),
    [['schema.a.arrayDataType', 'breaking']],
  ],
  [
    'elements of a logicalType',
    schema({ name: 'a', dataType: 'ARRAY', arrayDataType: 'INT', extension: { items: { logicalType: 'integer' } } }),
    schema({
      name: 'a',
      dataType: 'ARRAY',
      arrayDataType: 'SMALLINT',
      extension: { items: { logicalType: 'integer' } },
    }),
    [['schema.a.arrayDataType', 'compatible']],
  ],
  [
    'elements of a logicalType, of another',
    schema({ name: 'a', dataType: 'ARRAY', arrayDataType: 'INT', extension: { items: { logicalType: 'integer' } } }),
    schema({ name: 'a', dataType: 'ARRAY', arrayDataType: 'TEXT', extension: { items: { logicalType: 'integer' } } }),
    [['schema.a.arrayDataType', 'breaking']],
  ],
  [
    'an option of a logicalType is added',
    schema(int('a', noted('integer'))),
    schema(int('a', noted('integer', { format: 'i64' }))),
    [['schema.a.extension', 'compatible']],
  ],
  [
    'an option of a logicalType is taken away',
    schema({ name: 'a', dataType: 'TIMESTAMP', ...noted('timestamp', { timezone: true }) }),
    schema({ name: 'a', dataType: 'TIMESTAMP', ...noted('timestamp') }),
    [['schema.a.extension', 'breaking']],
  ],
  [
    'an option of the values alone',
    schema(text('a', noted('string', { maxLength: 80 }))),
    schema(text('a', noted('string', { maxLength: 10 }))),
    [['schema.a.maxLength', 'compatible']],
  ],
  [
    'a display of the same type',
    schema({ name: 'a', dataType: 'TIMESTAMP', dataTypeDisplay: 'timestamptz' }),
    schema({ name: 'a', dataType: 'TIMESTAMP', dataTypeDisplay: 'timestamp with time zone' }),
    [['schema.a.dataTypeDisplay', 'info']],
  ],
  [
    'a display of another type',
    schema({ name: 'a', dataType: 'TIMESTAMP', dataTypeDisplay: 'timestamptz' }),
    schema({ name: 'a', dataType: 'TIMESTAMP', dataTypeDisplay: 'timestamp without time zone' }),
    [['schema.a.dataTypeDisplay', 'breaking']],
  ],
  [
    'a display where there was none',
    schema({ name: 'a', dataType: 'TIMESTAMP' }),
    schema({ name: 'a', dataType: 'TIMESTAMP', dataTypeDisplay: 'timestamptz' }),
    [['schema.a.dataTypeDisplay', 'compatible']],
  ],
  [
    'elements of a display',
    schema({ name: 'a', dataType: 'ARRAY', dataTypeDisplay: 'array<decimal(12,2)>' }),
    schema({ name: 'a', dataType: 'ARRAY', dataTypeDisplay: 'array<decimal(5,0)>' }),
    [['schema.a.dataTypeDisplay', 'breaking']],
  ],
  [
    'values of a map',
    schema({ name: 'a', dataType: 'MAP', dataTypeDisplay: 'map<string,int>' }),
    schema({ name: 'a', dataType: 'MAP', dataTypeDisplay: 'map<string,bigint>' }),
    [['schema.a.dataTypeDisplay', 'compatible']],
  ],
];
