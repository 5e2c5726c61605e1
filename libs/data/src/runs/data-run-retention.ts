import { type Database, endOfRetention, PURGE_BLOCK, purgeInBlocks } from '@app/database';

/** Purges runs; the newest of each kind and target stays for ever: it says how a source was when it was looked at last. */
const PURGE = {
  name: 'data-run-purge',
  text: `
  delete from data_run where id in (
    select r.id from data_run r
     where r.timestamp < $1::bigint and r.status not in ('Queued', 'Running')
       and (r.service is null or exists (
         select from data_run n
          where n.service = r.service and n.kind = r.kind and n.asset is not distinct from r.asset
            and (n.timestamp, n.id) > (r.timestamp, r.id)))
     order by r.timestamp limit ${PURGE_BLOCK})
  returning true`,
};

/** Removes records of data runs that are past their time; returns how many. @param retention ISO 8601 duration */
export async function purgeDataRuns(database: Database, retention: string, signal: AbortSignal): Promise<number> {
  return purgeInBlocks(database, PURGE, await endOfRetention(database, 'data runs', retention), signal);
}
