import type { Engine } from '../engine';
import { type PostgresConfig, postgresFields, readPostgresConfig } from '../postgres/postgres-config';
import { REDSHIFT } from './redshift-dialect';
import { explainRedshift } from './redshift-explain';
import { introspectRedshift, redshiftDatabases } from './redshift-introspect';
import { RedshiftSession } from './redshift-session';

const FIELDS = postgresFields(5_439);

/** Clusters and workgroups of Redshift, by the protocol of PostgreSQL. */
export const redshiftEngine: Engine<PostgresConfig> = {
  name: 'redshift',
  driver: 'pg',
  isPreview: true,
  serviceTypes: ['Redshift'],
  dialect: REDSHIFT,
  typeWords: { dec: 'NUMERIC', wall: 'TIMESTAMP', instant: 'TIMESTAMPZ' },
  hasReadOnlyMode: true,
  schemes: { redshift: 'Redshift' },
  fields: FIELDS,
  readConfig: (config, isOfBefore) => readPostgresConfig(config, isOfBefore, FIELDS),
  connect: (config, context) => RedshiftSession.open(config, context),
  databases: redshiftDatabases,
  databaseName: ({ database }) => database,
  introspect: introspectRedshift,
  explain: explainRedshift,
};
