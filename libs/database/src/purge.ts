import { parseDuration, subtractDuration } from '@app/common';
import type { Database } from './database';
import type { PreparedStatement } from './transaction';

/** Rows that one statement removes, at most: a shutdown takes effect between two. */
export const PURGE_BLOCK = 5_000;

/**
 * The instant, epoch ms, before which rows with this retention have expired.
 *
 * @param what for the error
 * @param retention ISO 8601 duration
 */
export async function endOfRetention(database: Database, what: string, retention: string): Promise<number> {
  const parsed = parseDuration(retention);
  if (!parsed.ok) throw new Error(`The retention of ${what} ${parsed.message}`);
  return subtractDuration(await database.now(), parsed.duration);
}

/**
 * Removes what is past its time, block by block.
 *
 * @param purge removes up to `PURGE_BLOCK` rows that are older than $1, and returns a row for each
 * @param until epoch ms
 * @returns how many
 */
export async function purgeInBlocks(
  database: Database,
  purge: PreparedStatement,
  until: number,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (let size = PURGE_BLOCK; size === PURGE_BLOCK && !signal.aborted;) {
    size = (await database.read(purge, [until])).length;
    removed += size;
  }
  return removed;
}
