import { parseDuration, subtractDuration } from '@app/common';
import type { Database } from '@app/database';

/** Rows of one statement: locks are short, and a shutdown takes effect between two. */
const BLOCK = 5_000;

/**
 * Removes what is past its time: the events as they came, evidence that was read from them, and runs that nothing was heard of any
 * more. The edges that they made stay, and so do observations and results of test cases.
 *
 * @param retention ISO 8601 duration
 * @returns events that were removed
 */
export async function purgeOpenLineage(database: Database, retention: string, signal: AbortSignal): Promise<number> {
  const parsed = parseDuration(retention);
  if (!parsed.ok) throw new Error(`The retention of lineage events ${parsed.message}`);
  const until = subtractDuration(await database.now(), parsed.duration);
  const events = await purge(database, 'openlineage_event', 'key', 'received_at < $1', until, signal);
  await purge(database, 'openlineage_evidence', 'ctid', 'time < $1', until, signal);
  await purge(database, 'openlineage_run', 'key', `touched_at < to_timestamp($1::bigint / 1000.0)`, until, signal);
  return events;
}

async function purge(
  database: Database,
  table: string,
  key: string,
  condition: string,
  until: number,
  signal: AbortSignal,
): Promise<number> {
  const text = `delete from ${table} where ${key} = any(array(select ${key} from ${table} where ${condition} limit ${BLOCK})) returning 1`;
  let removed = 0;
  for (let size = BLOCK; size === BLOCK && !signal.aborted;) {
    size = (await database.query(text, [until])).length;
    removed += size;
  }
  return removed;
}
