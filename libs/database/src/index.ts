export { Database } from './database';
export { isDiskFull } from './disk/disk-full';
export { databaseParts, diskPart } from './database-health';
export { DatabaseModule } from './database.module';
export type { Subscription } from './listener';
export { migrateDatabase } from './migrate';
export { isOfAValue, isRepeatable, NOW_MS, run, runPrepared, sqlState, violatedIndex } from './transaction';
export type { PreparedStatement, Transaction } from './transaction';
export {
  claimKey,
  idempotencyToken,
  keepAnswer,
  keepEffect,
  purgeIdempotency,
  releaseKey,
  tokenKey,
} from './idempotency';
export type { IdempotencyToken, KeptAnswer, KeptEffect } from './idempotency';
