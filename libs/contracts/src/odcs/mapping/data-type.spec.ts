import { logicalDataType } from '@app/datatypes';
import { physicalType, logicalWord, physicalWord } from './data-type';

describe('physicalType', () => {
  it.each([
    ['varchar(18)', { dataType: 'VARCHAR', dataLength: 18 }],
    ['VARCHAR [ 50 ]', { dataType: 'VARCHAR', dataLength: 50 }],
    ['character varying(20)', { dataType: 'VARCHAR', dataLength: 20 }],
    ['numeric(10, 2)', { dataType: 'NUMERIC', precision: 10, scale: 2 }],
    ['decimal(5)', { dataType: 'DECIMAL', precision: 5 }],
    ['decimal(12,-2)', { dataType: 'DECIMAL', precision: 12, scale: -2 }],
    ['int4', { dataType: 'INT' }],
    ['int(11)', { dataType: 'INT' }],
    ['bigserial', { dataType: 'BIGINT' }],
    ['double  precision', { dataType: 'DOUBLE' }],
    ['timestamp(6)', { dataType: 'TIMESTAMP' }],
    ['timestamp with time zone', { dataType: 'TIMESTAMPZ' }],
    ['timestamp(3) with time zone', { dataType: 'TIMESTAMPZ' }],
    ['timestamp without time zone', { dataType: 'TIMESTAMP' }],
    ['jsonb', { dataType: 'JSON' }],
    ['array<string>', { dataType: 'ARRAY', arrayDataType: 'STRING' }],
    ['int4[]', { dataType: 'ARRAY', arrayDataType: 'INT' }],
    ['ARRAY<thing>', { dataType: 'ARRAY', arrayDataType: 'UNKNOWN' }],
    ['array', { dataType: 'ARRAY' }],
    [' text ', { dataType: 'TEXT' }],
    ['VARCHAR2(80 CHAR)', { dataType: 'VARCHAR', dataLength: 80 }],
    ['nvarchar(max)', { dataType: 'VARCHAR' }],
    ['datetimeoffset(7)', { dataType: 'TIMESTAMPZ' }],
    ['time(3) with time zone', { dataType: 'TIME' }],
    ['Nullable(Int32)', { dataType: 'INT' }],
    ['decimal(10,2)[]', { dataType: 'ARRAY', arrayDataType: 'DECIMAL' }],
    ['struct<a:int>', { dataType: 'STRUCT' }],
    ["enum('a','b')", { dataType: 'ENUM' }],
  ])('reads %j', (text, expected) => {
    expect(physicalType(text)).toEqual(expected);
  });

  it.each(['Name', '', 'varchar(', 'constructor', 'toString', '()', 'x'.repeat(10_000), 5, null, undefined])(
    'does not know %j',
    (text) => {
      expect(physicalType(text)).toBeUndefined();
    },
  );

  it.each(['a '.repeat(99), '['.repeat(200), `${'a'.repeat(100)}<${' '.repeat(90)}`])(
    'is done at once with %j',
    (text) => {
      const started = process.cpuUsage();
      physicalType(text);
      expect(process.cpuUsage(started).user / 1e6).toBeLessThan(5);
    },
  );
});

describe('the words of types', () => {
  it.each([
    ['string', 'STRING'],
    ['Integer', 'INT'],
    ['long', 'BIGINT'],
    ['number', 'NUMBER'],
    ['object', 'STRUCT'],
    ['array', 'ARRAY'],
    ['constructor', undefined],
    [undefined, undefined],
  ])('of the standard: %j is %j', (word, expected) => {
    expect(logicalDataType(word)).toBe(expected);
  });

  it.each([
    ['VARCHAR', 'string'],
    ['UUID', 'string'],
    ['BIGINT', 'integer'],
    ['DECIMAL', 'number'],
    ['BOOLEAN', 'boolean'],
    ['DATE', 'date'],
    ['TIMESTAMPZ', 'timestamp'],
    ['TIME', 'time'],
    ['STRUCT', 'object'],
    ['MAP', 'object'],
    ['ARRAY', 'array'],
    ['JSON', 'string'],
  ])('of ours: %s is %s', (dataType, expected) => {
    expect(logicalWord(dataType)).toBe(expected);
  });

  it('with sizes are read again as what they were', () => {
    const types = [
      { dataType: 'VARCHAR', dataLength: 18 },
      { dataType: 'DECIMAL', precision: 10, scale: 2 },
      { dataType: 'NUMERIC', precision: 10 },
      { dataType: 'ARRAY', arrayDataType: 'INT' },
      { dataType: 'TIMESTAMPZ' },
    ];
    for (const type of types) expect(physicalType(physicalWord(type))).toEqual(type);
  });
});
