import { assertSchemaCompatibility, LATEST_SCHEMA_VERSION, runMigrations, SchemaMigrationRequiredError } from 'bullmq';
import { Client } from 'pg';
import { QUEUE_SCHEMA } from './connection';
import { requiredDatabaseUrl } from './queue-settings';
import type { QueueSettings } from './queue-settings';

/**
 * Brings the queue's tables to what this program needs; nothing to do on Redis. Several processes may call it at once:
 * BullMQ works under an advisory lock.
 */
export async function migrateQueue(settings: QueueSettings): Promise<void> {
  if (settings.redisUrl) return;
  const client = new Client({ connectionString: requiredDatabaseUrl(settings) });
  // A connection that is cut while it works rejects the query; the event beside it must not end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    if (!(await isCurrent(client))) await runMigrations(client, QUEUE_SCHEMA);
  } finally {
    await client.end();
  }
}

/** Asking first spares the lock and the DDL at each start. */
async function isCurrent(client: Client): Promise<boolean> {
  try {
    return (await assertSchemaCompatibility(client, QUEUE_SCHEMA)) >= LATEST_SCHEMA_VERSION;
  } catch (error) {
    if (error instanceof SchemaMigrationRequiredError) return false;
    throw error;
  }
}
