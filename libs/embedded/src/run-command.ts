import { spawn } from 'node:child_process';
import { chownSync, statSync } from 'node:fs';

/** The account that PostgreSQL's programs run as; empty = our own. */
export interface ServerAccount {
  readonly uid?: number;
  readonly gid?: number;
}

/** Result of a finished program; `code` is null if a signal ended it or it could not be started. */
export interface CommandResult {
  readonly code: number | null;
  /** Both output streams in the order of arrival, or the reason why the program did not start. */
  readonly output: string;
}

/** The whole environment of PostgreSQL's programs: nothing of ours (PGDATA, PGPORT, LC_*) may reach them. */
export const SERVER_ENVIRONMENT: NodeJS.ProcessEnv = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Runs a program to its end as the given account; never rejects.
 * The working directory is `/`, because the account may be unable to reach ours.
 */
export function runCommand(file: string, args: readonly string[], account: ServerAccount): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      ...account,
      env: SERVER_ENVIRONMENT,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: Buffer[] = [];
    const collect = (chunk: Buffer): number => output.push(chunk);
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', (error) => resolve({ code: null, output: error.message }));
    child.once('close', (code) => resolve({ code, output: Buffer.concat(output).toString('utf8').trim() }));
  });
}

/** `nobody` of nearly every Linux: PostgreSQL refuses to run as root, and initdb wants an account that has a name. */
const UNPRIVILEGED_ID = 65534;

/**
 * Our own account, unless we are root. Then the owner of the existing cluster (PostgreSQL takes a data directory
 * from its owner only), else the unprivileged account.
 */
export function serverAccount(clusterDir?: string): ServerAccount {
  if (process.getuid?.() !== 0) return {};
  const owner = clusterDir === undefined ? undefined : statSync(clusterDir, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID };
}

/** Makes the account the owner of a file that we made. */
export function giveTo({ uid, gid }: ServerAccount, path: string): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

/** Whether the account can enter the directory, through all its parents (mode bits, ACLs and mounts included). */
export async function canEnter(account: ServerAccount, directory: string): Promise<boolean> {
  if (account.uid === undefined) return true;
  const entered = await runCommand('/bin/sh', ['-c', 'cd -- "$1"', 'sh', directory], account);
  return entered.code === 0;
}
