import { POSTGRES } from './postgres-dialect';

describe('a sample of PostgreSQL', () => {
  const many = { name: '"sales"."many"', isStored: true, key: ['"id"'] };

  it.each([
    [many, '"sales"."many" TABLESAMPLE BERNOULLI (25) REPEATABLE (0)'],
    [{ ...many, byBlocks: true }, '"sales"."many" TABLESAMPLE SYSTEM (25) REPEATABLE (0)'],
  ])('of %j stands in the place of the table', (table, sql) => {
    expect(POSTGRES.sample(table, 0.25)).toBe(sql);
  });

  it('is by a hash where rows are kept elsewhere', () => {
    expect(POSTGRES.sample({ ...many, isStored: false, byBlocks: true }, 0.25)).toMatch(
      /^\(SELECT \* FROM "sales"\."many" WHERE hashtextextended\(ROW\("id"\)::text, 0\) & 1048575 < 262144\)/,
    );
  });
});
