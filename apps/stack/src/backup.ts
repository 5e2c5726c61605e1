import { basename } from 'node:path';
import { exitOnBadSettings, release, signingKeyPath } from '@app/config';
import { takeBackup } from '@app/embedded';
import { runFolderCommand } from './command-line';
import { StackError } from './state/stack-error';
import { print } from './supervisor/progress';

const USAGE = `Usage: npm run backup -- FOLDER

Copies the embedded database, while it runs, and the keys that belong to it to FOLDER, which must not exist.
`;

const MIB = 1024 * 1024;

/** `npm run backup`: an online backup of the embedded database. */
async function backup(folder: string): Promise<void> {
  const settings = exitOnBadSettings();
  if (settings.databaseUrl)
    throw new StackError('DATABASE_URL names a server of your own: back it up with pg_dump (docs/operations.md).');
  const { dataDir, signingKeyFile, connectionKeyFile } = settings;
  const secrets = signingKeyFile ? [] : [basename(signingKeyPath(settings))];
  const { files, finishedAt } = await takeBackup({ dataDir, folder, release: release(), secrets });
  const mib = Math.ceil(files.reduce((sum, { size }) => sum + size, 0) / MIB);
  print(`${folder} holds the database of ${finishedAt}: ${files.length} files, ${mib} MiB. It holds secrets as well.`);
  if (connectionKeyFile) print(`CONNECTION_KEY_FILE ${connectionKeyFile} is not in it: keep it with it.`);
  if (signingKeyFile) print(`SIGNING_KEY_FILE ${signingKeyFile} is not in it: keep it with it.`);
}

runFolderCommand(USAGE, 'No backup was taken', backup);
