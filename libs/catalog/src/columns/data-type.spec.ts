import { COLUMN_DATA_TYPES } from '../schema/closed-lists';
import { isNarrowed, typeFamily } from './data-type';

describe('typeFamily', () => {
  it.each([
    ['VARCHAR', 'string'],
    ['LARGEINT', 'integer'],
    ['MONEY', 'decimal'],
    ['TIMESTAMPZ', 'time'],
    ['RECORD', 'complex'],
    ['UUID', 'UUID'],
  ])('of %s is %s', (type, family) => {
    expect(typeFamily(type)).toBe(family);
  });
});

describe('isNarrowed', () => {
  it.each([
    ['INT', 'BIGINT', false],
    ['BIGINT', 'INT', true],
    ['BIGINT', 'LONG', false],
    ['LONG', 'BIGINT', false],
    ['DOUBLE', 'FLOAT', true],
    ['FLOAT', 'DOUBLE', false],
    ['TIMESTAMP', 'DATE', true],
    ['DATE', 'TIMESTAMP', false],
    ['VARCHAR', 'TEXT', false],
    ['TEXT', 'VARCHAR', false],
    ['TIMESTAMPZ', 'TIMESTAMP', true],
    ['TIME', 'TIMESTAMP', true],
    ['UINT', 'INT', true],
    ['DECIMAL', 'DOUBLE', true],
    ['MAP', 'JSON', true],
    ['STRUCT', 'RECORD', false],
    ['INT', 'VARCHAR', true],
    ['UUID', 'STRING', true],
    ['UUID', 'UUID', false],
    ['LONGBLOB', 'BLOB', false],
  ])('%s → %s: %s', (from, to, expected) => {
    expect(isNarrowed({ dataType: from }, { dataType: to })).toBe(expected);
  });

  it('goes by precision and scale too, where both state them', () => {
    const decimal = (precision?: number, scale?: number) => ({ dataType: 'DECIMAL', precision, scale });
    expect(isNarrowed(decimal(12, 2), decimal(5, 0))).toBe(true);
    expect(isNarrowed(decimal(5, 0), decimal(12, 2))).toBe(false);
    expect(isNarrowed(decimal(), decimal(5, 0))).toBe(false);
  });

  it.each(COLUMN_DATA_TYPES)('%s is not narrower than itself', (type) => {
    expect(isNarrowed({ dataType: type }, { dataType: type })).toBe(false);
  });
});
