import { assertSchemaCompatibility, LATEST_SCHEMA_VERSION, runMigrations, SchemaMigrationRequiredError } from 'bullmq';
import { ResilientClient } from '@app/database';
import type { Client } from 'pg';
import { QUEUE_SCHEMA, requiredDatabaseUrl, type QueueSettings } from './connection';
import { isOnRedis } from './redis/redis-client';

/**
 * Migrates the queue's tables to the version this program needs; no-op on Redis. Safe to call concurrently: BullMQ
 * uses an advisory lock.
 *
 * @returns whether there was something to make
 */
export async function migrateQueue(settings: QueueSettings): Promise<boolean> {
  if (isOnRedis(settings)) return false;
  const client = new ResilientClient({ connectionString: settings.databaseDirectUrl ?? requiredDatabaseUrl(settings) });
  await client.connect();
  try {
    if (await isCurrent(client)) return false;
    await runMigrations(client, QUEUE_SCHEMA);
    return true;
  } finally {
    await client.end();
  }
}

/** Checking first avoids the lock and the DDL at each start. */
async function isCurrent(client: Client): Promise<boolean> {
  try {
    return (await assertSchemaCompatibility(client, QUEUE_SCHEMA)) >= LATEST_SCHEMA_VERSION;
  } catch (error) {
    if (error instanceof SchemaMigrationRequiredError) return false;
    throw error;
  }
}
