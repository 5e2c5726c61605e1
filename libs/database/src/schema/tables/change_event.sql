create table change_event (
  position bigint generated always as identity primary key,
  event_type text not null,
  entity_type text not null,
  entity_id uuid not null,
  -- Of the entity, which may be gone; for a result the contract's.
  node bigint not null,
  fqn text collate "C" not null,
  -- In tenths.
  previous_version integer,
  version integer not null,
  -- In epoch ms.
  at bigint not null,
  actor text not null,
  -- What the new version says of itself.
  change jsonb,
  -- What the event says of a result.
  result jsonb
);

create index change_event_entity on change_event (entity_id, position);
create index change_event_type on change_event (entity_type, event_type, position);
create index change_event_kind on change_event (event_type, position);
create index change_event_actor on change_event (actor, position);
-- An FQN can be longer than what a btree row holds.
create index change_event_fqn on change_event ((md5(fqn)::uuid), position);
create index change_event_at on change_event (at);
