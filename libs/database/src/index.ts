export { Database } from './database';
export type { PreparedStatement } from './database';
export { DatabaseModule } from './database.module';
export type { Subscription } from './listener';
export { migrateDatabase } from './migrate';
export { isRepeatable, NOW_MS, run, sqlState, violatedIndex } from './transaction';
export type { Transaction } from './transaction';
export { claimKey, idempotencyToken, keepAnswer, keepEffect, purgeIdempotency } from './idempotency';
export type { IdempotencyToken, KeptAnswer, KeptEffect } from './idempotency';
