import type { Settings } from '@app/config';

/** Connections of a process beside its pools for writes, reads and search, which are 2.5 times DATABASE_POOL_SIZE: docs/operations.md, Pools. */
const OF_AN_API = 15;
const OF_A_WORKER = 21;
/** For commands, backups and ad-hoc sessions. */
const OF_OTHERS = 14;

/** Most connections that the stack has to its database at one time. */
export function databaseConnections({
  apiProcesses,
  databasePoolSize,
}: Pick<Settings, 'apiProcesses' | 'databasePoolSize'>): number {
  const pools = Math.ceil(2.5 * databasePoolSize);
  return apiProcesses * (pools + OF_AN_API) + pools + OF_A_WORKER + OF_OTHERS;
}
