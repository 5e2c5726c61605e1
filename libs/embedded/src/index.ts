export { EmbeddedPostgresError, type EmbeddedPostgresFailure } from './embedded-postgres.error';
export {
  findAdministrator,
  findEmbeddedPostgres,
  startEmbeddedPostgres,
  stopEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './embedded-postgres';
export { makeDataDirectory } from './cluster/data-layout';
export { withClient } from './with-client';
export { exitWithParent } from './exit-with-parent';
export { freePort } from './server/free-port';
export { isProcessAlive, processStartTime } from './server/process-identity';
export { takeBackup } from './backup/take-backup';
export { restoreBackup } from './backup/restore-backup';
