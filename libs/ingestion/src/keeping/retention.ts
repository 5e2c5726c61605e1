import { endOfRetention, PURGE_BLOCK, purgeInBlocks, type Database, type PreparedStatement } from '@app/database';

/**
 * Removes what is past its time: the events as they came, evidence that was read from them, and runs that nothing was heard of any
 * more. The edges that they made stay, and so do observations and results of test cases.
 *
 * @param retention ISO 8601 duration
 * @returns events that were removed
 */
export async function purgeOpenLineage(database: Database, retention: string, signal: AbortSignal): Promise<number> {
  const until = await endOfRetention(database, 'lineage events', retention);
  const events = await purgeInBlocks(database, EVENTS, until, signal);
  await purgeInBlocks(database, EVIDENCE, until, signal);
  await purgeInBlocks(database, RUNS, until, signal);
  return events;
}

const purge = (table: string, key: string, condition: string): PreparedStatement => ({
  name: `${table}-purge`,
  text: `
  delete from ${table}
   where ${key} = any(array(select ${key} from ${table} where ${condition} limit ${PURGE_BLOCK})) returning 1 as removed`,
});
const EVENTS = purge('openlineage_event', 'key', 'received_at < $1');
const EVIDENCE = purge('openlineage_evidence', 'ctid', 'time < $1');
const RUNS = purge('openlineage_run', 'key', 'touched_at < to_timestamp($1::bigint / 1000.0)');
