import type { NameCase } from '@app/datatypes';
import type { SourceColumn } from '../catalogue/source-table';
import { POSTGRES } from '../postgres/postgres-dialect';
import { conditionsOf } from './conditions';
import { compileDefinition } from './definitions';
import { CheckRefusal } from './outcome';
import { compileRule } from './rules';

const INT = { is: 'int', low: -(2n ** 31n), high: 2n ** 31n - 1n } as const;
const column = (name: string): SourceColumn => ({ name, display: 'integer', kind: INT, isNullable: true });
const target = (nameCase: NameCase, ...names: string[]) => ({
  ...{ dialect: POSTGRES, database: 'd', schema: 's', table: 't', zone: 'UTC', now: 0, customSql: true },
  ...{ columns: names.map(column), nameCase },
});

describe('columns of checks', () => {
  beforeAll(() => POSTGRES.grammar?.load());

  it.each<[NameCase, string, string, string]>([
    ['foldsUp', 'customer_id', 'CUSTOMER_ID', '"CUSTOMER_ID"'],
    ['foldsDown', 'CUSTOMER_ID', 'customer_id', '"customer_id"'],
    ['blind', 'CUSTOMERID', 'CustomerId', '"CustomerId"'],
    ['exact', '`Key`', 'Key', '"Key"'],
  ])('%s: %s is written as the source has it, %s', (nameCase, word, name, sql) => {
    expect(conditionsOf(word, target(nameCase, name)).x).toContain(sql);
    const rule = { type: 'sql', query: 'select max({column}) from {table}', mustBe: 0 };
    expect(compileRule(rule, word, target(nameCase, name)).measures).toEqual([
      expect.objectContaining({ sql: expect.stringContaining(`max(${sql})`) }),
    ]);
  });

  it('are not found where there are two, and both are named', () => {
    const look = (): unknown => conditionsOf('key', target('blind', 'Key', 'KEY'));
    expect(look).toThrow(
      new CheckRefusal('columnNotFound', 'The table has no column key: it could be any of Key and KEY'),
    );
  });

  it.each([
    ['tableColumnNameToExist', { columnName: 'ID' }],
    ['tableColumnToMatchSet', { columnNames: 'ID' }],
  ])('%s tests the name itself', (definition, parameters) => {
    const { judge } = compileDefinition(definition, parameters, undefined, target('blind', 'id'));
    expect(judge([]).status).toBe('Failed');
    expect(compileDefinition(definition, parameters, undefined, target('blind', 'ID')).judge([]).status).toBe(
      'Success',
    );
  });
});
