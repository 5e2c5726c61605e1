/**
 * How an engine compares names. A folding one folds names without quotes, and compares what it has folded letter by letter; a blind one
 * ignores case.
 */
export type NameCase = 'foldsDown' | 'foldsUp' | 'blind' | 'exact';

export interface NameCases {
  readonly columns: NameCase;
  /** Databases, schemas and tables. */
  readonly tables: NameCase;
}

/** By serviceType; every other one, and what is no table, compares exactly. */
const CASES: readonly (readonly [NameCases, ...serviceTypes: string[]])[] = [
  [{ columns: 'foldsDown', tables: 'foldsDown' }, ...['Postgres', 'Timescale', 'Greenplum', 'Cockroach', 'Cassandra']],
  [{ columns: 'foldsUp', tables: 'foldsUp' }, ...['Snowflake', 'Oracle', 'Db2', 'SapHana', 'Exasol']],
  [
    { columns: 'blind', tables: 'exact' },
    ...['Mysql', 'MariaDB', 'SingleStore', 'Doris', 'StarRocks', 'BigQuery', 'Datalake'],
  ],
  [
    { columns: 'blind', tables: 'blind' },
    ...['Redshift', 'Mssql', 'AzureSQL', 'Synapse', 'Fabric', 'Teradata', 'Vertica', 'SQLite'],
    ...['Databricks', 'UnityCatalog', 'Spark', 'DeltaLake', 'Hive', 'Impala', 'Glue', 'Athena', 'Trino', 'Presto'],
  ],
];

export const EXACT_NAMES: NameCases = { columns: 'exact', tables: 'exact' };

/** The serviceTypes whose names do not compare exactly. */
export const NAME_CASES: ReadonlyMap<string, NameCases> = new Map(
  CASES.flatMap(([cases, ...serviceTypes]) => serviceTypes.map((type) => [type, cases] as const)),
);
