import { joinedColumns, joinedType } from './joined-type';

describe('the type of a column of several files', () => {
  it.each([
    ['BIGINT', 'BIGINT', 'BIGINT'],
    ['INTEGER', 'BIGINT', 'BIGINT'],
    ['UTINYINT', 'USMALLINT', 'USMALLINT'],
    ['UINTEGER', 'INTEGER', 'BIGINT'],
    ['UBIGINT', 'BIGINT', 'DECIMAL(20,0)'],
    ['HUGEINT', 'BIGINT', 'HUGEINT'],
    ['BIGINT', 'DECIMAL(10,2)', 'DECIMAL(21,2)'],
    ['DECIMAL(10,4)', 'DECIMAL(12,2)', 'DECIMAL(14,4)'],
    ['DECIMAL(38,0)', 'DECIMAL(10,4)', 'VARCHAR'],
    ['HUGEINT', 'DECIMAL(10,2)', 'VARCHAR'],
    ['BIGINT', 'DOUBLE', 'DOUBLE'],
    ['DECIMAL(10,2)', 'DOUBLE', 'DOUBLE'],
    ['FLOAT', 'DOUBLE', 'DOUBLE'],
    ['INTEGER', 'FLOAT', 'DOUBLE'],
    ['DATE', 'TIMESTAMP', 'TIMESTAMP'],
    ['DATE', 'TIMESTAMP_S', 'TIMESTAMP'],
    ['TIMESTAMP', 'TIMESTAMP_NS', 'TIMESTAMP_NS'],
    ['TIMESTAMP', 'TIMESTAMP WITH TIME ZONE', 'VARCHAR'],
    ['DATE', 'BIGINT', 'VARCHAR'],
    ['BOOLEAN', 'BIGINT', 'VARCHAR'],
    ['JSON', 'BIGINT', 'VARCHAR'],
    ['INTEGER[]', 'DOUBLE[]', 'DOUBLE[]'],
    ['INTEGER[]', 'INTEGER', 'VARCHAR'],
    ['STRUCT(a INTEGER, b VARCHAR)', 'STRUCT(c BOOLEAN, a DOUBLE)', 'STRUCT("a" DOUBLE, "b" VARCHAR, "c" BOOLEAN)'],
    ['STRUCT(a STRUCT(b DATE))', 'STRUCT(a STRUCT(b TIMESTAMP))', 'STRUCT("a" STRUCT("b" TIMESTAMP))'],
    ['STRUCT(a INTEGER)', 'BIGINT', 'VARCHAR'],
  ])('%s with %s is %s', (one, other, joined) => {
    expect(joinedType(one, other)).toBe(joined);
    if (!joined.includes('(')) expect(joinedType(other, one)).toBe(joined);
  });

  it('is found by the name in any case; columns are those of the first file, then further ones', () => {
    const first = [
      { name: 'Id', display: 'BIGINT' },
      { name: 'name', display: 'VARCHAR' },
    ];
    const second = [
      { name: 'extra', display: 'DATE' },
      { name: 'ID', display: 'DOUBLE' },
    ];
    expect(joinedColumns([first, second])).toEqual([
      { name: 'Id', display: 'DOUBLE' },
      { name: 'name', display: 'VARCHAR' },
      { name: 'extra', display: 'DATE' },
    ]);
  });
});
