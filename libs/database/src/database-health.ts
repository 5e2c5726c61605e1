import { notReady, READY, type AskPart, type PartState } from '@app/common';
import type { Database } from './database';

const READ_ONLY =
  'it takes no writes: it is a standby, or default_transaction_read_only is on. Connections are opened anew until the server is one that does';

/** Health checks of the database that every process runs. */
export function databaseParts(database: Database): Readonly<Record<'database' | 'migrations', AskPart>> {
  return {
    database: async () => ((await database.takesWrites()) ? READY : notReady(READ_ONLY)),
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
