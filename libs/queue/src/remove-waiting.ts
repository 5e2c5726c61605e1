import type { createPostgresBackend, Queue } from 'bullmq';
import { QUEUE_SCHEMA } from './connection';

/** Removes those of the jobs that wait, in one call; others stay. BullMQ removes one at a time, on Redis by a search of the whole queue. */
export type RemoveWaiting = (ids: readonly string[]) => Promise<void>;

/** What is needed of a queue on PostgreSQL. */
export interface PostgresQueue {
  readonly name: string;
  getBackend(): ReturnType<typeof createPostgresBackend>;
}

const REMOVE = `delete from ${QUEUE_SCHEMA}.job where queue = $1 and id = any($2) and state = 'waiting' and lock_token is null`;

export function removeFromPostgres(queue: PostgresQueue): RemoveWaiting {
  return async (ids) => {
    await queue.getBackend().connection.pool.query(REMOVE, [queue.name, [...ids]]);
  };
}

/** Jobs that are further from the head of the queue stay, so that a long queue is not searched. */
const NEAR = 1_000;

// Redis appends jobs on the left of the list. Keys: the list, then those of the jobs. Arguments: how far to look, then the ids.
const REMOVE_NEAR = `
  for i = 2, #KEYS do
    if redis.call('LPOS', KEYS[1], ARGV[i], 'RANK', -1, 'MAXLEN', ARGV[1]) then
      redis.call('LREM', KEYS[1], -1, ARGV[i])
      redis.call('DEL', KEYS[i])
    end
  end`;

/** What BullMQ's client can beyond its type. */
interface Scripting {
  eval(script: string, keys: number, ...words: (string | number)[]): Promise<unknown>;
}

export function removeFromRedis(queue: Queue): RemoveWaiting {
  return async (ids) => {
    const client = (await queue.getBackend().client) as unknown as Scripting;
    const keys = ['wait', ...ids].map((key) => queue.toKey(key));
    await client.eval(REMOVE_NEAR, keys.length, ...keys, NEAR, ...ids);
  };
}
