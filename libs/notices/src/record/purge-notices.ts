import { endOfRetention, PURGE_BLOCK, purgeInBlocks, type Database } from '@app/database';

const PURGE = {
  name: 'purge-contract-notices',
  text: `delete from contract_notice where id = any(array(
           select id from contract_notice where greatest(at, until) < $1 order by greatest(at, until) limit ${PURGE_BLOCK}))
         returning 1`,
};

// Before the notices go: else a date would be notified again.
const FORGET = {
  name: 'forget-dates-of-notices',
  text: `update contract_notice_place set since = $1 where since < $1`,
};

/**
 * Removes notices that are past their time. What is not over yet stays known to have been sent.
 *
 * @param retention ISO 8601 duration
 * @returns how many
 */
export async function purgeNotices(database: Database, retention: string, signal: AbortSignal): Promise<number> {
  const until = await endOfRetention(database, 'notices', retention);
  await database.read(FORGET, [until]);
  return purgeInBlocks(database, PURGE, until, signal);
}
