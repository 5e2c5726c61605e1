import type { PreparedStatement } from '@app/database';

/**
 * Lease duration: how long a worker that stops renewing keeps a run. Measured by the database clock, which all
 * workers share.
 */
const LEASE = `interval '5 s'`;

/** A row of `claim_runs`. */
const CLAIMED = `
    is_free as "isFree", run_id::text as "resultId", contract_node::text as contract, attempts as attempt, token::text as claim,
    crash_count as crashes, failure_count as failures, run_trigger as trigger, run_lane as lane, reported as progress, is_retaken as retaken,
    (select requested_by from validation_run where result_id = run_id) as "requestedBy"`;

/** Parameters: ids, contracts, tokens, workers, whether to wait for locks. One row for each claim, in order. */
export const CLAIM: PreparedStatement = {
  name: 'run-claim',
  text: `
  select ${CLAIMED}
    from claim_runs($1, $2, $3, $4, ${LEASE}, $5)`,
};

// Locked rows are left out, so that workers that claim at the same time take different runs. Nothing waits for a lock while it holds one.
// Runs whose lease has ended come first: their jobs are the last of the queue, and no other run of their contract can begin before them.
/** Parameters: lane, how many, worker. One row for each run that is tried. */
export const CLAIM_WAITING: PreparedStatement = {
  name: 'run-claim-waiting',
  text: `
  with lost as materialized (
    select result_id, contract from validation_run
     where state = 'Running' and lane = $1 and lease_until < clock_timestamp()
     order by lease_until limit $2::bigint for update skip locked),
  queued as materialized (
    select result_id, contract from validation_run r
     where state = 'Queued' and lane = $1
       and not exists (select from validation_run o where o.contract = r.contract and o.state = 'Running')
     order by queued_at, result_id limit $2::bigint - (select count(*) from lost) for update skip locked),
  asked as (
    select array_agg(result_id) as ids, array_agg(contract) as contracts, array_agg(gen_random_uuid()) as claims,
           array_agg($3::text) as workers
      from (select * from lost union all select * from queued) waiting)
  select ${CLAIMED} from asked, claim_runs(ids, contracts, claims, workers, ${LEASE}, false)`,
};

export const RENEW = `
  update validation_run r set lease_until = clock_timestamp() + ${LEASE}
    from unnest($1::uuid[], $2::int[], $3::uuid[]) held (id, attempt, claim)
   where r.result_id = held.id and r.attempt = held.attempt and r.claim = held.claim and r.state = 'Running'
  returning r.result_id::text as id`;

/** Parameters: ids, contracts, attempts, tokens, statuses, bodies, details, dimensions, whether to wait for locks, whether the outcomes are added up with parts of others. One row for each end, in order. */
export const FINISH: PreparedStatement = {
  name: 'run-finish',
  text: `
  select is_free as "isFree", coalesce(is_left, false) as "isLeft", is_ended as "isEnded", next_run as next
    from finish_runs($1, $2, $3, $4, $5, $6, $7, $8, $9, true, $10)`,
};

/** Parameters: id, contract, attempt, token, dimensions. */
export const REPORT: PreparedStatement = {
  name: 'run-report',
  text: 'select report_run($1, $2, $3, $4, $5) as "isOurs"',
};

/** The same for several, by arrays. One row for each, in order; null where somebody has locked the contract. */
export const REPORT_ALL: PreparedStatement = {
  name: 'run-report-all',
  text: `
  with free as materialized (
    select c.node from contract c where c.node = any(array(select unnest($2::bigint[])))
     order by c.node for no key update skip locked)
  select case when free.node is not null then report_run(r.id, r.contract, r.attempt, r.claim, r.done) end as "isOurs"
    from unnest((select $1::uuid[]), (select $2::bigint[]), (select $3::int[]), (select $4::uuid[]), (select $5::jsonb[]))
         with ordinality r (id, contract, attempt, claim, done, at)
         left join free on free.node = r.contract
   order by r.at`,
};

const STILL_OURS = `where result_id = $1 and attempt = $2 and claim = $3 and state = 'Running' returning true`;

export const RETRY = `
  update validation_run
     set failures = failures + 1, worker = null, lease_until = clock_timestamp() + $4 * interval '1 ms' ${STILL_OURS}`;

export const HAND_BACK = `update validation_run set worker = null, lease_until = clock_timestamp() - ${LEASE} ${STILL_OURS}`;

export const SET_WORKER = `update validation_run set worker = $4 ${STILL_OURS}`;

export const MARK_ALONE = `update validation_run set alone = true ${STILL_OURS}`;
