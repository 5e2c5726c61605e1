import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from '../binaries/binaries';
import { EmbeddedPostgresError, unusableData } from '../embedded-postgres.error';
import { giveTo, runCommand, type ServerAccount } from '../run-command';
import { commitCluster, dropBuild, findCluster, makeBuildDirectory } from './data-layout';
import { ADMINISTRATOR, obtainPassword } from './catalog-database';

/** A byte-wise, platform-independent collation that knows Unicode's letter case; sorts the same on every machine. */
const BUILTIN_LOCALE = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
/** The nearest of the C library, for servers before the release that brought the other. */
const LIBRARY_LOCALE = ['--locale=C.UTF-8'];
const BUILTIN_SINCE = 17;

/** Where the cluster is, and whether this call made it. */
export interface Cluster {
  readonly directory: string;
  readonly cold: boolean;
}

/** The cluster of DATA_DIR: the existing one, checked for its version, or a new one. */
export async function obtainCluster(dataDir: string, binaries: Binaries, account: ServerAccount): Promise<Cluster> {
  const existing = findCluster(dataDir);
  if (existing) {
    checkMajorVersion(existing, binaries.major);
    return { directory: existing, cold: false };
  }
  const build = await makeBuildDirectory(dataDir, account);
  try {
    await runInitdb(build, obtainPassword(dataDir), binaries, account);
  } catch (error) {
    dropBuild(dataDir, build);
    throw error;
  }
  return { directory: commitCluster(dataDir, build), cold: true };
}

async function runInitdb(build: string, password: string, binaries: Binaries, account: ServerAccount): Promise<void> {
  const secret = `${build}.secret`;
  writeFileSync(secret, `${password}\n`, { mode: 0o600 });
  giveTo(account, secret);
  const options = ['-D', build, '-U', ADMINISTRATOR, '-A', 'scram-sha-256', `--pwfile=${secret}`, '--no-instructions'];
  const locale = Number(binaries.major) < BUILTIN_SINCE ? LIBRARY_LOCALE : BUILTIN_LOCALE;
  const { code, output } = await runCommand(binaries.initdb, [...options, '--encoding=UTF8', ...locale], account);
  rmSync(secret, { force: true });
  if (code !== 0)
    throw new EmbeddedPostgresError('initialisation_failed', `Cannot make the database in ${build}: ${output}`);
}

function checkMajorVersion(cluster: string, expected: string): void {
  const found = readVersion(cluster);
  if (found === expected) return;
  throw new EmbeddedPostgresError(
    'other_major_version',
    `${cluster} was made by PostgreSQL ${found}, the embedded one is ${expected}. Move its contents with pg_dump and pg_restore of version ${found}, or set another DATA_DIR.`,
  );
}

function readVersion(cluster: string): string {
  try {
    return readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  } catch (error) {
    throw unusableData(
      `${cluster} is not a PostgreSQL data directory (${(error as Error).message}). Move it away, or set another DATA_DIR.`,
      error,
    );
  }
}
