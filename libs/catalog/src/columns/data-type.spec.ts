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
    ['TEXT', 'VARCHAR', true],
    ['INT', 'VARCHAR', true],
    ['UUID', 'STRING', true],
    ['UUID', 'UUID', false],
    ['LONGBLOB', 'BLOB', true],
  ])('%s → %s: %s', (from, to, expected) => {
    expect(isNarrowed(from, to)).toBe(expected);
  });

  it.each(COLUMN_DATA_TYPES)('%s is not narrower than itself', (type) => {
    expect(isNarrowed(type, type)).toBe(false);
  });
});
