import { endOfRetention, NOW_MS, query, type Database } from '@app/database';

/** Blocks of one transaction: a shutdown takes effect between two. */
const BLOCKS = 10;

/** One process at a time; its next statement sees what the one before it did. */
const PRUNING = `
  select pg_advisory_xact_lock(hashtextextended('audit_block', 0)), set_config('catalog.audit_pruning', 'on', true)`;
const PRUNE = {
  name: 'prune-audit',
  text: `
  with past as (
    select number, last_position from (select * from audit_block where pruned_at is null order by number limit ${BLOCKS}) oldest
     where sealed_at < $1),
  gone as (delete from audit_record where position <= (select max(last_position) from past) returning 1),
  marked as (update audit_block b set pruned_at = ${NOW_MS} from past where b.number = past.number returning 1)
  select (select count(*)::int from marked) as blocks, (select count(*)::int from gone) as records`,
};

/**
 * Removes the records of blocks that are past their time; the blocks and their hashes stay.
 *
 * @param retention ISO 8601 duration, counted from when the block was sealed
 * @returns how many records
 */
export async function pruneAudit(database: Database, retention: string, signal: AbortSignal): Promise<number> {
  const until = await endOfRetention(database, 'the audit', retention);
  let removed = 0;
  for (let blocks = BLOCKS; blocks === BLOCKS && !signal.aborted;) {
    const [done] = await database.transaction(async (tx) => {
      await query(tx, PRUNING);
      return query<{ blocks: number; records: number }>(tx, PRUNE, [until]);
    });
    blocks = done?.blocks ?? 0;
    removed += done?.records ?? 0;
  }
  return removed;
}
