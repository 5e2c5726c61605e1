-- The audit. What a writer records in change_event_pending becomes a row here as well, in the same order; blocks of these rows are hashed into
-- a chain afterwards (audit_block), so that nobody who writes waits for it. at, version: as in change_event.
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
  -- How many refusals the record stands for.
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
