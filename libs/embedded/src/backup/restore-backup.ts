import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { prepareBinaries } from '../binaries/binaries';
import { nativeDirectory } from '../binaries/package-location';
import { commitCluster, dropBuild, findCluster, makeBuildDirectory, makeDataDirectory } from '../cluster/data-layout';
import { EmbeddedPostgresError } from '../embedded-postgres.error';
import { giveTo, serverAccount, type ServerAccount } from '../run-command';
import { CLUSTER, readManifest, SECRETS, type BackedUpFile, type BackupManifest } from './backup-manifest';
import { copyFile, forEach } from './copy-file';

export interface RestoreOptions {
  /** Must contain no database. It is created if missing. */
  readonly dataDir: string;
  /** A backup that `takeBackup` made. */
  readonly folder: string;
}

/**
 * Puts the database of a backup, and its secrets, into `dataDir`. The next start of the database recovers it from the log that the backup
 * holds. Nothing is changed where the backup is damaged, or of another major version.
 *
 * @throws {EmbeddedPostgresError} says which of these, and what to do
 */
export async function restoreBackup(options: RestoreOptions): Promise<BackupManifest> {
  const dataDir = resolve(options.dataDir);
  const folder = resolve(options.folder);
  const manifest = readManifest(folder);
  requireRoom(dataDir, folder, manifest);
  makeDataDirectory(dataDir);
  const account = serverAccount();
  const { major } = await prepareBinaries(nativeDirectory(), account, dataDir);
  if (major !== manifest.postgres) throw otherVersion(folder, manifest, major);
  const build = await makeBuildDirectory(dataDir, account);
  try {
    await copyCluster(folder, manifest, build, account);
    await copySecrets(folder, manifest, dataDir);
  } catch (error) {
    dropBuild(dataDir, build);
    throw error;
  }
  commitCluster(dataDir, build);
  return manifest;
}

/** The secrets of another database would be lost, or would not fit the restored one. */
function requireRoom(dataDir: string, folder: string, manifest: BackupManifest): void {
  const isOther = (kept: string, path: string): boolean =>
    existsSync(kept) && existsSync(path) && !readFileSync(kept).equals(readFileSync(path));
  const secrets = secretsOf(manifest).map(({ path }) => ({
    kept: join(dataDir, basename(path)),
    path: join(folder, path),
  }));
  const held = findCluster(dataDir) ?? secrets.find(({ kept, path }) => isOther(kept, path))?.kept;
  if (!held) return;
  const message = `DATA_DIR ${dataDir} is in use: ${held} is not that of the backup. Move DATA_DIR away, or name another.`;
  throw new EmbeddedPostgresError('restore_refused', message);
}

async function copyCluster(
  folder: string,
  { directories, files }: BackupManifest,
  build: string,
  account: ServerAccount,
): Promise<void> {
  for (const directory of directories) {
    mkdirSync(join(build, directory), { mode: 0o700 });
    giveTo(account, join(build, directory));
  }
  const ofCluster = files.filter(({ path }) => path.startsWith(`${CLUSTER}/`));
  await forEach(ofCluster, async (file) => {
    const target = join(build, file.path.slice(CLUSTER.length + 1));
    await copyChecked(folder, file, target);
    giveTo(account, target);
  });
}

async function copySecrets(folder: string, manifest: BackupManifest, dataDir: string): Promise<void> {
  for (const file of secretsOf(manifest)) {
    const target = join(dataDir, basename(file.path));
    // The same, or it would have been refused: left by a restore that was cut short.
    rmSync(target, { force: true });
    await copyChecked(folder, file, target);
  }
}

const secretsOf = ({ files }: BackupManifest): BackedUpFile[] =>
  files.filter(({ path }) => path.startsWith(`${SECRETS}/`));

async function copyChecked(folder: string, { path, size, sha256 }: BackedUpFile, target: string): Promise<void> {
  const copied = await copyFile(join(folder, path), target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw damaged(folder, `${path} is missing`, error);
    throw error;
  });
  if (copied.size !== size) throw damaged(folder, `${path} has ${copied.size} bytes instead of ${size}`);
  if (copied.sha256 !== sha256) throw damaged(folder, `${path} is not what was copied`);
}

function damaged(folder: string, how: string, cause?: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError('backup_unusable', `The backup ${folder} is damaged: ${how}`, cause);
}

function otherVersion(folder: string, { postgres, release }: BackupManifest, major: string): EmbeddedPostgresError {
  const message = `The backup ${folder} is of PostgreSQL ${postgres}, the embedded one is ${major}. Restore it with release ${release} of the catalog, then move its contents with pg_dump.`;
  return new EmbeddedPostgresError('other_major_version', message);
}
