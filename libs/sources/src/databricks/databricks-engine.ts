import { NODE_DRIVER } from '../connect/driver';
import type { Engine } from '../engine';
import {
  DATABRICKS_FIELDS,
  DATABRICKS_LOGINS,
  type DatabricksConfig,
  readDatabricksConfig,
} from './databricks-connection';
import { DATABRICKS } from './databricks-dialect';
import { explainDatabricks } from './databricks-explain';
import { catalogOf, databricksCatalogs, introspectDatabricks } from './databricks-introspect';
import { DatabricksSession } from './databricks-session';

/** Catalogs of workspaces of Databricks, by the API of its SQL warehouses: the driver that there is takes no address that was judged. */
export const databricksEngine: Engine<DatabricksConfig> = {
  name: 'databricks',
  driver: NODE_DRIVER,
  isPreview: true,
  serviceTypes: ['Databricks', 'UnityCatalog'],
  dialect: DATABRICKS,
  typeWords: { dec: 'DECIMAL', wall: 'TIMESTAMP', instant: 'TIMESTAMPZ' },
  hasReadOnlyMode: false,
  schemes: { databricks: 'Databricks' },
  fields: DATABRICKS_FIELDS,
  logins: DATABRICKS_LOGINS,
  readConfig: readDatabricksConfig,
  connect: (config, context) => DatabricksSession.open(config, context),
  databases: databricksCatalogs,
  databaseName: catalogOf,
  introspect: introspectDatabricks,
  explain: explainDatabricks,
};
