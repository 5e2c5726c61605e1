import { notReady, READY, type AskPart, type PartState } from '@app/common';
import type { Database } from './database';

/** Health checks of the database that every process runs. */
export function databaseParts(database: Database): Readonly<Record<'database' | 'migrations', AskPart>> {
  return {
    database: () => database.ping().then(() => READY),
    migrations: () => migrationState(database),
  };
}

/** When the disk is full, reads work and writes fail. */
export const diskPart = (database: Database): Readonly<Record<'disk', AskPart>> => ({
  disk: async () => (database.disk.isFull ? notReady('the disk of the database is full') : READY),
});

async function migrationState(database: Database): Promise<PartState> {
  const { length } = await database.pendingMigrations();
  return length === 0 ? READY : notReady(`${length} to run, with npm run db:migrate`);
}
