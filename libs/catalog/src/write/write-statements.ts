import { digestBefore, digestOf, NOW_MS, recordEntityEvents, type PreparedStatement } from '@app/database';

const LOCK = `select node, id, name, fqn, parent, root, version, updated_at, deleted_by from entity e where e.type = $1 and`;

export const LOCK_BY: Readonly<Record<'id' | 'fqn', PreparedStatement>> = {
  id: { name: 'lock-entity-by-id', text: `${LOCK} e.id = $2 for no key update` },
  fqn: {
    name: 'lock-entity-by-fqn',
    text: `${LOCK} (md5(e.fqn)::uuid) = md5($2)::uuid and e.fqn = $2 for no key update`,
  },
};

/** Locks entities of any type; every writer that locks several rows uses this order. */
export const LOCK_IDS: PreparedStatement = {
  name: 'lock-entities',
  text: `select node, id, name, fqn, parent, root, version, updated_at, deleted_by, type, owner_ids(node)
           from entity where id = any($1::uuid[]) order by node for no key update`,
};

/** The columns of changed rows, for the events of their changes. */
export const OF_CHANGES = { at: 'updated_at', change: 'change', before: 'before', after: 'after' } as const;

/** The rows of new entities, with their references and labels. */
export const INSERT: PreparedStatement = {
  name: 'insert-entities',
  text: `
    with e as (
      insert into entity (id, type, name, fqn, parent, root, version, updated_at, updated_by, body, details)
      select n.id, $1, n.name, n.fqn, n.parent, n.root, 1, ${NOW_MS}, $2, n.body, n.details
        from unnest($3::uuid[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::jsonb[], $9::jsonb[])
             n(id, name, fqn, parent, root, body, details)
      returning node, id, type, fqn, version, updated_at, body, details
    ), told as (
      ${recordEntityEvents('entityCreated', 'e', { actor: '$2', at: 'updated_at', after: digestOf('e') })}
    ), r as (
      insert into entity_reference (from_node, relation, to_node, position)
      select case when n.inverse then n.other else e.node end, n.relation,
             case when n.inverse then e.node else n.other end, n.position
        from unnest($10::uuid[], $11::text[], $12::bigint[], $13::integer[], $14::boolean[])
             n(id, relation, other, position, inverse) join e on e.id = n.id
      on conflict do nothing
    ), t as (
      insert into tag_usage (node, tag_fqn, source)
      select e.node, n.tag_fqn, n.source from unnest($15::uuid[], $16::text[], $17::text[]) n(id, tag_fqn, source) join e on e.id = n.id
    )
    select node, id from e`,
};

const VERSIONS = `insert into entity_version (node, version, updated_at, document)
       select * from unnest($1::bigint[], $2::integer[], $3::bigint[], $4::jsonb[])`;

export const KEEP_VERSIONS: PreparedStatement = { name: 'keep-versions', text: VERSIONS };

/**
 * Each new version of the changed entities: one statement may make several of one entity, and writes the last of them. The change that
 * made the last one stands in its details, and is not sent twice.
 */
const VERSION_STEPS = `(
      select c.node, c.id, c.type, c.fqn, c.updated_at, s.previous, s.version, coalesce(s.change, c.change) as change,
             case when s.previous = c.previous then c.before end as before, case when s.version = c.version then c.after end as after
        from unnest($1::bigint[], $2::integer[], $14::integer[], $15::jsonb[])
             with ordinality s(node, previous, version, change, place) join changed c on c.node = s.node
       order by s.place) step`;

/** Updates the rows of entities, stores their previous states and records an event of each new version; gives when each changed. */
export const UPDATE: PreparedStatement = {
  name: 'update-entities',
  text: `
    with past as (${VERSIONS}),
    changed as (
    update entity e set name = n.name, fqn = n.fqn, parent = n.parent, root = n.root, version = n.version,
           updated_at = greatest(${NOW_MS}, e.updated_at), updated_by = $5, body = n.body, details = n.details
      from unnest($6::bigint[], $7::integer[], $8::text[], $9::text[], $10::bigint[], $11::bigint[], $12::jsonb[], $13::jsonb[])
           n(node, version, name, fqn, parent, root, body, details)
           join entity was on was.node = n.node
     where e.node = n.node
    returning e.node, e.id, e.type, e.fqn, e.updated_at, was.version as previous, e.version, ${digestOf('was')} as before,
              ${digestOf('e')} as after, coalesce(e.details -> 'changeDescription', 'null') as change)
    ${recordEntityEvents('entityUpdated', VERSION_STEPS, { actor: '$5', previous: 'previous', ...OF_CHANGES })} returning node::text as node, at::text as at`,
};

/** Replaces the labels of entities whose labels changed. */
export const DELETE_TAGS: PreparedStatement = {
  name: 'delete-tags',
  text: `delete from tag_usage where node = any($1::bigint[])`,
};
export const INSERT_TAGS: PreparedStatement = {
  name: 'insert-tags',
  text: `insert into tag_usage (node, tag_fqn, source) select * from unnest($1::bigint[], $2::text[], $3::text[])`,
};

const MARKED = `
    update entity e set version = e.version + 1, updated_at = greatest(${NOW_MS}, e.updated_at), updated_by = $1,
           details = e.details || jsonb_build_object('changeDescription', n.change)
           from unnest($2::bigint[], $3::jsonb[]) n(node, change) where e.node = n.node`;

export const MARK: PreparedStatement = {
  name: 'mark-entities',
  text: `with changed as (${MARKED} returning e.node, e.id, e.type, e.fqn, e.version, e.updated_at, n.change,
      ${digestBefore('e.node')} as before, ${digestOf('e')} as after)
    ${recordEntityEvents('entityUpdated', 'changed', { actor: '$1', previous: 'version - 1', ...OF_CHANGES })}`,
};

/** `MARK` for a deletion or restoration, which are events of their own. */
export const MARK_DELETION: PreparedStatement = { name: 'mark-deletion', text: MARKED };

export const DELETE_OUTGOING: PreparedStatement = {
  name: 'delete-outgoing-references',
  text: `delete from entity_reference r using unnest($1::bigint[], $2::text[]) n(node, relation)
          where r.from_node = n.node and r.relation = n.relation`,
};

/** Entities of other types may refer to it by the same relation; the property does not include them. */
export const DELETE_INCOMING: PreparedStatement = {
  name: 'delete-incoming-references',
  text: `delete from entity_reference r using entity f
          where r.to_node = any($1::bigint[]) and r.relation = $2 and f.node = r.from_node and f.type = any($3::text[])`,
};

export const INSERT_REFERENCES: PreparedStatement = {
  name: 'insert-references',
  text: `insert into entity_reference (from_node, relation, to_node, position)
         select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::int[]) on conflict do nothing`,
};
