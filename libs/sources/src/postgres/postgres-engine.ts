import type { Engine } from '../engine';
import { POSTGRES_FIELDS, type PostgresConfig, readPostgresConfig } from './postgres-config';
import { POSTGRES } from './postgres-dialect';
import { explainPostgres } from './postgres-explain';
import { introspectPostgres, postgresDatabases } from './postgres-introspect';
import { PostgresSession } from './postgres-session';

export const postgresEngine: Engine<PostgresConfig> = {
  name: 'postgres',
  driver: 'pg',
  serviceTypes: ['Postgres', 'Timescale', 'Cockroach', 'Greenplum'],
  dialect: POSTGRES,
  typeWords: { dec: 'NUMERIC', wall: 'TIMESTAMP', instant: 'TIMESTAMPZ' },
  hasReadOnlyMode: true,
  schemes: {
    ...{ postgres: 'Postgres', postgresql: 'Postgres', timescaledb: 'Timescale' },
    ...{ cockroachdb: 'Cockroach', greenplum: 'Greenplum' },
  },
  fields: POSTGRES_FIELDS,
  readConfig: (config, isOfBefore) => readPostgresConfig(config, isOfBefore),
  connect: (config, context) => PostgresSession.open(config, context),
  databases: postgresDatabases,
  databaseName: ({ database }) => database,
  introspect: introspectPostgres,
  explain: explainPostgres,
};
