import type { Engine } from '../engine';
import {
  CLICKHOUSE_FIELDS,
  type ClickhouseConfig,
  explainClickhouse,
  readClickhouseConfig,
} from './clickhouse-connection';
import { CLICKHOUSE } from './clickhouse-dialect';
import { CLICKHOUSE_DATABASE, introspectClickhouse } from './clickhouse-introspect';
import { ClickhouseSession } from './clickhouse-session';

/** Servers of ClickHouse, by HTTP. */
export const clickhouseEngine: Engine<ClickhouseConfig> = {
  name: 'clickhouse',
  driver: '@clickhouse/client',
  serviceTypes: ['Clickhouse'],
  dialect: CLICKHOUSE,
  typeWords: { dec: 'DECIMAL', wall: 'TIMESTAMP', instant: 'TIMESTAMPZ' },
  hasReadOnlyMode: true,
  schemes: { clickhouse: 'Clickhouse' },
  fields: CLICKHOUSE_FIELDS,
  readConfig: readClickhouseConfig,
  connect: (config, context) => ClickhouseSession.open(config, context),
  databases: (_session, config) => Promise.resolve([config]),
  databaseName: () => CLICKHOUSE_DATABASE,
  introspect: introspectClickhouse,
  explain: explainClickhouse,
};
