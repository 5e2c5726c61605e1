import { parseDuration, subtractDuration } from '@app/common';
import type { Database } from '@app/database';

/** Rows of one statement: a shutdown takes effect between two. */
const BLOCK = 5_000;

const PURGE = {
  name: 'purge-change-events',
  text: `delete from change_event where position = any(array(
           select position from change_event where at < $1 order by at limit ${BLOCK})) returning 1`,
};

/**
 * Removes events that are past their time.
 *
 * @param retention ISO 8601 duration
 * @returns how many
 */
export async function purgeChangeEvents(database: Database, retention: string, signal: AbortSignal): Promise<number> {
  const parsed = parseDuration(retention);
  if (!parsed.ok) throw new Error(`The retention of change events ${parsed.message}`);
  const until = subtractDuration(await database.now(), parsed.duration);
  let removed = 0;
  for (let size = BLOCK; size === BLOCK && !signal.aborted;) {
    size = (await database.read(PURGE, [until])).length;
    removed += size;
  }
  return removed;
}
