import type { ContractColumn } from './contract-document';
import { type AgainstAsset, checkAgainstAsset } from './schema-against-asset';
import { typeWarnings } from './type-warnings';

const col = (name: string, ...children: ContractColumn[]): ContractColumn => ({
  name,
  dataType: children.length ? 'STRUCT' : 'INT',
  ...(children.length ? { children } : {}),
});

const table = (serviceType: string, ...names: (string | ContractColumn)[]) => ({
  serviceType,
  columns: names.map((one) => (typeof one === 'string' ? col(one) : one)),
});

type Schema = (string | ContractColumn)[];

const faults = (schema: Schema, asset: object, more?: AgainstAsset): string[] =>
  checkAgainstAsset(
    { schema: schema.map((one) => (typeof one === 'string' ? col(one) : one)) },
    'table',
    asset as Record<string, unknown>,
    more,
  ).map(({ field, message }) => `${field}: ${message}`);

describe('names of columns', () => {
  it.each<[string, string, Schema]>([
    ['Snowflake', 'CUSTOMER_ID', ['customer_id']],
    ['Snowflake', 'CUSTOMER_ID', ['Customer_Id']],
    ['Snowflake', 'CustomerId', ['"CustomerId"']],
    ['Postgres', 'customer_id', ['CUSTOMER_ID']],
    ['Mysql', 'CustomerId', ['CUSTOMERID']],
    ['Datalake', 'CustomerId', ['CUSTOMERID']],
    ['CustomDatabase', 'CustomerId', ['[CustomerId]']],
  ])('of %s: %s is found as %j', (serviceType, name, schema) => {
    expect(faults(schema, table(serviceType, name))).toEqual([]);
  });

  it.each<[string, string[], string, string]>([
    ['Snowflake', ['CustomerId'], 'customerid', 'allowed: CustomerId'],
    ['Postgres', ['CUSTOMER_ID'], 'customer_id', 'allowed: CUSTOMER_ID'],
    ['Clickhouse', ['id'], 'ID', 'allowed: id'],
    ['Mysql', ['id'], '"ID"', 'allowed: id'],
  ])('of %s: %j has none that is %s', (serviceType, names, word, hint) => {
    expect(faults([word], table(serviceType, ...names))).toEqual([expect.stringContaining(hint)]);
  });

  it('name both candidates where two could be meant', () => {
    expect(faults(['key'], table('Mssql', 'Key', 'KEY'))).toEqual([
      'schema[0].name: the table has no column key: it could be any of Key and KEY; allowed: Key, KEY',
    ]);
    expect(faults(['Key', 'KEY'], table('Mssql', 'Key', 'KEY'))).toEqual([]);
    expect(faults(['Key', 'KEY'], table('Snowflake', 'Key', 'KEY'))).toEqual([]);
  });

  it('are looked up level by level', () => {
    const asset = table('BigQuery', col('Home', col('Zip')));
    expect(faults([col('home', col('ZIP'))], asset)).toEqual([]);
    expect(faults([col('home', col('zap'))], asset)).toEqual([expect.stringContaining('no column home.zap')]);
  });

  it('of SLA and row filters are looked up alike', () => {
    const asset = table('Snowflake', 'LOADED_AT', col('HOME', col('ZIP'))) as Record<string, unknown>;
    const fields = (columnName: string): string[] =>
      checkAgainstAsset(
        { sla: { columnName }, security: { policies: [{ rowFilters: [{ columnName }] }] } },
        'table',
        asset,
      ).map(({ field }) => field);
    for (const name of ['loaded_at', 'home.zip', 'zip', '"LOADED_AT"'])
      expect([name, fields(name)]).toEqual([name, []]);
    for (const name of ['"loaded_at"', 'loaded'])
      expect([name, fields(name)]).toEqual([name, ['sla.columnName', 'security.policies[0].rowFilters[0].columnName']]);
  });

  it('of one column are there twice, whether columns may drift or not', () => {
    const asset = table('Snowflake', 'ID');
    const twice = ['schema[1].name: the column ID is there twice on Snowflake, see schema[0] (id)'];
    expect(faults(['id', 'ID'], asset)).toEqual(twice);
    expect(faults(['id', 'ID'], asset, { allowDrift: true })).toEqual(twice);
    expect(faults(['id', 'ID'], table('Clickhouse', 'ID'), { allowDrift: true })).toEqual([]);
    // Where case is ignored, no table can have both.
    expect(faults(['new', 'NEW'], table('Mysql', 'id'), { allowDrift: true })).toHaveLength(1);
    expect(faults(['new', 'NEW'], asset, { allowDrift: true })).toEqual([]);
    expect(faults([col('home', col('zip'), col('ZIP'))], table('Hive', col('Home', col('zip'))))).toEqual([
      'schema[0].children[1].name: the column ZIP is there twice on Hive, see schema[0].children[0] (zip)',
    ]);
  });

  it('that are stored twice stay', () => {
    const previous = { schema: [col('id'), col('ID')] };
    expect(faults(['id', 'ID'], table('Snowflake', 'ID'), { previous })).toEqual([]);
    expect(faults(['id', 'ID', 'Id'], table('Snowflake', 'ID'), { previous })).toHaveLength(1);
  });

  it('lead to the types that are warned of', () => {
    const schema = [{ name: 'id', dataType: 'DATE' }];
    expect(typeWarnings({ schema }, 'table', table('Snowflake', 'ID'))).toHaveLength(1);
    expect(typeWarnings({ schema }, 'table', table('CustomDatabase', 'ID'))).toEqual([]);
  });
});
