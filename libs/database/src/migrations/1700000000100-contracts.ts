import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Contracts, their results and the open validation runs. */
export class Contracts1700000000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CONTRACT);
    await runner.query(RESULT);
    await runner.query(RESULT_SUMS);
    await runner.query(RUN);
    await runner.query(EVIDENCE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `drop table observation, test_case_result, validation_run, contract_result_count, contract_result, contract`,
    );
    for (const event of ['insert', 'delete', 'update']) await runner.query(`drop function sum_up_results_${event}()`);
    await runner.query(`drop function sum_up_latest_result(bigint[])`);
  }
}

// The hot columns beside a contract's entity row. live: false while the contract is soft-deleted.
// latest_result changes in the transaction of the result that it sums up.
const CONTRACT = `
  create table contract (
    node bigint primary key references entity (node) on delete cascade,
    asset bigint not null references entity (node) on delete cascade,
    status text not null,
    live boolean not null,
    latest_result jsonb,
    retention text
  );
  create unique index contract_live_asset on contract (asset) where live;
  create index contract_asset on contract (asset);
  create index contract_latest_status on contract ((latest_result ->> 'status'), node);
`;

// Identity of a result: contract and timestamp (epoch ms). origin: run (ours) or pushed. body: what strict clients read
// without id, contract's FQN, timestamp and status, which stand in columns; details: by request.
const RESULT = `
  create table contract_result (
    contract bigint not null references contract (node) on delete cascade,
    timestamp bigint not null,
    id uuid not null,
    status text not null,
    origin text not null check (origin in ('run', 'pushed')),
    body jsonb not null,
    details jsonb not null,
    primary key (contract, timestamp)
  );
  -- Over all contracts: an id of another contract is refused.
  create unique index contract_result_id on contract_result (id);
  create index contract_result_status on contract_result (contract, status, timestamp);

  -- Results per contract, hour (timestamp / 3,600,000) and status, kept in the writer's transaction: a window's total is
  -- the sum of its whole hours and the index rows of its two edges.
  create table contract_result_count (
    contract bigint not null references contract (node) on delete cascade,
    hour bigint not null,
    status text not null,
    n bigint not null,
    primary key (contract, hour, status)
  ) with (fillfactor = 50);
`;

// Deletions empty whole hours, whose counts would only slow down the sums; a run on its way keeps its row at 0.
const FORGET_EMPTY_HOURS = `
    delete from contract_result_count c
     using (select distinct contract, timestamp / 3600000 as hour, status from old_rows) o
     where c.n = 0 and (c.contract, c.hour, c.status) = (o.contract, o.hour, o.status);`;

// Counts and latest_result, kept in the writer's transaction by statement triggers, whatever SQL wrote.
// Writers lock the contract's row before they touch its results (for no key update), so that they come one after the
// other and never in a circle; the lock in the function is for those that did not. Each statement of a function sees what
// was committed while the one before it waited for the lock: the newest result is the newest of all writers.
export const RESULT_SUMS = `
  create function sum_up_latest_result(contracts bigint[]) returns void language plpgsql as $$
  begin
    perform from contract where node = any(contracts) order by node for no key update;
    update contract c set latest_result = n.latest
      from (select node,
                   (select jsonb_strip_nulls(jsonb_build_object(
                             'timestamp', timestamp, 'status', status, 'message', body -> 'result', 'resultId', id))
                      from contract_result r where r.contract = o.node order by timestamp desc limit 1) latest
              from contract o where node = any(contracts)) n
     where c.node = n.node and c.latest_result is distinct from n.latest;
  end $$;
  ${sumTrigger('insert', 'referencing new table as new_rows', 'select contract, timestamp, status, 1 k from new_rows')}
  ${sumTrigger('delete', 'referencing old table as old_rows', 'select contract, timestamp, status, -1 k from old_rows')}
  ${sumTrigger(
    'update',
    'referencing old table as old_rows new table as new_rows',
    `select contract, timestamp, status, 1 k from new_rows
     union all select contract, timestamp, status, -1 k from old_rows`,
  )}
`;

// A count is only ever lowered where its row is: when a contract goes, its counts may have gone before its results.
function sumTrigger(event: string, referencing: string, changes: string): string {
  return `
  create function sum_up_results_${event}() returns trigger language plpgsql as $$
  begin
    perform sum_up_latest_result(array(select distinct contract from (${changes}) changes));
    with change as (
      select contract, timestamp / 3600000 as hour, status, sum(k) as k from (${changes}) changes
       group by 1, 2, 3 having sum(k) <> 0),
    lowered as (
      update contract_result_count c set n = c.n + change.k from change
       where change.k < 0 and (c.contract, c.hour, c.status) = (change.contract, change.hour, change.status))
    insert into contract_result_count as c (contract, hour, status, n)
    select contract, hour, status, k from change where k > 0 order by 1, 2, 3
    on conflict (contract, hour, status) do update set n = c.n + excluded.n;
    ${event === 'delete' ? FORGET_EMPTY_HOURS : ''}
    return null;
  end $$;
  create trigger sum_up_results_${event} after ${event} on contract_result
    ${referencing} for each statement execute function sum_up_results_${event}();`;
}

// Only open runs stand here; the row goes in the transaction that writes the terminal result.
// attempt is the fencing token: a write of an older attempt changes nothing. Times are the database's.
// worker: who holds the lease; null while the run was handed back. crashes: leases that ran out in a worker's hands, from
// the third on only where the run was tried alone. failures: attempts that ended with an error worth another try.
// ring_at: when the reconciler rings next, should nobody have come.
const RUN = `
  create table validation_run (
    result_id uuid primary key,
    contract bigint not null references contract (node) on delete cascade,
    timestamp bigint not null,
    state text not null check (state in ('Queued', 'Running')),
    attempt integer not null default 0,
    crashes integer not null default 0,
    failures integer not null default 0,
    alone boolean not null default false,
    trigger text not null,
    lane text not null,
    requested_by text not null,
    queued_at timestamptz not null default clock_timestamp(),
    ring_at timestamptz not null default clock_timestamp() + interval '2 s',
    rings integer not null default 0,
    started_at timestamptz,
    lease_until timestamptz,
    worker text
  );
  create unique index validation_run_open on validation_run (contract, state);
  create index validation_run_lease on validation_run (lease_until) where state = 'Running';
  create index validation_run_queued on validation_run (ring_at) where state = 'Queued';
`;

// What runs are judged by beside the documents of contract and asset. Times in epoch ms; body: the result as it came, without
// timestamp and status.
const EVIDENCE = `
  create table test_case_result (
    test_case bigint not null references entity (node) on delete cascade,
    timestamp bigint not null,
    status text not null,
    body jsonb not null,
    primary key (test_case, timestamp)
  );

  create table observation (
    asset bigint not null references entity (node) on delete cascade,
    kind text not null check (kind in ('refresh', 'arrival', 'availability')),
    timestamp bigint not null,
    source text not null default '',
    data_timestamp bigint,
    available boolean,
    primary key (asset, kind, timestamp, source)
  );
`;
