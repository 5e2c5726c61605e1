import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unusableData } from '../embedded-postgres.error';
import { isProcessAlive } from '../server/process-identity';
import { canEnter, giveTo, type ServerAccount } from '../run-command';

/** Where a cluster goes when root's PostgreSQL cannot enter DATA_DIR. Not /var/tmp: what lies there is aged out. */
const OUTSIDE_ROOT = '/var/lib/metadata-catalog';

export const clusterLink = (dataDir: string): string => join(dataDir, 'postgres');
export const passwordFile = (dataDir: string): string => join(dataDir, 'postgres.password');
export const logFile = (dataDir: string): string => join(dataDir, 'postgres.log');

/**
 * Makes DATA_DIR. Others may pass through it but not list it: as root, PostgreSQL runs under another account and has
 * to reach its directory in there; every secret in it is a 0600 file.
 */
export function makeDataDirectory(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  } catch (error) {
    throw unusableData(`Cannot make the data directory ${dataDir}: ${(error as Error).message}`, error);
  }
}

/** The real path of the cluster below DATA_DIR, or null when there is none yet. */
export function findCluster(dataDir: string): string | null {
  const link = clusterLink(dataDir);
  const entry = lstatOf(link);
  if (!entry) return null;
  if (entry.isSymbolicLink() && !existsSync(link)) {
    throw unusableData(
      `${link} points to a database that is no longer there (or not visible to this user). Restore it, or remove the link to begin with an empty one.`,
    );
  }
  const cluster = realpathSync(link);
  return isEmptyDirectory(cluster) ? null : cluster;
}

/** An empty directory of the account, in which initdb builds a cluster that `commitCluster` moves to its final path. */
export async function makeBuildDirectory(dataDir: string, account: ServerAccount): Promise<string> {
  removeAbandonedBuilds(dataDir);
  const inside = await canEnter(account, dataDir);
  const parent = inside ? dataDir : join(OUTSIDE_ROOT, randomBytes(8).toString('hex'));
  if (!inside) mkdirSync(parent, { recursive: true, mode: 0o711 });
  const build = inside
    ? join(parent, `postgres.new-${process.pid}-${randomBytes(4).toString('hex')}`)
    : join(parent, 'postgres');
  mkdirSync(build, { mode: 0o700 });
  giveTo(account, build);
  return build;
}

/**
 * Moves a finished cluster to its final path, in one atomic step, so that a kill never leaves half a cluster there.
 * If two processes come at once, one wins and the other's cluster is dropped. Returns the real path of the winner's.
 */
export function commitCluster(dataDir: string, build: string): string {
  try {
    if (dirname(build) === dataDir) renameSync(build, clusterLink(dataDir));
    else symlinkSync(build, clusterLink(dataDir));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    dropBuild(dataDir, build);
    if (code !== 'EEXIST' && code !== 'ENOTEMPTY') throw error;
  }
  return realpathSync(clusterLink(dataDir));
}

/** Removes a cluster that was never committed. */
export function dropBuild(dataDir: string, build: string): void {
  rmSync(dirname(build) === dataDir ? build : dirname(build), { recursive: true, force: true });
}

function removeAbandonedBuilds(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const builder = /^postgres\.new-(\d+)-/.exec(name)?.[1];
    if (builder && !isProcessAlive(Number(builder))) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

function isEmptyDirectory(directory: string): boolean {
  try {
    return readdirSync(directory).length === 0;
  } catch (error) {
    throw unusableData(
      `Cannot read the database directory ${directory}: ${(error as Error).message}. Start as the user that made it, or set another DATA_DIR.`,
      error,
    );
  }
}

function lstatOf(file: string): ReturnType<typeof lstatSync> {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch (error) {
    throw unusableData(`Cannot read ${file}: ${(error as Error).message}`, error);
  }
}
