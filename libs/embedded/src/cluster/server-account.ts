import { statSync } from 'node:fs';
import { runCommand } from '../run-command';
import type { ServerAccount } from '../run-command';

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

/** Whether the account can enter the directory, through all its parents (mode bits, ACLs and mounts included). */
export async function canEnter(account: ServerAccount, directory: string): Promise<boolean> {
  if (account.uid === undefined) return true;
  const entered = await runCommand('/bin/sh', ['-c', 'cd -- "$1"', 'sh', directory], account);
  return entered.code === 0;
}
