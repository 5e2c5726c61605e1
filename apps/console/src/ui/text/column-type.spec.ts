import { columnType, type Column } from './column-type';

describe('the type of a column as it is told', () => {
  it.each([
    [{ dataType: 'DECIMAL', precision: 12, scale: 2 }, 'DECIMAL(12,2)'],
    [{ dataType: 'NUMERIC', precision: 12 }, 'NUMERIC(12)'],
    [{ dataType: 'DECIMAL', dataLength: 1, scale: 2 }, 'DECIMAL'],
    [{ dataType: 'BIGINT', precision: 12, scale: 2 }, 'BIGINT'],
    [{ dataType: 'INT', dataLength: 1 }, 'INT'],
    [{ dataType: 'VARCHAR', dataLength: 320, precision: 3 }, 'VARCHAR(320)'],
    [{ dataType: 'TEXT', dataLength: 1 }, 'TEXT'],
    [{ dataType: 'TEXT', dataLength: 200 }, 'TEXT(200)'],
    [{ dataType: 'ARRAY', arrayDataType: 'INT' }, 'ARRAY<INT>'],
    [{ dataType: 'STRUCT', dataTypeDisplay: 'struct<a:int>' }, 'struct<a:int>'],
  ])('of %j is %s', (column, text) => expect(columnType({ name: 'c', ...column } as Column)).toBe(text));
});
