import type { Engine } from '../engine';
import { explainMssql, MSSQL_FIELDS, type MssqlConfig, readMssqlConfig } from './mssql-connection';
import { MSSQL } from './mssql-dialect';
import { databaseOf, introspectMssql, mssqlDatabases } from './mssql-introspect';
import { MssqlSession } from './mssql-session';

/** Servers of SQL Server, and databases of Azure SQL. */
export const mssqlEngine: Engine<MssqlConfig> = {
  name: 'mssql',
  driver: 'mssql',
  isPreview: true,
  serviceTypes: ['Mssql'],
  dialect: MSSQL,
  typeWords: { dec: 'DECIMAL', wall: 'TIMESTAMP', instant: 'TIMESTAMPZ' },
  hasReadOnlyMode: false,
  schemes: { mssql: 'Mssql', sqlserver: 'Mssql' },
  fields: MSSQL_FIELDS,
  readConfig: readMssqlConfig,
  connect: (config, context) => MssqlSession.open(config, context),
  databases: mssqlDatabases,
  databaseName: databaseOf,
  introspect: introspectMssql,
  explain: explainMssql,
};
