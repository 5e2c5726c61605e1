import { NODE_DRIVER } from '../connect/driver';
import type { Engine } from '../engine';
import { explainTrino, readTrinoConfig, TRINO_FIELDS, type TrinoConfig } from './trino-connection';
import { TRINO } from './trino-dialect';
import { introspectTrino } from './trino-introspect';
import { TrinoSession } from './trino-session';

/**
 * Catalogs of clusters of Trino. Its protocol is spoken here: the driver that there is loses the digits of long integers, and takes no
 * address that was judged.
 */
export const trinoEngine: Engine<TrinoConfig> = {
  name: 'trino',
  driver: NODE_DRIVER,
  serviceTypes: ['Trino'],
  dialect: TRINO,
  typeWords: { dec: 'DECIMAL', wall: 'TIMESTAMP', instant: 'TIMESTAMPZ' },
  hasReadOnlyMode: true,
  schemes: { trino: 'Trino' },
  fields: TRINO_FIELDS,
  readConfig: readTrinoConfig,
  connect: (config, context) => TrinoSession.open(config, context),
  databases: (_session, config) => Promise.resolve([config]),
  databaseName: ({ catalog }) => catalog,
  introspect: introspectTrino,
  explain: explainTrino,
};
