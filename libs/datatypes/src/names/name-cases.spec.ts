import { platformOf } from '../platforms';

/** `columns tables` of a serviceType. */
const casesOf = (serviceType?: string): string => {
  const { columns, tables } = platformOf(serviceType).names;
  return `${columns} ${tables}`;
};

describe('the names of platforms', () => {
  it.each([
    ['foldsDown foldsDown', 'Postgres Timescale Greenplum Cockroach Cassandra'],
    ['foldsUp foldsUp', 'Snowflake Oracle Db2 SapHana Exasol'],
    ['blind exact', 'Mysql MariaDB SingleStore Doris StarRocks BigQuery Datalake'],
    ['blind blind', 'Redshift Mssql AzureSQL Synapse Fabric Teradata Vertica SQLite Databricks UnityCatalog Spark'],
    ['blind blind', 'DeltaLake Hive Impala Glue Athena Trino Presto'],
    ['exact exact', 'Clickhouse DuckDB Iceberg CustomDatabase Kafka Avro Parquet constructor'],
  ])('%s: %s', (cases, types) => {
    for (const type of types.split(' ')) expect([type, casesOf(type)]).toEqual([type, cases]);
  });

  it('are found by serviceType in any case', () => {
    expect(casesOf('SNOWFLAKE')).toBe('foldsUp foldsUp');
    expect(casesOf('datalake')).toBe('blind exact');
    expect(casesOf()).toBe('exact exact');
  });

  it('a platform with rules for names alone has the portable words', () => {
    expect(platformOf('Datalake')).toMatchObject({ shownName: 'Datalake', words: platformOf().words });
  });
});
