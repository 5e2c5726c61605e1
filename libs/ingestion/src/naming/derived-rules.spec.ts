import { derivedRules, type ReadService } from './derived-rules';

const service = (serviceType: string, config: unknown, node = '1'): ReadService => ({
  ...{ node, serviceType, config },
  databases: [
    { node: '10', name: 'default' },
    { node: '11', name: 'shop' },
  ],
});
const of = (serviceType: string, config: unknown) => derivedRules([service(serviceType, config)]);

describe('rules that follow from services', () => {
  it.each([
    ['Postgres', { hostPort: 'db:5432', database: 'shop' }, 'postgres://db:5432', '1', 'shop'],
    ['Postgres', { hostPort: 'db', database: 'shop' }, 'postgres://db:5432', '1', 'shop'],
    ['Postgres', { hostPort: '[::1]:5433' }, 'postgres://[::1]:5433', '1', undefined],
    ['Mssql', { hostPort: 'db' }, 'mssql://db:1433', '1', undefined],
    ['Trino', { hostPort: 'db:8443', catalog: 'hive' }, 'trino://db:8443', '1', 'hive'],
    ['Mysql', { hostPort: 'db:3306' }, 'mysql://db:3306', '10', undefined],
    ['MariaDB', { hostPort: 'db:3307', databaseName: 'shop' }, 'mysql://db:3307', '11', undefined],
  ])('%s with %j', (serviceType, config, prefix, node, database) => {
    expect(of(serviceType, config)).toEqual([
      { prefix, service: node, derived: true, ...(database !== undefined && { database }) },
    ]);
  });

  it.each([
    ['Datalake', { hostPort: 'db:1' }],
    ['Postgres', {}],
    ['Postgres', { hostPort: 5432 }],
    ['Postgres', undefined],
    ['Mysql', { hostPort: 'db:3306', databaseName: 'gone' }],
  ])('none of %s with %j', (serviceType, config) => {
    expect(of(serviceType, config)).toEqual([]);
  });

  it('are none where two services have the same', () => {
    const config = { hostPort: 'db:5432', database: 'shop' };
    expect(derivedRules([service('Postgres', config), service('Postgres', config, '2')])).toEqual([]);
    const other = service('Postgres', { ...config, database: 'hr' }, '2');
    expect(derivedRules([service('Postgres', config), other]).map((rule) => rule.database)).toEqual(['shop', 'hr']);
  });
});
