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
  it.each<[string, object, string[], [node: string, database?: string]]>([
    ['Postgres', { hostPort: 'db:5432', database: 'shop' }, ['postgres://db:5432'], ['1', 'shop']],
    ['Postgres', { hostPort: 'db', database: 'shop' }, ['postgres://db:5432'], ['1', 'shop']],
    ['Postgres', { hostPort: '[::1]:5433' }, ['postgres://[::1]:5433'], ['1']],
    ['Postgres', { hostPort: 'db', database: 'shop', ingestAllDatabases: true }, ['postgres://db:5432'], ['1']],
    ['Cockroach', { hostPort: 'db' }, ['postgres://db:26257'], ['1']],
    ['Mssql', { hostPort: 'db' }, ['mssql://db:1433', 'sqlserver://db:1433'], ['1']],
    ['Trino', { hostPort: 'db:8443', catalog: 'hive' }, ['trino://db:8443'], ['1', 'hive']],
    ['Mysql', { hostPort: 'db:3306' }, ['mysql://db:3306'], ['10']],
    ['MariaDB', { hostPort: 'db:3307', databaseName: 'shop' }, ['mysql://db:3307'], ['11']],
    ['Clickhouse', { hostPort: 'db:8123' }, ['clickhouse://db:8123'], ['10']],
    [
      'Redshift',
      { hostPort: 'sales.abc123.eu-west-1.redshift.amazonaws.com:5439', database: 'dev' },
      ['redshift://sales.eu-west-1:5439', 'redshift://sales.abc123.eu-west-1.redshift.amazonaws.com:5439'],
      ['1', 'dev'],
    ],
    ['Redshift', { hostPort: 'db.example.org' }, ['redshift://db.example.org:5439'], ['1']],
    ['Snowflake', { account: 'org-account', database: 'POC' }, ['snowflake://org-account'], ['1', 'POC']],
    ['Snowflake', { account: 'Org-Account' }, ['snowflake://Org-Account', 'snowflake://org-account'], ['1']],
    ['Snowflake', { account: 'xy1' }, ['snowflake://xy1', 'snowflake://xy1.us-west-1.aws'], ['1']],
    ['Snowflake', { account: 'xy1.eu-west-1' }, ['snowflake://xy1.eu-west-1', 'snowflake://xy1.eu-west-1.aws'], ['1']],
    ['BigQuery', { credentials: { gcpConfig: { projectId: 'project-1' } } }, ['bigquery'], ['1', 'project-1']],
    [
      'Databricks',
      { hostPort: 'https://dbc.example.org:443/', catalog: 'main' },
      [
        ...['unitycatalog://dbc.example.org:443', 'databricks://dbc.example.org:443'],
        ...['unitycatalog://dbc.example.org', 'databricks://dbc.example.org'],
      ],
      ['1', 'main'],
    ],
  ])('%s with %j', (serviceType, config, prefixes, [node, database]) => {
    expect(of(serviceType, config)).toEqual(
      prefixes.map((prefix) => ({ prefix, service: node, derived: true, ...(database && { database }) })),
    );
  });

  it.each([
    ['Datalake', { hostPort: 'db:1' }],
    ['Postgres', {}],
    ['Postgres', { hostPort: 5432 }],
    ['Postgres', undefined],
    ['Mysql', { hostPort: 'db:3306', databaseName: 'gone' }],
    ['Snowflake', {}],
    ['BigQuery', { credentials: { gcpConfig: { projectId: [] } } }],
    ['Databricks', { hostPort: 7 }],
  ])('none of %s with %j', (serviceType, config) => {
    expect(of(serviceType, config)).toEqual([]);
  });

  it('are for each project of BigQuery', () => {
    const rules = of('BigQuery', { credentials: { gcpConfig: { projectId: ['a', 'b'] } } });
    expect(rules.map(({ prefix, database }) => [prefix, database])).toEqual([
      ['bigquery', 'a'],
      ['bigquery', 'b'],
    ]);
  });

  it('are none where two services have the same', () => {
    const config = { hostPort: 'db:5432', database: 'shop' };
    expect(derivedRules([service('Postgres', config), service('Postgres', config, '2')])).toEqual([]);
    const other = service('Postgres', { ...config, database: 'hr' }, '2');
    expect(derivedRules([service('Postgres', config), other]).map((rule) => rule.database)).toEqual(['shop', 'hr']);
  });
});
