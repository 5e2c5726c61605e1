-- A mark says that the search document of an entity may have changed. Triggers add marks in the transaction of any SQL that writes what
-- documents show, so no caller has to do it.
create table search_mark (
  xid xid8 not null default pg_current_xact_id(),
  node bigint not null,
  -- The document of every entity that shows this one may have changed (it was renamed, or those below inherit from it). The PostgreSQL
  -- engine, which writes documents before the commit, keeps such a mark until every transaction that ran beside its own has ended: one of
  -- those may have begun to show the entity as it was.
  wide boolean not null default false,
  -- Since when the document waits to be written.
  marked_at timestamptz not null default now(),
  primary key (xid, node, wide)
);

create index search_mark_wide on search_mark (xid) where wide;
