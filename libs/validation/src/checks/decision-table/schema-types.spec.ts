import { typeText } from '@app/datatypes';
import type { ComparedColumn } from '@app/contracts';
import { checkSchema } from '../schema-check';
import { LOGICAL_TYPES, SCHEMA_TYPES } from './cases/schema-types.cases';
import { asset, typed } from './schema-case';

const each = (types: string): string[] => types.split(' ').filter((type) => type !== '');

/** The error of the column; undefined if it passes. */
function problem(promised: ComparedColumn, actual: string): string | undefined {
  return checkSchema({ contractColumns: [promised], asset: asset([typed(actual)]) }).details[0]?.message;
}

describe.each(SCHEMA_TYPES)('%s', (type, holds, breaks) => {
  it.each(each(holds))('holds on %s', (actual) => {
    expect(problem(typed(type), actual)).toBeUndefined();
  });

  it.each(each(breaks).map((actual) => [actual]))('does not hold on %s, and the message names both', (actual) => {
    const said = problem(typed(type), actual);
    expect(said).toContain(type);
    if (actual !== '-') expect(said).toContain(typeText(typed(actual)));
  });
});

describe.each(LOGICAL_TYPES)('%s alone, which is %s', (logicalType, type, holds, breaks) => {
  const promised = { ...typed(type), extension: { logicalType } };

  it.each(each(holds))('holds on %s', (actual) => {
    expect(problem(promised, actual)).toBeUndefined();
  });

  it.each(each(breaks))('does not hold on %s', (actual) => {
    expect(problem(promised, actual)).toMatch(/^promised \w+( \(\w+\))?, found /);
  });

  it('is a type like any other where the word does not name it', () => {
    expect(problem({ ...promised, dataType: 'TIMESTAMPZ' }, 'TIMESTAMP')).toContain('no time zone');
  });
});

it.each(['-', 'INT', 'VARCHAR(1)', 'UNKNOWN'])('a promise of no type holds on %s', (actual) => {
  expect(problem(typed('-'), actual)).toBeUndefined();
});

describe('a word in the asset', () => {
  it('says nothing of what was promised', () => {
    const has = asset([{ ...typed('SMALLINT'), extension: { logicalType: 'integer' } }]);
    expect(checkSchema({ contractColumns: [typed('INT')], asset: has }).failed).toBe(1);
  });
});
