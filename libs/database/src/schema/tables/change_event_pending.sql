-- Events of what changes. A writer adds a row in the statement of its change; it gets its position in change_event, and in the audit,
-- afterwards, by one at a time, once it is committed: so a reader that goes on behind a position misses none. No other index: writers pay
-- for each.
create table change_event_pending (
  -- Who changes an entity holds its lock, so events of one entity have it in the order of the changes.
  seq bigint generated always as identity primary key,
  event_type text not null,
  entity_type text not null,
  -- A refusal may be of no single entity.
  entity_id uuid,
  node bigint,
  fqn text collate "C",
  previous_version integer,
  version integer,
  at bigint not null,
  actor text not null,
  change jsonb,
  result jsonb,
  -- Of the request, which its transaction names by SET LOCAL; a statement that writes for several requests names it by itself.
  origin jsonb default nullif(current_setting('catalog.origin', true), '')::jsonb,
  hash_before bytea,
  hash_after bytea,
  refusal jsonb
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
