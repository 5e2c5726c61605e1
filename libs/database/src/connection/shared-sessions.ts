import { Logger } from '@nestjs/common';
import { ResilientClient } from '../resilient-client';
import { processOf } from './pg-internals';

/** A pooler that is in use gives a session another process soon; one that is idle gives two sessions the same one at once. */
const ROUNDS = 20;
const CONNECT_MS = 5_000;

/**
 * Warns where the connection that listens leads to a pooler which gives sessions to others between transactions: nothing that is notified
 * arrives there, and whatever waits for it looks by itself, later.
 */
export async function warnOfSharedSessions(url: string, setting: string): Promise<void> {
  // Whether the database answers is the matter of others.
  const isShared = await sharesSessions(url).catch(() => false);
  if (!isShared) return;
  const message =
    `${setting} leads to a pooler that gives sessions to others between transactions, so notifications do not arrive: a validation that is ` +
    'waited for may take 10 s longer. Set DATABASE_DIRECT_URL to the same database past the pooler';
  new Logger('Database').warn(message);
}

/** Whether a connection is served by several processes of the database, or by one that serves another connection, too. */
export async function sharesSessions(url: string): Promise<boolean> {
  const [first, second] = [sessionAt(url), sessionAt(url)];
  try {
    await first.connect();
    const backend = await backendOf(first);
    // A pooler names a process of its own making to those that connect.
    if (backend === processOf(first)) return false;
    await second.connect();
    for (let round = 0; round < ROUNDS; round++)
      if ((await backendOf(second)) === backend || (await backendOf(first)) !== backend) return true;
    return false;
  } finally {
    for (const session of [first, second]) await session.end().catch(() => undefined);
  }
}

function sessionAt(url: string): ResilientClient {
  const times = { connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS };
  return new ResilientClient({ connectionString: url, application_name: 'metadata-catalog', ...times });
}

async function backendOf(session: ResilientClient): Promise<number | undefined> {
  const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}
