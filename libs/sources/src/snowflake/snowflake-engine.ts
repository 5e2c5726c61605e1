import type { Engine } from '../engine';
import {
  explainSnowflake,
  readSnowflakeConfig,
  SNOWFLAKE_FIELDS,
  SNOWFLAKE_LOGINS,
  type SnowflakeConfig,
} from './snowflake-connection';
import { SNOWFLAKE } from './snowflake-dialect';
import { databaseOf, introspectSnowflake, snowflakeDatabases } from './snowflake-introspect';
import { SnowflakeSession } from './snowflake-session';

/** Accounts of Snowflake. */
export const snowflakeEngine: Engine<SnowflakeConfig> = {
  name: 'snowflake',
  driver: 'snowflake-sdk',
  isPreview: true,
  serviceTypes: ['Snowflake'],
  dialect: SNOWFLAKE,
  typeWords: { dec: 'NUMBER', wall: 'TIMESTAMP', instant: 'TIMESTAMPZ' },
  hasReadOnlyMode: false,
  schemes: { snowflake: 'Snowflake' },
  fields: SNOWFLAKE_FIELDS,
  logins: SNOWFLAKE_LOGINS,
  readConfig: readSnowflakeConfig,
  connect: (config, context) => SnowflakeSession.open(config, context),
  databases: snowflakeDatabases,
  databaseName: databaseOf,
  introspect: introspectSnowflake,
  explain: explainSnowflake,
};
