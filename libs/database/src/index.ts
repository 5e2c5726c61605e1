export { awaitDatabase, type DatabaseWait } from './await-database';
export { Database } from './database';
export { isDiskFull } from './disk/disk-full';
export { databaseParts, diskPart } from './database-health';
export { DatabaseModule } from './database.module';
export type { Subscription } from './listener';
export { LiveGauges, showProcess, type Reading } from './metrics';
export { migrateDatabase } from './migrate';
export type { LastStatements } from './run-transaction';
export { ResilientClient } from './resilient-client';
export {
  isOfAValue,
  isRepeatable,
  NOW_MS,
  query,
  sqlState,
  violatedIndex,
  type PreparedStatement,
  type Transaction,
} from './transaction';
export {
  CHANGE_EVENT_TYPES,
  recordDeletedResults,
  recordEntityEvents,
  recordResultEvents,
  statusBefore,
  type ChangeEventType,
} from './record-events';
export {
  idempotencyToken,
  keepAnswer,
  once,
  purgeIdempotency,
  tokenKeys,
  type IdempotencyToken,
  type KeptAnswer,
  type Once,
} from './idempotency';
