export { awaitDatabase, type DatabaseWait } from './await-database';
export { Database } from './database';
export {
  bigintArray,
  binaryArray,
  booleanArray,
  float8Array,
  integerArray,
  jsonbArray,
  uuidArray,
} from './rows/binary-array';
export { readPreparedOn, type RowShapes, type TextRow } from './rows/prepared-read';
export { RowColumns, type RowBytes } from './rows/row-bytes';
export { isDiskFull } from './disk/disk-full';
export { backgroundPart, commitsPart, databaseParts, diskPart, faultState } from './database-health';
export { DatabaseModule } from './database.module';
export type { Subscription } from './listener';
export { LARGE_PAGE, LargeReads } from './large-reads';
export type { Reading } from './metrics/live-gauges';
export { showHealth, showProcess } from './metrics/process-metrics';
export { QueryGauges, type QueryGauge } from './metrics/query-gauges';
export { FreshPool } from './connection/fresh-pool';
export { migrateDatabase } from './migrate';
export { lostConnections, ResilientClient } from './resilient-client';
export {
  behindSavepoint,
  isLocked,
  isOfAValue,
  isRepeatable,
  NOW_MS,
  planOnce,
  query,
  sqlState,
  violatedIndex,
  type PreparedStatement,
  type Transaction,
} from './transaction';
export { isOutage, isUnavailable } from './unavailable';
export { AUDITED_ACTIONS, recordAction, type AuditedAction } from './record-action';
export {
  CHANGE_EVENT_TYPES,
  digestBefore,
  digestOf,
  recordDeletedResults,
  recordEntityEvents,
  recordResultEvents,
  statusBefore,
  type ChangeEventType,
} from './record-events';
export {
  idempotencyToken,
  keepAnswer,
  replayedRun,
  once,
  purgeIdempotency,
  tokenKeys,
  type IdempotencyToken,
  type RecordedAnswer,
  type Once,
} from './idempotency';
export { endOfRetention, PURGE_BLOCK, purgeInBlocks } from './purge';
