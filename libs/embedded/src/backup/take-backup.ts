import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Client } from 'pg';
import { findCluster, passwordFile } from '../cluster/data-layout';
import { findAdministrator } from '../embedded-postgres';
import { backupFailed } from '../embedded-postgres.error';
import { withClient } from '../with-client';
import { CLUSTER, FORMAT, manifestFile, SECRETS, type BackedUpFile, type BackupManifest } from './backup-manifest';
import { clusterFiles, logSegments } from './cluster-files';
import { copyFile, forEach } from './copy-file';

export interface BackupOptions {
  readonly dataDir: string;
  /** Where the backup goes; must not exist yet. It contains secrets: only its owner can read it. */
  readonly folder: string;
  /** The release of the catalog, for the manifest. */
  readonly release: string;
  /** Files of `dataDir` beside the database that belong to it, such as keys; those that are not there are left out. */
  readonly secrets: readonly string[];
}

/**
 * Copies the running database of `dataDir`, while others read and write it. The copy is the database of one moment: that at which the
 * copying ended. A backup that is cut short leaves `<folder>.partial`.
 *
 * @throws {EmbeddedPostgresError} where no database runs there, the folder exists, or the copy is not complete
 */
export async function takeBackup(options: BackupOptions): Promise<BackupManifest> {
  const dataDir = resolve(options.dataDir);
  const folder = resolve(options.folder);
  const cluster = findCluster(dataDir);
  const url = findAdministrator(dataDir);
  if (!url || !cluster) throw backupFailed(`No database runs on DATA_DIR ${dataDir}: start it first (npm start).`);
  if (existsSync(folder)) throw backupFailed(`${folder} exists already: name a folder that does not.`);
  const draft = `${folder}.partial`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  const startedAt = new Date().toISOString();
  const copy = new ClusterCopy(cluster, join(draft, CLUSTER));
  const session = { connectionString: url, application_name: 'metadata-catalog-backup' };
  await withClient(session, (client) => copy.take(client));
  const manifest: BackupManifest = {
    format: FORMAT,
    release: options.release,
    postgres: readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim(),
    startedAt,
    finishedAt: new Date().toISOString(),
    directories: copy.directories,
    files: [...copy.files, ...(await copySecrets(dataDir, options.secrets, join(draft, SECRETS)))],
  };
  writeFileSync(manifestFile(draft), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600, flush: true });
  renameSync(draft, folder);
  return manifest;
}

/** Copies one cluster in PostgreSQL's online mode: https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP */
class ClusterCopy {
  directories: readonly string[] = [];
  readonly files: BackedUpFile[] = [];

  constructor(
    private readonly cluster: string,
    private readonly target: string,
  ) {}

  /** @param client its session must live to the end of the backup */
  async take(client: Client): Promise<void> {
    const name = `backup_${process.pid}_${randomBytes(4).toString('hex')}`;
    // Retains the log from here on; dropped with the session.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [name]);
    // Begins at once with a checkpoint, rather than at the pace of the next one.
    await client.query('select pg_backup_start($1, true)', [name]);
    const { directories, files } = clusterFiles(this.cluster);
    this.directories = directories;
    mkdirSync(this.target, { mode: 0o700 });
    for (const directory of directories) mkdirSync(join(this.target, directory), { mode: 0o700 });
    await forEach(files.slice(0, -1), (file) => this.copy(file));
    await this.copy(files.at(-1)!);
    const { rows } = await client.query<{ label: string; last: string }>(
      'select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)',
    );
    const { label, last } = rows[0]!;
    await forEach(logSegments(this.cluster, firstSegment(label), last), (segment) => this.copy(segment));
    // Makes the server that starts on the copy recover from this checkpoint on, whatever its control file says.
    const bytes = Buffer.from(label);
    writeFileSync(join(this.target, 'backup_label'), bytes, { mode: 0o600, flush: true });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    this.files.push({ path: `${CLUSTER}/backup_label`, size: bytes.length, sha256 });
  }

  /** A file that is gone meanwhile belonged to a dropped table: the log has the drop. */
  private async copy(path: string): Promise<void> {
    try {
      const copied = await copyFile(join(this.cluster, path), join(this.target, path));
      this.files.push({ path: `${CLUSTER}/${path}`, ...copied });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || path.startsWith('pg_wal/')) throw error;
    }
  }
}

function firstSegment(label: string): string {
  const segment = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$/m.exec(label)?.[1];
  if (!segment) throw backupFailed(`PostgreSQL's label of the backup names no segment of the log: ${label}`);
  return segment;
}

async function copySecrets(dataDir: string, names: readonly string[], target: string): Promise<BackedUpFile[]> {
  mkdirSync(target, { mode: 0o700 });
  const copies: BackedUpFile[] = [];
  for (const name of [basename(passwordFile(dataDir)), ...names]) {
    if (!existsSync(join(dataDir, name))) continue;
    copies.push({ path: `${SECRETS}/${name}`, ...(await copyFile(join(dataDir, name), join(target, name))) });
  }
  return copies;
}
