import { type Database, endOfRetention, PURGE_BLOCK, purgeInBlocks } from '@app/database';

/** Retention of dry runs of checks: long enough to look at what was found. */
const DRY_RUNS = 'PT1H';

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
            and not n.request ? 'definitions' and (n.timestamp, n.id) > (r.timestamp, r.id)))
     order by r.timestamp limit ${PURGE_BLOCK})
  returning true`,
};

/** Purges dry runs of checks: nothing of them stays. */
const PURGE_DRY = {
  name: 'data-run-purge-dry',
  text: `
  delete from data_run where id in (
    select r.id from data_run r
     where r.timestamp < $1::bigint and r.kind = 'check' and r.request ? 'definitions' and r.status not in ('Queued', 'Running')
     order by r.timestamp limit ${PURGE_BLOCK})
  returning true`,
};

/** Removes records of data runs that are past their time; returns how many. @param retention ISO 8601 duration */
export async function purgeDataRuns(database: Database, retention: string, signal: AbortSignal): Promise<number> {
  const dry = await purgeInBlocks(database, PURGE_DRY, await endOfRetention(database, 'dry runs', DRY_RUNS), signal);
  return dry + (await purgeInBlocks(database, PURGE, await endOfRetention(database, 'data runs', retention), signal));
}
