import type { MigrationInterface, QueryRunner } from 'typeorm';
import { finishRuns } from './1700000002790-run-functions';

/**
 * Events of what changes. A writer adds a row to change_event_pending, in the statement of its change; they get their positions afterwards,
 * by one at a time, once they are committed: so a reader that goes on behind a position misses none.
 */
export class ChangeEvents1700000002870 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(NUMBER);
    await runner.query(finishRuns(RECORD_ENDS));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(finishRuns());
    await runner.query(`
      drop function number_change_events(integer);
      drop table change_event, change_event_pending`);
  }
}

// node is that of the entity, which may be gone; for a result the contract's. Versions in tenths; at in epoch ms. change: what the new
// version says of itself; result: what the event says of a result.
const COLUMNS = `
    event_type text not null,
    entity_type text not null,
    entity_id uuid not null,
    node bigint not null,
    fqn text collate "C" not null,
    previous_version integer,
    version integer not null,
    at bigint not null,
    actor text not null,
    change jsonb,
    result jsonb`;

// seq: who changes an entity holds its lock, so events of one entity have it in the order of the changes. No other index: writers pay for
// each.
const TABLES = `
  create table change_event_pending (
    seq bigint generated always as identity primary key, ${COLUMNS}
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

  create table change_event (
    position bigint generated always as identity primary key, ${COLUMNS}
  );
  create index change_event_entity on change_event (entity_id, position);
  create index change_event_type on change_event (entity_type, event_type, position);
  create index change_event_kind on change_event (event_type, position);
  create index change_event_actor on change_event (actor, position);
  -- An FQN can be longer than what a btree row holds.
  create index change_event_fqn on change_event ((md5(fqn)::uuid), position);
  create index change_event_at on change_event (at);
`;

// A statement behind the lock sees what the one before it committed, so positions become visible in their order. Of one entity a later
// change is made after the earlier one was committed: whoever sees it sees both, and numbers them by seq.
export const NUMBER = `
  create function number_change_events(most integer) returns integer language plpgsql as $$
  declare numbered integer;
  begin
    if not exists (select from change_event_pending) then return 0; end if;
    perform pg_advisory_xact_lock(hashtextextended('change_event', 0));
    with taken as (
      delete from change_event_pending
       where seq = any(array(select seq from change_event_pending order by seq limit most)) returning *)
    insert into change_event (event_type, entity_type, entity_id, node, fqn, previous_version, version, at, actor, change, result)
    select event_type, entity_type, entity_id, node, fqn, previous_version, version, at, actor, change, result
      from (select * from taken order by seq) t;
    get diagnostics numbered = row_count;
    if numbered > 0 then perform pg_notify('change_event', ''); end if;
    return numbered;
  end $$;
`;

// The result before it is the newest that had ended, unless one was pushed meanwhile.
export const RECORD_ENDS = `,
    recorded as (
      insert into change_event_pending
        (event_type, entity_type, entity_id, node, fqn, previous_version, version, at, actor, result)
      select 'resultCreated', n.type, n.id, n.node, n.fqn, n.version, n.version,
             floor(extract(epoch from clock_timestamp()) * 1000)::bigint, e.requested_by,
             jsonb_strip_nulls(jsonb_build_object('id', e.id, 'timestamp', e.timestamp, 'status', e.status,
               'isLatest', e.timestamp >= coalesce(e.ended_at, 0),
               'previousStatus', case when e.timestamp >= coalesce(e.ended_at, 0) then e.ended_status else (
                 select r.status from contract_result r
                  where r.contract = e.contract and r.timestamp < e.timestamp and r.status not in ('Queued', 'Running')
                  order by r.timestamp desc limit 1) end))
        from ended e join entity n on n.node = e.contract)`;
