import { DEFAULT_SCHEMA_POLICY, type AssetColumns } from '@app/contracts';
import { checkSchema } from '../schema-check';
import { SCHEMA_COLUMNS } from './cases/schema-columns.cases';
import { asset, column, struct, toCase } from './schema-case';

describe('checkSchema: presence, types, nesting', () => {
  it.each(SCHEMA_COLUMNS.map(toCase))('$title', ({ contractColumns, has, total, failedFields, policy }) => {
    const verdict = checkSchema({ contractColumns, asset: has, policy: { ...DEFAULT_SCHEMA_POLICY, ...policy } });
    expect(verdict).toMatchObject({
      total,
      failed: failedFields.length,
      passed: total - failedFields.length,
      failedFields,
    });
    expect(verdict.details.map(({ field }) => field)).toEqual(failedFields);
    expect(verdict.details.every(({ message }) => message.length > 0)).toBe(true);
  });

  it('says of each failed column everything that is wrong with it', () => {
    const contractColumns = [column('a INT UNIQUE'), column('gone INT'), struct('s', column('x INT'))];
    const { details } = checkSchema({ contractColumns, asset: asset([column('a DATE')]) });
    expect(details).toEqual([
      {
        field: 'a',
        message: 'promised INT, found DATE: a date, not a whole number; is not UNIQUE in the asset',
      },
      { field: 'gone', message: 'is missing in the asset' },
      { field: 's', message: 'is missing in the asset' },
      { field: 's.x', message: 'is missing in the asset, as is s' },
    ]);
  });

  it('looks at presence alone where the types of the asset are its own', () => {
    const searchIndex: AssetColumns = { columns: [column('a KEYWORD')], tableConstraints: [], presenceOnly: true };
    const contractColumns = [column('a INT PRIMARY_KEY'), column('b INT')];
    expect(checkSchema({ contractColumns, asset: searchIndex }).failedFields).toEqual(['b']);
  });

  it('is fast for wide tables', () => {
    const wide = Array.from({ length: 20_000 }, (_, index) => column(`column_${index} INT`));
    const shuffled = asset([...wide].reverse());
    const verdict = checkSchema({
      contractColumns: wide,
      asset: shuffled,
      policy: { ...DEFAULT_SCHEMA_POLICY, order: 'same' },
    });
    expect(verdict.failed).toBe(20_000);
  });
});
