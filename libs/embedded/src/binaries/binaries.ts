import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, type ServerAccount } from '../run-command';
import { EmbeddedPostgresError } from '../embedded-postgres.error';
import { makeLinks, missingLinks, stagedCopy } from './staging';

/** PostgreSQL's programs, ready to be run by the server's account. */
export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  /** The major version, such as `18`: what a data directory must have been made by. */
  readonly major: string;
}

/**
 * Where a copy may go, best first: root's own directory below /var/tmp, where any account gets to and several projects
 * share it; else beside the data (the only one for an ordinary user), which may have to be on a file system with programs.
 */
function stagingRoots(dataDir: string): string[] {
  const besideData = join(dataDir, 'postgres-binaries');
  return process.getuid?.() === 0 ? ['/var/tmp/metadata-catalog-root', besideData] : [besideData];
}

/**
 * Binaries that the account can run: those of the package, with missing library links made; or a copy, where the
 * account cannot reach the package (a project below /root) or the links cannot be made (read-only node_modules).
 */
export async function prepareBinaries(native: string, account: ServerAccount, dataDir: string): Promise<Binaries> {
  const complaints: string[] = [];
  if (linksInPlace(native)) {
    const found = await probe(native, account);
    if (typeof found === 'object') return found;
    complaints.push(`${native}: ${found}`);
  }
  for (const root of stagingRoots(dataDir)) {
    const found = await probeCopy(native, root, account);
    if (typeof found === 'object') return found;
    complaints.push(`${root}: ${found}`);
  }
  throw new EmbeddedPostgresError('binaries_not_runnable', notRunnable(complaints, account));
}

/** A copy that cannot be run is removed. */
async function probeCopy(native: string, root: string, account: ServerAccount): Promise<Binaries | string> {
  try {
    const copy = stagedCopy(native, root);
    const found = await probe(copy, account);
    if (typeof found === 'string') rmSync(copy, { recursive: true, force: true });
    return found;
  } catch (error) {
    return `cannot copy it there: ${(error as Error).message}`;
  }
}

function linksInPlace(native: string): boolean {
  try {
    makeLinks(native);
  } catch {
    // Whatever the reason (EROFS, EACCES, EPERM): the copy has its own links, and its failure is the one to report.
    return missingLinks(native).length === 0;
  }
  return true;
}

/** The binaries, or what the attempt to run them said. */
async function probe(native: string, account: ServerAccount): Promise<Binaries | string> {
  const postgres = join(native, 'bin', 'postgres');
  const { code, output } = await runCommand(postgres, ['--version'], account);
  const major = /PostgreSQL\) (\d+)/.exec(output)?.[1];
  if (code !== 0 || !major) return output || `it ended with code ${code}`;
  return { postgres, initdb: join(native, 'bin', 'initdb'), major };
}

function notRunnable(complaints: readonly string[], account: ServerAccount): string {
  const as = account.uid === undefined ? '' : ` as user id ${account.uid} (PostgreSQL refuses root)`;
  return (
    `The embedded PostgreSQL cannot be run${as}; tried ${complaints.join('; ')}. It needs glibc (not musl) and a file ` +
    'system that allows programs to run. Or set DATABASE_URL to a PostgreSQL (14 or later) of your own.'
  );
}
