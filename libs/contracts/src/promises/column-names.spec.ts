import { platformOf } from '@app/datatypes';
import type { ContractColumn, ContractDocument } from '../document/contract-document';
import { diffContracts, raisesMajor } from '../registry/contract-diff';

const col = (name: string, more: object = {}): ContractColumn => ({ name, dataType: 'INT', ...more });
const schema = (...names: string[]): ContractDocument => ({ schema: names.map((name) => col(name)) });

/** `<path> <compatibility>` of each change. @param existing columns of the asset, where they are known */
function changes(
  serviceType: string,
  before: ContractDocument,
  after: ContractDocument,
  existing?: readonly string[],
): string[] {
  const asset = {
    platform: platformOf(serviceType),
    ...(existing && { columns: existing.map((name) => col(name)) }),
  };
  return diffContracts(before, after, asset).map(({ path, compatibility }) => `${path} ${compatibility}`);
}

describe('names that mean one column of the asset', () => {
  it.each<[string, string, string, string[] | undefined]>([
    ['Snowflake', 'customer_id', 'CUSTOMER_ID', ['CUSTOMER_ID']],
    ['Snowflake', 'customer_id', 'CUSTOMER_ID', undefined],
    ['Snowflake', 'Customer_Id', 'customer_id', undefined],
    ['Snowflake', '"CustomerId"', 'CustomerId', ['CustomerId']],
    ['Postgres', 'ID', 'id', ['id']],
    ['Mysql', 'Id', 'iD', ['ID']],
    ['Clickhouse', '`Id`', 'Id', ['Id']],
  ])('on %s: %s becomes %s, as info', (serviceType, from, to, existing) => {
    expect(changes(serviceType, schema('a', from), schema('a', to), existing)).toEqual([
      expect.stringMatching(/^schema\..* info$/),
    ]);
    expect(
      changes(serviceType, schema(from, 'a'), schema('a', to), existing).every((one) => one.endsWith('info')),
    ).toBe(true);
  });

  it.each<[string, string, string, string[] | undefined]>([
    ['Clickhouse', 'id', 'ID', ['ID']],
    ['Snowflake', 'Key', 'KEY', ['Key', 'KEY']],
    ['Mssql', 'Key', 'KEY', ['Key', 'KEY']],
    ['Snowflake', '"id"', 'ID', undefined],
    ['Postgres', 'id', 'key', undefined],
  ])('on %s %s and %s are two', (serviceType, from, to, existing) => {
    expect(changes(serviceType, schema(from), schema(to), existing)).toEqual([expect.stringMatching(/ breaking$/)]);
  });

  it('are told, and lead to the changes of that column', () => {
    const [renamed, ...others] = diffContracts(
      {
        schema: [col('id', { dataType: 'INT', constraint: 'PRIMARY_KEY' }), col('line', { constraint: 'PRIMARY_KEY' })],
      },
      {
        schema: [
          col('LINE', { constraint: 'PRIMARY_KEY' }),
          col('ID', { dataType: 'SMALLINT', constraint: 'PRIMARY_KEY' }),
        ],
      },
      { platform: platformOf('Oracle') },
    );
    expect(renamed).toMatchObject({
      path: 'schema.line',
      from: 'line',
      to: 'LINE',
      reason: 'LINE is the same column on Oracle',
    });
    expect(others.map(({ path, compatibility }) => `${path} ${compatibility}`)).toEqual([
      'schema.id info',
      'schema.id.dataType breaking',
      'schema info',
    ]);
  });

  it('are matched level by level', () => {
    const nested = (parent: string, child: string) => ({
      schema: [{ ...col(parent), dataType: 'STRUCT', children: [col(child)] }],
    });
    expect(changes('BigQuery', nested('home', 'zip'), nested('HOME', 'Zip'))).toEqual([
      'schema.home info',
      'schema.home.zip info',
    ]);
    expect(changes('BigQuery', nested('home', 'zip'), nested('HOME', 'zap'))).toContain('schema.home.zip breaking');
  });

  it('in rules, SLA and row filters are info as well', () => {
    const document = (column: string, most = 0) => ({
      odcsQualityRules: [{ name: 'n', type: 'library', metric: 'nullValues', column, mustBeLessOrEqualTo: most }],
      sla: { maxLatency: 'P1D', columnName: column },
      security: { policies: [{ accessPolicy: 'read', rowFilters: [{ columnName: column, values: ['1'] }] }] },
    });
    expect(changes('Snowflake', document('id'), document('ID'))).toEqual([
      'odcsQualityRules.n info',
      'sla.columnName info',
    ]);
    expect(changes('Snowflake', document('id'), document('ID', 1))).toContain('odcsQualityRules.n breaking');
    expect(
      changes('Snowflake', document('id'), document('other')).filter((one) => one.endsWith('breaking')),
    ).toHaveLength(3);
    expect(
      changes('CustomDatabase', document('id'), document('ID')).filter((one) => one.endsWith('breaking')),
    ).toHaveLength(3);
  });

  it('raise no major version', () => {
    expect(raisesMajor(schema('id'), schema('ID'), { platform: platformOf('Snowflake') })).toBe(false);
    expect(raisesMajor(schema('id'), schema('ID'))).toBe(true);
  });
});
