import { platformOf } from '@app/datatypes';
import { checkSchema } from '../schema-check';
import { asset, column, key, struct } from './schema-case';

const on = (
  serviceType: string,
  columns: Parameters<typeof asset>[0],
  constraints: Parameters<typeof asset>[1] = [],
) => ({
  ...asset(columns, constraints),
  platform: platformOf(serviceType),
});

describe('names of columns', () => {
  it('are looked up as the platform does, and the result says so', () => {
    const verdict = checkSchema({
      contractColumns: [column('customer_id INT'), column('NAME TEXT'), struct('home', column('"Zip" INT'))],
      asset: on('Snowflake', [column('CUSTOMER_ID INT'), column('NAME TEXT'), struct('HOME', column('Zip INT'))]),
    });
    expect(verdict).toMatchObject({ passed: 4, failed: 0, failedFields: [] });
    expect(verdict.notes).toEqual([
      { field: 'customer_id', message: 'customer_id is CUSTOMER_ID on Snowflake' },
      { field: 'home', message: 'home is HOME on Snowflake' },
      { field: 'home."""Zip"""', message: '"Zip" is Zip on Snowflake' },
    ]);
  });

  it('fail as the contract writes them', () => {
    const verdict = checkSchema({
      contractColumns: [column('customer_id DATE'), column('key INT')],
      asset: on('Mssql', [column('CUSTOMER_ID INT'), column('Key INT'), column('KEY INT')]),
    });
    expect(verdict.failedFields).toEqual(['customer_id', 'key']);
    expect(verdict.details[1]?.message).toBe('is missing in the asset: it could be any of Key and KEY');
  });

  it('that mean one column stand there twice', () => {
    const verdict = checkSchema({
      contractColumns: [column('id INT'), column('ID INT')],
      asset: on('Snowflake', [column('ID INT')]),
    });
    expect(verdict.details).toEqual([{ field: 'ID', message: 'stands more than once in the contract' }]);
  });

  it('are no extra columns, and in order', () => {
    const verdict = (...names: string[]) =>
      checkSchema({
        contractColumns: names.map((name) => column(`${name} INT`)),
        asset: on('Snowflake', [column('A INT'), column('B INT')]),
        policy: { types: 'compatible', extraColumns: 'forbid', order: 'same' },
      }).failedFields;
    expect(verdict('a', 'b')).toEqual([]);
    expect(verdict('a')).toEqual(['B']);
    expect(verdict('b', 'a')).toEqual(['b', 'a']);
  });

  it('lead to what the asset declares', () => {
    const constraints = {
      contractColumns: [column('a INT PRIMARY_KEY'), column('b INT PRIMARY_KEY'), column('c INT NOT_NULL')],
    };
    const columns = [column('A INT'), column('B INT'), column('C INT NOT_NULL')];
    expect(checkSchema({ ...constraints, asset: on('Snowflake', columns, [key('A', 'B')]) }).failedFields).toEqual([]);
    expect(checkSchema({ ...constraints, asset: on('Snowflake', columns, [key('A')]) }).failedFields).toEqual(['b']);
    const values = { enforcement: { notNull: true, unique: true } };
    const enforced = checkSchema({ ...constraints, asset: on('Oracle', columns, [key('A', 'B')]), values });
    expect(enforced.outcomes?.get('schema.primaryKey')).toEqual({ state: 'held', by: 'engine' });
  });

  it('of other platforms are exact', () => {
    const verdict = checkSchema({ contractColumns: [column('id INT')], asset: on('Clickhouse', [column('ID INT')]) });
    expect(verdict).toMatchObject({ failedFields: ['id'], details: [{ message: 'is missing in the asset' }] });
  });
});
