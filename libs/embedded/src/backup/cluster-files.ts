import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { backupFailed } from '../embedded-postgres.error';

/** Directories whose contents a server makes anew when it starts; `pg_wal` is copied by itself, after all the rest. */
const WITHOUT_CONTENTS = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);

/** Files of the running server, not of its data. A backup label among them would be that of an older backup. */
const OF_THE_SERVER = /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|current_logfiles)$/;
const TEMPORARY = /(^|\/)(pgsql_tmp[^/]*|pg_internal\.init(\.\d+)?)$/;

/** Names the checkpoint to recover from; copied last of the data files, as pg_basebackup does. */
const CONTROL_FILE = 'global/pg_control';

/** Paths relative to the cluster. */
export interface ClusterFiles {
  readonly directories: readonly string[];
  readonly files: readonly string[];
}

/**
 * Files that a backup of a running cluster copies, without the write-ahead log.
 *
 * @throws {EmbeddedPostgresError} at a link or a device: what it leads to would be missing in the backup
 */
export function clusterFiles(cluster: string): ClusterFiles {
  const directories: string[] = [];
  const files: string[] = [];
  const walk = (directory: string): void => {
    for (const entry of readdirSync(join(cluster, directory), { withFileTypes: true })) {
      const path = join(directory, entry.name);
      if (OF_THE_SERVER.test(path) || TEMPORARY.test(path)) continue;
      if (entry.isFile()) files.push(path);
      else if (!entry.isDirectory()) throw backupFailed(`${join(cluster, path)} ${NOT_COPIED}`);
      else {
        directories.push(path);
        if (!WITHOUT_CONTENTS.has(path)) walk(path);
      }
    }
  };
  walk('');
  return { directories, files: [...files.filter((file) => file !== CONTROL_FILE), CONTROL_FILE] };
}

const NOT_COPIED = 'is neither a file nor a directory: a backup would not hold what it leads to';

/** How many segments of 16 MiB (initdb's default) share the first half of their number. */
const SEGMENTS = 0x100;

/**
 * The segments of the write-ahead log from the first to the last one that recovery needs.
 *
 * @throws {EmbeddedPostgresError} where one is missing
 */
export function logSegments(cluster: string, first: string, last: string): readonly string[] {
  const found = readdirSync(join(cluster, 'pg_wal'))
    .filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last)
    .sort();
  const needed = numberOf(last) - numberOf(first) + 1;
  if (found.length === needed) return found.map((name) => `pg_wal/${name}`);
  throw backupFailed(
    `The write-ahead log from ${first} to ${last} has ${found.length} of ${needed} segments: take the backup again`,
  );
}

function numberOf(segment: string): number {
  return parseInt(segment.slice(8, 16), 16) * SEGMENTS + parseInt(segment.slice(16), 16);
}
