import type { Engine } from './engine';
import { bigQueryEngine } from './bigquery/bigquery-engine';
import { clickhouseEngine } from './clickhouse/clickhouse-engine';
import { databricksEngine } from './databricks/databricks-engine';
import { filesEngine } from './files/files-engine';
import { mssqlEngine } from './mssql/mssql-engine';
import { mysqlEngine } from './mysql/mysql-engine';
import { postgresEngine } from './postgres/postgres-engine';
import { redshiftEngine } from './redshift/redshift-engine';
import { snowflakeEngine } from './snowflake/snowflake-engine';
import { trinoEngine } from './trino/trino-engine';

/** List of all engines, each with its own config, which only the engine itself reads. */
export const ENGINES: readonly Engine[] = [
  postgresEngine as Engine,
  mysqlEngine as Engine,
  filesEngine as Engine,
  clickhouseEngine as Engine,
  trinoEngine as Engine,
  redshiftEngine as Engine,
  snowflakeEngine as Engine,
  mssqlEngine as Engine,
  bigQueryEngine as Engine,
  databricksEngine as Engine,
];

/** Finds the engine that reads services of a type; undefined where there is none. */
export function engineOf(serviceType: string): Engine | undefined {
  return ENGINES.find(({ serviceTypes }) =>
    serviceTypes.some((one) => one.toLowerCase() === serviceType.toLowerCase()),
  );
}
