import { SHARED_PARTS } from '@app/catalog/pure';
import { platformOf, relateFound, relatePromises } from '@app/datatypes';

const DATA_TYPES = (SHARED_PARTS.Column?.properties?.dataType as { anyCase: readonly string[] }).anyCase;
const SERVICE_TYPES = [
  ...['CustomDatabase', 'Snowflake', 'BigQuery', 'Redshift', 'Databricks', 'Vertica', 'Teradata', 'Exasol'],
  ...['Postgres', 'Cockroach', 'Mysql', 'MariaDB', 'Mssql', 'Oracle', 'Db2', 'SapHana', 'SQLite', 'Hive', 'Trino'],
  ...['Iceberg', 'DuckDB', 'Clickhouse', 'Doris', 'UnityCatalog', 'Athena', 'Glue', 'AzureSQL', 'Greenplum', 'Spark'],
];

/** Where integers are decimals, none has 128 bits. */
const isBeyond = (type: string, dataType: string): boolean =>
  dataType === 'LARGEINT' && ['Snowflake', 'Oracle', 'Exasol'].includes(type);

describe('every dataType of a column', () => {
  it.each(SERVICE_TYPES)('keeps its own promise on %s', (type) => {
    const platform = platformOf(type);
    const broken = DATA_TYPES.filter((dataType) => {
      const column = { dataType };
      return !isBeyond(type, dataType) && relateFound(column, column, platform).outcome === 'broken';
    });
    expect(broken).toEqual([]);
  });

  it('is no change of a promise', () => {
    const changed = DATA_TYPES.filter(
      (dataType) => relatePromises({ dataType }, { dataType }, platformOf()).outcome !== 'same',
    );
    expect(changed).toEqual([]);
  });
});
