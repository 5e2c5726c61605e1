import { readFileSync } from 'node:fs';
import { isAbsolute, join, normalize } from 'node:path';
import { EmbeddedPostgresError } from '../embedded-postgres.error';

export const FORMAT = 1;

/** A file of a backup; its path begins with `cluster/` or `secrets/`. */
export interface BackedUpFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  readonly sha256: string;
}

/** Origin and content of a backup. Written last: a folder without it is no backup. */
export interface BackupManifest {
  readonly format: typeof FORMAT;
  /** The release of the catalog that took it. */
  readonly release: string;
  /** The major version of PostgreSQL that can read it. */
  readonly postgres: string;
  /** ISO 8601, UTC. What was committed before the first is in the backup; what was committed after the second is not. */
  readonly startedAt: string;
  readonly finishedAt: string;
  /** Directories of the cluster, without those whose files are temporary. */
  readonly directories: readonly string[];
  readonly files: readonly BackedUpFile[];
}

export const CLUSTER = 'cluster';
export const SECRETS = 'secrets';

export const manifestFile = (folder: string): string => join(folder, 'manifest.json');

/** @throws {EmbeddedPostgresError} if the folder contains no backup, or one of a format that this release does not know */
export function readManifest(folder: string): BackupManifest {
  const manifest = parsed(folder);
  if (manifest.format === FORMAT) return inFolder(folder, manifest);
  const message = `The backup ${folder} has format ${manifest.format}, this release reads format ${FORMAT}. Restore it with release ${manifest.release}.`;
  throw new EmbeddedPostgresError('backup_unusable', message);
}

/** A backup may come from elsewhere: what it names is read and written below its own folder and DATA_DIR alone. */
function inFolder(folder: string, manifest: BackupManifest): BackupManifest {
  const { directories, files } = manifest;
  const outside =
    directories.find((path) => !isBelow(`${CLUSTER}/${path}`)) ??
    files.map(({ path }) => path).find((path) => !isBelow(path) || !(isOf(CLUSTER, path) || isSecret(path)));
  if (outside === undefined) return manifest;
  const message = `The backup ${folder} names ${JSON.stringify(outside)}, which lies outside of it: its manifest.json was not written by this service.`;
  throw new EmbeddedPostgresError('backup_unusable', message);
}

const isBelow = (path: string): boolean =>
  !isAbsolute(path) &&
  !path.includes('\\') &&
  !path.includes('\0') &&
  normalize(path) === path &&
  !path.startsWith('..');

const isOf = (part: string, path: string): boolean => path.startsWith(`${part}/`);

/** Secrets lie side by side. */
const isSecret = (path: string): boolean => isOf(SECRETS, path) && path.split('/').length === 2;

function parsed(folder: string): BackupManifest {
  try {
    return JSON.parse(readFileSync(manifestFile(folder), 'utf8')) as BackupManifest;
  } catch (error) {
    const message = `${folder} holds no backup: its manifest.json cannot be read (${(error as Error).message})`;
    throw new EmbeddedPostgresError('backup_unusable', message, error);
  }
}
