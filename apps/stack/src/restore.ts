import { exitOnBadSettings } from '@app/config';
import { restoreBackup, startEmbeddedPostgres, withClient } from '@app/embedded';
import { runFolderCommand } from './command-line';
import { DataLock } from './state/data-lock';
import { apiUrl } from './state/state-file';
import { StackError } from './state/stack-error';
import { print } from './supervisor/progress';

const USAGE = `Usage: npm run restore -- FOLDER

Puts the database and the keys of a backup into DATA_DIR, which must hold no database, and starts the database once to see that it is whole.
`;

/** `npm run restore`: the database of a backup in an empty DATA_DIR. */
async function restore(folder: string): Promise<void> {
  const settings = exitOnBadSettings();
  if (settings.databaseUrl)
    throw new StackError('DATABASE_URL names a server of your own: restore it with pg_restore (docs/operations.md).');
  const { dataDir } = settings;
  const lock = await DataLock.acquire(dataDir, apiUrl(settings));
  try {
    const { finishedAt, release } = await restoreBackup({ dataDir, folder });
    const entities = await recover(dataDir);
    print(
      `${dataDir} holds the database of ${finishedAt} (release ${release}), with ${entities} entities. Start it with npm start.`,
    );
  } finally {
    lock.release();
  }
}

/** The first start recovers the database from its log; how many entities it has then. */
async function recover(dataDir: string): Promise<number> {
  const server = await startEmbeddedPostgres({ dataDir });
  try {
    const { rows } = await withClient({ connectionString: server.url }, (client) =>
      client.query<{ count: number }>('select count(*)::int as count from entity'),
    );
    return rows[0]?.count ?? 0;
  } finally {
    await server.stop();
  }
}

runFolderCommand(USAGE, 'Nothing was restored', restore);
