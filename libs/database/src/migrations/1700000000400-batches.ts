import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Validation of many contracts at once and by the clock; what is kept of the course of a run. */
export class Batches1700000000400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PROGRESS);
    await runner.query(BATCH);
    await runner.query(FOLLOW);
    await runner.query(SCHEDULE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table contract_schedule`);
    await runner.query(`drop trigger follow_batch_items on contract_result`);
    await runner.query(`drop function follow_batch_items()`);
    await runner.query(`drop table validation_batch_item, validation_batch`);
    await runner.query(`alter table validation_run drop column progress`);
    await runner.query(`alter table contract_result drop column events`);
  }
}

// The dimensions of a run in the order in which they were done: progress while it is open, events when it has ended.
const PROGRESS = `
  alter table validation_run add column progress jsonb not null default '[]';
  alter table contract_result add column events jsonb;
`;

// A batch is fed in blocks: the items up to position fed have their runs. generation counts the blocks and is the token of
// the job that feeds the next one. ring_at: when that job is sent again, should nobody have come.
// own: the run was made for this batch, rather than joined. status follows the run's. An item outlives its contract.
const BATCH = `
  create table validation_batch (
    id uuid primary key,
    requested_by text not null,
    created_at timestamptz not null default clock_timestamp(),
    total integer not null,
    fed integer not null default 0,
    generation integer not null default 0,
    cancelled_at timestamptz,
    ring_at timestamptz not null default clock_timestamp() + interval '2 s',
    rings integer not null default 0
  );
  create index validation_batch_unfed on validation_batch (ring_at) where fed < total and cancelled_at is null;
  create index validation_batch_age on validation_batch (created_at);

  create table validation_batch_item (
    batch uuid not null references validation_batch (id) on delete cascade,
    position integer not null,
    contract bigint not null,
    contract_id uuid not null,
    result_id uuid,
    own boolean not null default false,
    status text not null default 'Queued',
    primary key (batch, position)
  );
  create index validation_batch_item_run on validation_batch_item (result_id) where result_id is not null;
  create index validation_batch_item_status on validation_batch_item (batch, status);
`;

// In the transaction of the run, whatever SQL changed it: a batch is right at each moment.
const FOLLOW = `
  create function follow_batch_items() returns trigger language plpgsql as $$
  declare followed uuid;
  begin
    for followed in
      with moved as (
        update validation_batch_item set status = new.status where result_id = new.id returning batch)
      select distinct batch from moved
    loop
      perform pg_notify('validation_batch', followed::text);
    end loop;
    return null;
  end $$;
  create trigger follow_batch_items after update of status on contract_result for each row
    when (new.origin = 'run' and old.status is distinct from new.status) execute function follow_batch_items();
`;

// next_at moves on in the transaction that makes the run of the tick: each tick counts once. Null while disabled.
const SCHEDULE = `
  create table contract_schedule (
    contract bigint primary key references contract (node) on delete cascade,
    cron text not null,
    timezone text not null,
    enabled boolean not null,
    next_at timestamptz,
    updated_by text not null
  );
  create index contract_schedule_due on contract_schedule (next_at) where next_at is not null;
`;
