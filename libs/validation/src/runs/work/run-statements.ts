import type { PreparedStatement } from '@app/database';
import { noticeSql } from '../run-notice';

/**
 * Lease duration: how long a worker that stops renewing keeps a run. Measured by the database clock, which all
 * workers share.
 */
const LEASE = `interval '5 s'`;

// Arrays are passed through a subselect: if PostgreSQL knew their lengths, it would plan anew each time.

// From the third crash on, a crash counts only if the run was tried alone; a run without a worker was handed back.
export const CLAIM: PreparedStatement = {
  name: 'run-claim',
  text: `
  with before as (
    select result_id, asked.worker as taker, state = 'Running' and r.worker is not null as lost
      from (select distinct on (id) * from unnest((select $1::uuid[]), (select $2::text[])) a (id, worker)) asked
      join validation_run r on r.result_id = asked.id),
  taken as (
    update validation_run r
       set state = 'Running', attempt = attempt + 1, alone = false, worker = before.taker,
           crashes = crashes + case
             when state = 'Running' and worker is not null and (crashes < 2 or alone) then 1 else 0 end,
           started_at = coalesce(started_at, clock_timestamp()), lease_until = clock_timestamp() + ${LEASE}
      from before
     where r.result_id = before.result_id and case state
       when 'Queued' then not exists (
         select 1 from validation_run o where o.contract = r.contract and o.state = 'Running')
       else lease_until < clock_timestamp() end
    returning r.result_id, r.contract, r.timestamp, r.attempt, r.crashes, r.failures, r.trigger, r.lane,
              r.progress, before.lost),
  shown as (
    update contract_result c set status = 'Running', details = c.details || jsonb_build_object('attempts', taken.attempt)
      from taken where c.contract = taken.contract and c.timestamp = taken.timestamp)
  select result_id::text as "resultId", contract::text, attempt, crashes, failures, trigger, lane, progress,
         lost as retaken,
         ${noticeSql('result_id', `'Running'`)}::text as told
    from taken`,
};

export const RENEW = `
  update validation_run r set lease_until = clock_timestamp() + ${LEASE}
    from unnest($1::uuid[], $2::int[]) held (id, attempt)
   where r.result_id = held.id and r.attempt = held.attempt and r.state = 'Running'
  returning r.result_id::text as id`;

export const FINISH: PreparedStatement = {
  name: 'run-finish',
  text: `
  with given as (
    select * from unnest($1::uuid[], $2::int[], $3::text[], $4::jsonb[], $5::jsonb[], $6::jsonb[])
      g (id, attempt, status, body, details, done)),
  gone as (
    delete from validation_run r using given
     where r.result_id = given.id and r.attempt = given.attempt and r.state = 'Running'
    returning r.contract, r.timestamp, r.attempt, r.started_at, r.progress, given.status, given.body, given.details, given.done),
  ended as (
    update contract_result r
       set status = gone.status,
           body = gone.body || jsonb_build_object('executionTime',
             greatest(0, floor(extract(epoch from clock_timestamp() - gone.started_at) * 1000))::bigint),
           details = r.details || gone.details || jsonb_build_object('attempts', gone.attempt),
           events = gone.progress || gone.done
      from gone where r.contract = gone.contract and r.timestamp = gone.timestamp
    returning r.id, r.contract, r.status, gone.attempt)
  select id::text as "resultId", attempt, ${noticeSql('id', 'status')}::text as told,
         (select json_build_object('resultId', result_id, 'contract', contract::text, 'lane', lane)
            from validation_run w where w.contract = ended.contract and w.state = 'Queued') as next
    from ended`,
};

const STILL_OURS = `where result_id = $1 and attempt = $2 and state = 'Running' returning true`;

export const REPORT = `
  update validation_run set progress = progress || $3::jsonb
   where result_id = $1 and attempt = $2 and state = 'Running'
  returning ${noticeSql('result_id', `'Running'`)}::text as told`;

export const RETRY = `
  update validation_run
     set failures = failures + 1, worker = null, lease_until = clock_timestamp() + $3 * interval '1 ms' ${STILL_OURS}`;

export const HAND_BACK = `update validation_run set worker = null, lease_until = clock_timestamp() - ${LEASE} ${STILL_OURS}`;

export const MARK_ALONE = `update validation_run set alone = true ${STILL_OURS}`;
