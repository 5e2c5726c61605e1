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
export { backgroundPart, commitsPart, databaseParts, diskPart, faultState, writesPart } from './database-health';
export { DatabaseModule } from './database.module';
export type { Subscription } from './listener';
export { AGAIN_MS, FALLBACK_MS, NotifiedTask } from './notified-task';
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
  isReadOnly,
  isRepeatable,
  NOW_MS,
  planOnce,
  query,
  sqlState,
  STATEMENT_MS,
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
  answeredRun,
  idempotencyToken,
  keepAnswer,
  once,
  purgeIdempotency,
  tokenKeys,
  type AnswerOfRun,
  type IdempotencyToken,
  type RecordedAnswer,
  type Once,
} from './idempotency';
export { endOfRetention, PURGE_BLOCK, purgeInBlocks } from './purge';
export {
  CallerChanged,
  type AskVersion,
  type CallerCheck,
  type CallerQuestion,
  type VersionQuestion,
  type VersionSql,
  type WithinStatement,
} from './version-question';
export { BoundValues, type Bind, type BoundCondition } from './lists/bound-values';
export { Conditions } from './lists/conditions';
export { KeysetOrder, type SortColumn, type SortDirection } from './lists/keyset-order';
export { KeysetQuery, onlyAfter, type CountedRows, type KeysetRequest, type KeysetRows } from './lists/keyset-query';
