import type { PreparedStatement } from '@app/database';
import { LEASE } from '@app/runs';
import { RESOLVED_EVIDENCE } from '../../readings/evidence';
import { wakeUpSql } from '../../events/run-notice';

/** A row of `claim_runs`. */
export const CLAIMED = `
    run_id::text as id, contract_node::text as contract, attempts as attempt, token::text as claim,
    crash_count as crashes, failure_count as failures, run_trigger as trigger, run_lane as lane, reported as progress, is_retaken as retaken,
    (select requested_by from validation_run where result_id = run_id) as "requestedBy", ${RESOLVED_EVIDENCE} as evidence,
    (select traceparent from validation_run where result_id = run_id)`;

/** A run `r` of a lane whose worker no longer renews its lease. */
const lost = (lane: string) => `r.state = 'Running' and r.lane = ${lane} and r.lease_until < statement_timestamp()`;

/** An unclaimed run `r` of a lane, without an earlier open one of its contract. */
const queued = (lane: string) => `r.state = 'Queued' and r.lane = ${lane}
       and not exists (select from validation_run o where o.contract = r.contract and o.state = 'Running')`;

/**
 * So many runs of each state are looked at for some that can be locked. A constant: the plan must not rest on how many are wanted, and a
 * few that are locked for long must not hide those behind them.
 */
const LOOKED_AT = 128;

const first = (which: string, order: string) => `
    select r.result_id from validation_run r where ${which} order by ${order} limit ${LOOKED_AT}`;

/** Locks runs and their contracts; what others have locked or changed is skipped, so nothing waits under a lock. */
const locked = (looked: string, which: string, order: string, most: string) => `
    select r.result_id, r.contract
      from ${looked} join validation_run r using (result_id) join contract c on c.node = r.contract
     where ${which} order by ${order} limit ${most}
       for update of r skip locked for no key update of c skip locked`;

// Lost runs come first, since no other run of their contract can begin before them.
/**
 * Parameters: lane, how many at most, worker. One row for each run that is claimed, the oldest first, or one row without a run; `waiting`
 * counts those that could be claimed if they were not locked.
 */
export const CLAIM: PreparedStatement = {
  name: 'run-claim',
  text: `
  with lost_ones as materialized (${first(lost('$1'), 'r.lease_until')}),
  queued_ones as materialized (${first(queued('$1'), 'r.queued_at, r.result_id')}),
  lost as materialized (
    ${locked('lost_ones', `r.state = 'Running' and r.lease_until < statement_timestamp()`, 'r.lease_until', '$2::bigint')}),
  queued as materialized (
    ${locked('queued_ones', `r.state = 'Queued' and r.lane = $1`, 'r.queued_at, r.result_id', '$2::bigint - (select count(*) from lost)')}),
  asked as (
    select array_agg(result_id) as ids, array_agg(contract) as contracts, array_agg(gen_random_uuid()) as claims,
           array_agg($3::text) as workers
      from (select * from lost union all select * from queued) taken)
  select ((select count(*) from lost_ones) + (select count(*) from queued_ones))::int as waiting, ${CLAIMED}
    from asked left join lateral claim_runs(ids, contracts, claims, workers, ${LEASE}) on true`,
};

/** A condition: a run of the lane `l.lane` can be claimed. */
export const CLAIMABLE = `
  exists (select from validation_run r where ${lost('l.lane')}) or exists (select from validation_run r where ${queued('l.lane')})`;

/** Parameters: ids, contracts, attempts, tokens, statuses, bodies, details, dimensions, whether to wait for locks, whether the outcomes are added up with parts of others. One row for each end, in order. Wakes workers for the runs behind them. */
export const FINISH: PreparedStatement = {
  name: 'run-finish',
  text: `
  select is_free as "isFree", coalesce(is_left, false) as "isLeft", is_ended as "isEnded",
         case when next_run is not null then ${wakeUpSql(`next_run ->> 'lane'`)}::text end as woken
    from finish_runs($1, $2, $3, $4, $5, $6, $7, $8, $9, true, $10)`,
};

/** Parameters: id, contract, attempt, token, dimensions. */
export const REPORT: PreparedStatement = {
  name: 'run-report',
  text: 'select report_run($1, $2, $3, $4, $5) as "isOurs"',
};

/** The same for several, by arrays. One row for each, in order; null if the contract is locked. */
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

/**
 * Lets go of a run: it is not claimed until the end of its last reading has given it a lease that is over. The claim that goes on is of the same
 * attempt: a second one would read as a crash or a failure.
 */
export const AWAIT_READINGS = `
  update validation_run set reads = true, worker = null, claim = null, lease_until = null, attempt = attempt - 1
   where result_id = $1 and attempt = $2 and claim = $3 and state = 'Running'`;
