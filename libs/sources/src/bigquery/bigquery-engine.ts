import { NODE_DRIVER } from '../connect/driver';
import type { Engine } from '../engine';
import { BIGQUERY_FIELDS, type BigQueryConfig, readBigQueryConfig } from './bigquery-connection';
import { BIGQUERY } from './bigquery-dialect';
import { explainBigQuery } from './bigquery-explain';
import { introspectBigQuery } from './bigquery-introspect';
import { BigQuerySession } from './bigquery-session';

/** Projects of BigQuery, by its REST API: the driver that there is looks up names by itself and asks other hosts for its token. */
export const bigQueryEngine: Engine<BigQueryConfig> = {
  name: 'bigquery',
  driver: NODE_DRIVER,
  isPreview: true,
  serviceTypes: ['BigQuery'],
  dialect: BIGQUERY,
  typeWords: { dec: 'NUMERIC', wall: 'DATETIME', instant: 'TIMESTAMP' },
  hasReadOnlyMode: false,
  fields: BIGQUERY_FIELDS,
  readConfig: readBigQueryConfig,
  connect: (config, context) => BigQuerySession.open(config, context),
  databases: (_session, config) => Promise.resolve(config.projects.map((project) => ({ ...config, project }))),
  databaseName: ({ project }) => project,
  introspect: (session, config, scope) => introspectBigQuery(session as BigQuerySession, config, scope),
  explain: explainBigQuery,
};
