import type { MigrationInterface, QueryRunner } from 'typeorm';
import { NUMBER } from './1700000002870-change-events';

/**
 * The audit. What a writer records in change_event_pending becomes a row of audit_record as well, in the same order; blocks of these rows
 * are hashed into a chain afterwards (audit_block), so that nobody who writes waits for it.
 */
export class Audit1700000002910 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PENDING);
    await runner.query(TABLES);
    await runner.query(GUARD);
    await runner.query(DIGEST);
    await runner.query(AUDITED_CHANGE);
    await runner.query(NUMBER_BOTH);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(NUMBER.replace('create function', 'create or replace function'));
    await runner.query(`
      drop table audit_record, audit_block;
      drop function guard_audit();
      drop function entity_digest(text, integer, jsonb, jsonb);
      drop function audited_change(jsonb);
      delete from change_event_pending where event_type not like 'entity%' and event_type not like 'result%';
      alter table change_event_pending
        drop column origin, drop column hash_before, drop column hash_after, drop column refusal,
        alter column entity_id set not null, alter column node set not null, alter column fqn set not null,
        alter column version set not null`);
  }
}

/** A record holds no more of a change than that, in bytes of JSON: a page of records fits into memory. */
const MOST_CHANGE_BYTES = 65_536;
/** Names that a list of a longer change keeps, each of 1,000 characters. */
const MOST_PARTS = 60;
/** Members that may hold a secret. */
const SECRET = 'connection|password|secret|token|authenticationMechanism';

// origin: of the request, which its transaction names by SET LOCAL; a statement that writes for several requests names it by itself.
// A refusal may be of no single entity.
const PENDING = `
  alter table change_event_pending
    add column origin jsonb default nullif(current_setting('catalog.origin', true), '')::jsonb,
    add column hash_before bytea,
    add column hash_after bytea,
    add column refusal jsonb,
    alter column entity_id drop not null,
    alter column node drop not null,
    alter column fqn drop not null,
    alter column version drop not null;
`;

// at, version: as in change_event. count: how many refusals the record stands for. Blocks follow each other in number and position.
const TABLES = `
  create table audit_record (
    position bigint generated always as identity primary key,
    at bigint not null,
    outcome text not null,
    operation text not null,
    entity_type text not null,
    entity_id uuid,
    fqn text collate "C",
    previous_version integer,
    version integer,
    actor text not null,
    actor_id uuid,
    address text,
    request_id text,
    route text,
    hash_before bytea,
    hash_after bytea,
    change jsonb,
    result jsonb,
    reason text,
    count integer
  );
  create index audit_record_actor on audit_record (actor, position);
  create index audit_record_entity on audit_record (entity_id, position);
  -- An FQN can be longer than what a btree row holds.
  create index audit_record_fqn on audit_record ((md5(fqn)::uuid), position);
  create index audit_record_type on audit_record (entity_type, position);
  create index audit_record_operation on audit_record (operation, position);
  create index audit_record_refused on audit_record (position) where outcome = 'refused';
  create index audit_record_request on audit_record (request_id, position) where request_id is not null;
  create index audit_record_at on audit_record (at);

  create table audit_block (
    number bigint primary key,
    first_position bigint not null,
    last_position bigint not null unique,
    records integer not null,
    hash bytea not null,
    sealed_at bigint not null,
    -- When its records were removed, past their time.
    pruned_at bigint
  );
  create index audit_block_kept on audit_block (number) where pruned_at is null;
`;

// Only what is pruned goes, and says so in its transaction.
const GUARD = `
  create function guard_audit() returns trigger language plpgsql as $$
  begin
    if current_setting('catalog.audit_pruning', true) = 'on' then
      if tg_table_name = 'audit_record' and tg_op = 'DELETE' then return old; end if;
      if tg_table_name = 'audit_block' and tg_op = 'UPDATE' then
        if old.pruned_at is null and new.pruned_at is not null
           and to_jsonb(old) - 'pruned_at' = to_jsonb(new) - 'pruned_at' then return new; end if;
      end if;
    end if;
    raise exception '% is append-only: % is refused', tg_table_name, tg_op using errcode = 'insufficient_privilege';
  end $$;
  create trigger audit_record_kept before update or delete on audit_record for each row execute function guard_audit();
  create trigger audit_record_whole before truncate on audit_record for each statement execute function guard_audit();
  create trigger audit_block_kept before update or delete on audit_block for each row execute function guard_audit();
  create trigger audit_block_whole before truncate on audit_block for each statement execute function guard_audit();
`;

// What an entity's row says, whatever is named by reference in it. jsonb as text has one order of members.
const DIGEST = `
  create function entity_digest(fqn text, version integer, body jsonb, details jsonb) returns bytea
    language sql stable parallel safe return
    sha256(convert_to(fqn || E'\\n' || version || E'\\n' || body::text || E'\\n' || details::text, 'UTF8'));
`;

// Of what is secret, and of what is long, a record says that it changed, and not how: the versions of the entity say more.
const AUDITED_CHANGE = `
  create function audited_change(change jsonb) returns jsonb language sql stable parallel safe as $$
    select case
      when octet_length(change::text) <= ${MOST_CHANGE_BYTES} and change::text !~* '${SECRET}' then change
      when jsonb_typeof(change) <> 'object' then null
      else (
        select jsonb_object_agg(key, case when jsonb_typeof(value) = 'array' then (
                 select coalesce(jsonb_agg(
                          case when octet_length(change::text) > ${MOST_CHANGE_BYTES} or part ->> 'name' ~* '${SECRET}'
                               then jsonb_build_object('name', left(part ->> 'name', 1000)) else part end order by place)
                        filter (where place <= ${MOST_PARTS}), '[]')
                   from jsonb_array_elements(value) with ordinality p(part, place)) else value end)
          from jsonb_each(change) where jsonb_typeof(value) = 'array' or octet_length(value::text) < 100) end
  $$;
`;

const NUMBER_BOTH = `
  create or replace function number_change_events(most integer) returns integer language plpgsql as $$
  declare numbered integer;
  begin
    if not exists (select from change_event_pending) then return 0; end if;
    perform pg_advisory_xact_lock(hashtextextended('change_event', 0));
    with taken as materialized (
      delete from change_event_pending
       where seq = any(array(select seq from change_event_pending order by seq limit most)) returning *),
    audited as (
      insert into audit_record (at, outcome, operation, entity_type, entity_id, fqn, previous_version, version, actor, actor_id, address,
                                request_id, route, hash_before, hash_after, change, result, reason, count)
      select at, case when refusal is null then 'done' else 'refused' end, event_type, entity_type, entity_id, fqn, previous_version,
             version, actor, (origin ->> 'userId')::uuid, origin ->> 'address', origin ->> 'requestId', origin ->> 'route',
             hash_before, hash_after, audited_change(change), result, refusal ->> 'reason', (refusal ->> 'count')::integer
        from (select * from taken order by seq) t),
    told as (
      insert into change_event (event_type, entity_type, entity_id, node, fqn, previous_version, version, at, actor, change, result)
      select event_type, entity_type, entity_id, node, fqn, previous_version, version, at, actor, change, result
        from (select * from taken where refusal is null and (event_type like 'entity%' or event_type like 'result%') order by seq) t)
    select count(*) into numbered from taken;
    if numbered > 0 then perform pg_notify('change_event', ''); end if;
    return numbered;
  end $$;
`;
