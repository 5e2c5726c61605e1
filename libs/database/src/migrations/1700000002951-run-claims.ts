import type { MigrationInterface, QueryRunner } from 'typeorm';
import { finishRuns, LOCK, notice, PLANNED_ONCE, requestRuns } from './1700000002790-run-functions';
import { RECORD_ENDS } from './1700000002870-change-events';

/**
 * A claim of a run does not wait for the disk. It has a random token, since a crash of the server may undo it, and nothing shows it until
 * something waits. The functions without tokens stay for workers that are being replaced.
 */
export class RunClaims1700000002951 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table validation_run add column claim uuid`);
    await runner.query(requestRuns(SHOW_BEGUN));
    await runner.query(CLAIM_RUNS);
    await runner.query(REPORT_RUN);
    await runner.query(finishRuns(RECORD_ENDS, BY_CLAIM));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(requestRuns());
    await runner.query(`
      drop function claim_runs(uuid[], bigint[], uuid[], text[], interval, boolean);
      drop function report_run(uuid, bigint, int, uuid, jsonb);
      drop function finish_runs(uuid[], bigint[], int[], uuid[], text[], jsonb[], jsonb[], jsonb[], boolean, boolean);
      alter table validation_run drop column claim`);
  }
}

/** An attempt is known by the token of its claim. */
export const BY_CLAIM = {
  parameter: 'claims uuid[], ',
  value: '(select claims), ',
  column: 'claim, ',
  condition: 'and r.claim = asked.claim',
};

/** Shows that claimed runs have begun: who waits for the disk then waits for the claim too. */
const showBegun = (which: string) => `
      update contract_result c
         set status = 'Running', details = c.details || jsonb_build_object('attempts', v.attempt)
        from validation_run v
       where ${which} and c.contract = v.contract and c.timestamp = v.timestamp
         and (c.status, c.details -> 'attempts') is distinct from ('Running', to_jsonb(v.attempt))`;

// One result of a contract is Queued at a time: a run that has begun unseen is shown before the next one is there.
const SHOW_BEGUN = `
    if exists (select from validation_run v where v.contract = any(array(select unnest(locked))) and v.state = 'Running') then
      ${showBegun(`v.contract = any(array(select unnest(locked))) and v.state = 'Running' and c.status = 'Queued'`)};
    end if;`;

// As the function without tokens, but that it neither waits for the disk nor shows the claim.
const CLAIM_RUNS = `
  create function claim_runs(ids uuid[], contracts bigint[], claims uuid[], workers text[], lease interval, waits boolean)
    returns table (is_free boolean, run_id uuid, contract_node bigint, attempts int, token uuid, crash_count int, failure_count int,
                   run_trigger text, run_lane text, reported jsonb, is_retaken boolean) ${PLANNED_ONCE} as $$
  #variable_conflict use_column
  declare locked bigint[];
  begin
    perform set_config('synchronous_commit', 'off', true); ${LOCK}
    return query
    with asked as materialized (
      select a.*, row_number() over (partition by a.id order by a.at) as turn
        from unnest((select ids), (select contracts), (select claims), (select workers))
             with ordinality a (id, contract, claim, worker, at)),
    before as (
      select asked.at, r.result_id, asked.claim as token, asked.worker as taker,
             r.state = 'Running' and r.worker is not null as lost
        from asked join validation_run r on r.result_id = asked.id and r.contract = asked.contract
       where asked.turn = 1 and asked.contract = any(array(select unnest(locked)))),
    taken as (
      update validation_run r
         set state = 'Running', attempt = attempt + 1, claim = before.token, alone = false, worker = before.taker,
             crashes = crashes + case
               when state = 'Running' and worker is not null and (crashes < 2 or alone) then 1 else 0 end,
             started_at = coalesce(started_at, clock_timestamp()), lease_until = clock_timestamp() + lease
        from before
       where r.result_id = before.result_id and case state
         when 'Queued' then not exists (
           select 1 from validation_run o where o.contract = r.contract and o.state = 'Running')
         else lease_until < clock_timestamp() end
      returning before.at, r.result_id, r.contract, r.attempt, r.claim, r.crashes, r.failures, r.trigger, r.lane, r.progress,
                before.lost)
    select asked.contract = any(locked), t.result_id, t.contract, t.attempt, t.claim, t.crashes, t.failures, t.trigger, t.lane,
           t.progress, t.lost
      from asked left join taken t on t.at = asked.at order by asked.at;
  end $$;
`;

// Shows that a run goes on, and what it has come to so far. False if another attempt has taken it, or it has ended.
const REPORT_RUN = `
  create function report_run(run_id uuid, of_contract bigint, by_attempt int, by_claim uuid, done jsonb)
    returns boolean ${PLANNED_ONCE} as $$
  begin
    perform from contract c where c.node = of_contract for no key update;
    update validation_run v set progress = v.progress || done
     where v.result_id = run_id and v.attempt = by_attempt and v.claim = by_claim and v.state = 'Running';
    if not found then return false; end if;
    ${showBegun('v.result_id = run_id')};
    perform ${notice('run_id', `'Running'`)};
    return true;
  end $$;
`;
