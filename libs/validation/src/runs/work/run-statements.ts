import type { PreparedStatement } from '@app/database';

/**
 * Lease duration: how long a worker that stops renewing keeps a run. Measured by the database clock, which all
 * workers share.
 */
const LEASE = `interval '5 s'`;

/** Parameters: ids, contracts, tokens, workers, whether to wait for locks. One row for each claim, in order. */
export const CLAIM: PreparedStatement = {
  name: 'run-claim',
  text: `
  select is_free as "isFree", run_id::text as "resultId", contract_node::text as contract, attempts as attempt,
         token::text as claim, crash_count as crashes, failure_count as failures, run_trigger as trigger, run_lane as lane, reported as progress,
         is_retaken as retaken,
         (select requested_by from validation_run where result_id = run_id) as "requestedBy"
    from claim_runs($1, $2, $3, $4, ${LEASE}, $5)`,
};

export const RENEW = `
  update validation_run r set lease_until = clock_timestamp() + ${LEASE}
    from unnest($1::uuid[], $2::int[], $3::uuid[]) held (id, attempt, claim)
   where r.result_id = held.id and r.attempt = held.attempt and r.claim = held.claim and r.state = 'Running'
  returning r.result_id::text as id`;

/** Parameters: ids, contracts, attempts, tokens, statuses, bodies, details, dimensions, whether to wait for locks. One row for each end, in order. */
export const FINISH: PreparedStatement = {
  name: 'run-finish',
  text: `
  select is_free as "isFree", is_ended as "isEnded", next_run as next
    from finish_runs($1, $2, $3, $4, $5, $6, $7, $8, $9, true)`,
};

/** Parameters: id, contract, attempt, token, dimensions. */
export const REPORT: PreparedStatement = {
  name: 'run-report',
  text: 'select report_run($1, $2, $3, $4, $5) as "isOurs"',
};

const STILL_OURS = `where result_id = $1 and attempt = $2 and claim = $3 and state = 'Running' returning true`;

export const RETRY = `
  update validation_run
     set failures = failures + 1, worker = null, lease_until = clock_timestamp() + $4 * interval '1 ms' ${STILL_OURS}`;

export const HAND_BACK = `update validation_run set worker = null, lease_until = clock_timestamp() - ${LEASE} ${STILL_OURS}`;

export const SET_WORKER = `update validation_run set worker = $4 ${STILL_OURS}`;

export const MARK_ALONE = `update validation_run set alone = true ${STILL_OURS}`;
