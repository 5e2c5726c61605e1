import { awaitDatabase, migrateDatabase } from '@app/database';
import { migrateQueue } from './migrate-queue';
import type { QueueSettings } from './connection';

export interface StoreSettings extends QueueSettings {
  readonly databaseUrl: string;
  readonly migrateOnStart: 'on' | 'off';
}

/**
 * Resolves once the database answers and has its tables; makes them first, and those of the queue, where MIGRATE_ON_START says so.
 *
 * @param tell receives what it waits for
 * @throws {StartError} where waiting does not help
 */
export async function awaitStores(
  settings: StoreSettings,
  tell: (reason: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const { databaseUrl: url, databaseDirectUrl: direct = url } = settings;
  const migrates = settings.migrateOnStart === 'on';
  await awaitDatabase({ url, tell, signal, ...(migrates && { migrate: () => migrateDatabase(direct) }) });
  if (migrates) await migrateQueue(settings);
}
