import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The catalog: one table for all entity types, because one engine serves them.
 * Names and FQNs are compared by code point (collation C), whatever the server's default is.
 */
export class Catalog1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ENTITY);
    await runner.query(REFERENCES_AND_TAGS);
    await runner.query(OWNER_IDS);
    await runner.query(CONNECTION);
    await runner.query(HISTORY);
    await runner.query(COUNTER);
    await runner.query(IDEMPOTENCY);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `drop table idempotency, counter, entity_version, service_connection, tag_usage, entity_reference, entity cascade`,
    );
    await runner.query(`drop function owner_ids(bigint)`);
    for (const event of ['insert', 'delete', 'update']) await runner.query(`drop function count_entity_${event}()`);
  }
}

// version: in tenths (0.1 is 1), so that 0.9 + 0.1 is exactly 1.0.
// body: the attributes of every answer; details: those that come by request; neither holds a name of another entity.
// root: the topmost ancestor (a service, a glossary …); null for a row that has no parent.
// deleted_by: the node whose soft deletion hid this row (itself or an ancestor); null while live.
const ENTITY = `
  create table entity (
    node bigint generated always as identity primary key,
    id uuid not null,
    type text not null,
    name text collate "C" not null,
    fqn text collate "C" not null,
    parent bigint references entity (node),
    root bigint references entity (node),
    deleted_by bigint,
    version integer not null,
    updated_at bigint not null,
    updated_by text not null,
    body jsonb not null,
    details jsonb not null
  );
  create unique index entity_id on entity (id);
  -- An FQN can be longer than the 2,704 bytes that a btree row holds: unique by its digest.
  create unique index entity_fqn on entity (type, (md5(fqn)::uuid));
  create index entity_list on entity (type, name, id);
  create index entity_deleted_list on entity (type, name, id) where deleted_by is not null;
  create index entity_children on entity (parent, type, name, id);
  create index entity_below_root on entity (root, type, name, id);
  create index entity_deleted_by on entity (deleted_by) where deleted_by is not null;
  -- People log in by their address.
  create unique index entity_user_email on entity (lower(body ->> 'email')) where type = 'user' and deleted_by is null;
`;

const REFERENCES_AND_TAGS = `
  create table entity_reference (
    from_node bigint not null references entity (node) on delete cascade,
    relation text not null,
    to_node bigint not null references entity (node) on delete cascade,
    position integer not null,
    primary key (from_node, relation, to_node)
  );
  create index entity_reference_to on entity_reference (to_node, relation, from_node);

  -- Which entities bear a tag, on themselves or on a part: for filters and for the renaming of tags. The labels stand in the
  -- entity's own document.
  create table tag_usage (
    node bigint not null references entity (node) on delete cascade,
    tag_fqn text collate "C" not null,
    source text not null
  );
  create unique index tag_usage_of_node on tag_usage (node, (md5(tag_fqn)::uuid));
  create index tag_usage_of_tag on tag_usage ((md5(tag_fqn)::uuid), node);
`;

// Who owns an entity: its own owners, else those of the nearest ancestor that has some. A contract lies below its asset.
const OWNER_IDS = `
  create function owner_ids(of_node bigint) returns text[] language sql stable as $$
    with recursive line (node, parent, depth) as (
      select node, parent, 0 from entity where node = of_node
      union all
      select e.node, e.parent, l.depth + 1 from line l join entity e on e.node = l.parent
    ), nearest as (
      select l.node from line l
       where exists (select 1 from entity_reference x where x.from_node = l.node and x.relation = 'owners')
       order by l.depth limit 1
    )
    select coalesce(array_agg(o.id::text), '{}')
      from nearest n join entity_reference r on r.from_node = n.node and r.relation = 'owners'
      join entity o on o.node = r.to_node
  $$;
`;

// How to reach a service, with its secrets, encrypted; the entity's own document shows the secrets masked.
const CONNECTION = `
  create table service_connection (
    node bigint primary key references entity (node) on delete cascade,
    sealed bytea not null
  );
`;

// The states that were; the state that is stands in entity.
const HISTORY = `
  create table entity_version (
    node bigint not null references entity (node) on delete cascade,
    version integer not null,
    updated_at bigint not null,
    document jsonb not null,
    primary key (node, version)
  );
`;

// Counts of entities by type, parent or root (0: of all) and liveness, kept by a statement trigger in the writer's
// transaction, whatever SQL wrote. Spread over slots by backend, so that concurrent writers seldom meet on a row.
const COUNTER = `
  create table counter (
    type text not null,
    parent bigint not null,
    deleted boolean not null,
    slot smallint not null,
    n bigint not null,
    primary key (type, parent, deleted, slot)
  ) with (fillfactor = 50);
  ${countTrigger('insert', 'referencing new table as new_rows', 'select *, 1 k from new_rows')}
  ${countTrigger('delete', 'referencing old table as old_rows', 'select *, -1 k from old_rows')}
  ${countTrigger(
    'update',
    'referencing old table as old_rows new table as new_rows',
    'select *, 1 k from new_rows union all select *, -1 k from old_rows',
  )}
`;

function countTrigger(event: string, referencing: string, changes: string): string {
  return `
  create function count_entity_${event}() returns trigger language plpgsql as $$
  begin
    insert into counter as c (type, parent, deleted, slot, n)
    select type, p, deleted_by is not null, pg_backend_pid() % 32, sum(k)
      from (${changes}) changes, 
           unnest(case when parent is null then array[0] when parent = root then array[0, parent]
                       else array[0, parent, root] end) p
     group by 1, 2, 3 having sum(k) <> 0 order by 1, 2, 3
    on conflict (type, parent, deleted, slot) do update set n = c.n + excluded.n;
    return null;
  end $$;
  create trigger entity_count_${event} after ${event} on entity
    ${referencing} for each statement execute function count_entity_${event}();`;
}

// A key is claimed in the transaction of its effect; the answer is kept as it was first given.
const IDEMPOTENCY = `
  create table idempotency (
    key bytea primary key,
    request bytea not null,
    effect jsonb,
    answer jsonb,
    created_at timestamptz not null default now()
  );
  create index idempotency_created on idempotency (created_at);
`;
