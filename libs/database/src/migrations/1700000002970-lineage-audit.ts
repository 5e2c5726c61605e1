import type { MigrationInterface, QueryRunner } from 'typeorm';
import { PUT_EDGES } from './1700000002731-edge-writes';

/** Edges of lineage in the audit: who created, changed or deleted one, and what it said before and after. */
export class LineageAudit1700000002970 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(STATES);
    await runner.query(CHANGE);
    await runner.query(RECORD);
    await runner.query(AUDITED_PUT);
    await runner.query(REMOVE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(PUT_EDGES.replace('create function', 'create or replace function'));
    await runner.query(`
      drop function lineage_remove_edges(bigint[], bigint[], text);
      drop function record_lineage(text, bigint[], bigint[], jsonb[], jsonb[], text);
      drop function lineage_change(jsonb, jsonb);
      drop function lineage_states(bigint[], bigint[])`);
  }
}

/** Of a longer attribute a record says that it changed, and not how: so a record of an edge stays below the limit of a change. */
const MOST_VALUE_BYTES = 4_000;

// What edges say, in the order of the arrays; nothing of an edge that is not there.
const STATES = `
  create function lineage_states(of_from bigint[], of_to bigint[]) returns table (from_node bigint, to_node bigint, state jsonb)
    language sql stable as $$
    select e.from_node, e.to_node, jsonb_strip_nulls(jsonb_build_object(
             'source', e.source, 'pipeline', p.fqn, 'sqlQuery', e.sql_query, 'description', e.description,
             'details', nullif(e.details, '{}'), 'columns', (
               select jsonb_agg(jsonb_build_object('fromColumn', c.from_column, 'toColumn', c.to_column, 'function', c.function)
                                order by c.item, c.position)
                 from lineage_column_edge c where c.from_node = e.from_node and c.to_node = e.to_node)))
      from unnest(of_from, of_to) with ordinality w (from_node, to_node, place)
      join lineage_edge e on e.from_node = w.from_node and e.to_node = w.to_node
      left join entity p on p.node = e.pipeline
     order by w.place
  $$;
`;

// The lists that the change of an entity has; either state may be null. In PL/pgSQL, as what is below it, since before PostgreSQL 18 a
// function in SQL is planned at each call.
const CHANGE = `
  create function lineage_change(before jsonb, after jsonb) returns jsonb language plpgsql immutable parallel safe as $$
  declare
    key text;
    old jsonb;
    new jsonb;
    shown jsonb;
    added jsonb := '[]';
    updated jsonb := '[]';
    deleted jsonb := '[]';
  begin
    for key in select k from jsonb_object_keys(coalesce(before, '{}') || coalesce(after, '{}')) k order by k loop
      old := before -> key;
      new := after -> key;
      continue when old is not distinct from new;
      shown := jsonb_build_object('name', key);
      if octet_length(old::text) <= ${MOST_VALUE_BYTES} then shown := shown || jsonb_build_object('oldValue', old); end if;
      if octet_length(new::text) <= ${MOST_VALUE_BYTES} then shown := shown || jsonb_build_object('newValue', new); end if;
      if old is null then added := added || jsonb_build_array(shown);
      elsif new is null then deleted := deleted || jsonb_build_array(shown);
      else updated := updated || jsonb_build_array(shown);
      end if;
    end loop;
    return jsonb_build_object('fieldsAdded', added, 'fieldsUpdated', updated, 'fieldsDeleted', deleted);
  end $$;
`;

// A record is about the asset that the edge leads to; the other one is in a list, of which the audit shortens no part.
const RECORD = `
  create function record_lineage(operation text, of_from bigint[], of_to bigint[], before jsonb[], after jsonb[], actor text)
    returns void language plpgsql as $$
  begin
    insert into change_event_pending (event_type, entity_type, entity_id, node, fqn, version, at, actor, change, hash_before, hash_after)
    select operation, t.type, t.id, t.node, t.fqn, t.version, floor(extract(epoch from clock_timestamp()) * 1000)::bigint, actor,
           jsonb_build_object('upstream', jsonb_build_array(jsonb_build_object('id', f.id, 'type', f.type, 'fullyQualifiedName', f.fqn)))
             || lineage_change(w.old, w.new),
           sha256(convert_to(w.old::text, 'UTF8')), sha256(convert_to(w.new::text, 'UTF8'))
      from unnest(of_from, of_to, before, after) with ordinality w (from_node, to_node, old, new, place)
      join entity f on f.node = w.from_node join entity t on t.node = w.to_node
     order by w.place;
  end $$;
`;

// As it was (its own migration says how), and with what edges said before. An edge that another writer put there after those that
// change were looked at is left as it is, and comes in the next round.
/** @param found how the stored edges are looked up that say something else: those that change, locked, and whether any are left */
export const putEdges = (found: { readonly changing: string; readonly left: string }): string => `
  create or replace function lineage_put_edges(edges jsonb, column_pairs jsonb, actor text) returns bigint[] language plpgsql as $$
  declare
    named bigint[];
    there bigint[];
    old_from bigint[];
    old_to bigint[];
    old_states jsonb[];
    changed_from bigint[];
    changed_to bigint[];
    now_ms bigint;
  begin
    select array_agg(distinct n.node) into named
      from jsonb_to_recordset(edges) x (from_node bigint, to_node bigint, pipeline bigint)
     cross join lateral unnest(array[x.from_node, x.to_node, x.pipeline]) n(node) where n.node is not null;
    select array_agg(l.node) into there
      from (select e.node from entity e where e.node = any(named) order by e.node for key share) l;
    now_ms := floor(extract(epoch from clock_timestamp()) * 1000)::bigint;

    loop
      select array_agg(l.from_node), array_agg(l.to_node) into old_from, old_to
${found.changing}
      old_states := null;
      if old_from is not null then
        select array_agg(s.state) into old_states from lineage_states(old_from, old_to) s;
      end if;

      with put as (
        insert into lineage_edge as e (from_node, to_node, source, pipeline, sql_query, description, details, digest,
                                       created_at, created_by, updated_at, updated_by)
        select x.from_node, x.to_node, x.source, p.node, x.sql_query, x.description, x.details, x.digest, now_ms, actor, now_ms, actor
          from jsonb_to_recordset(edges) as x (from_node bigint, to_node bigint, source text, pipeline bigint, sql_query text,
                                               description text, details jsonb, digest uuid)
          join unnest(there) f(node) on f.node = x.from_node
          join unnest(there) t(node) on t.node = x.to_node
          left join unnest(there) p(node) on p.node = x.pipeline
         order by x.from_node, x.to_node
        on conflict (from_node, to_node) do update
           set source = excluded.source, pipeline = excluded.pipeline, sql_query = excluded.sql_query,
               description = excluded.description, details = excluded.details, digest = excluded.digest,
               updated_at = excluded.updated_at, updated_by = excluded.updated_by
         where e.digest <> excluded.digest and (e.from_node, e.to_node) in (select * from unnest(old_from, old_to))
        returning from_node, to_node)
      select array_agg(from_node), array_agg(to_node) into changed_from, changed_to from put;

      if changed_from is not null then
        delete from lineage_column_edge c using unnest(changed_from, changed_to) as w (from_node, to_node)
         where c.from_node = w.from_node and c.to_node = w.to_node;
        if column_pairs is not null then
          insert into lineage_column_edge (from_node, to_node, item, position, from_column, to_column, function)
          select x.* from jsonb_to_recordset(column_pairs)
                          as x (from_node bigint, to_node bigint, item integer, position integer,
                                from_column text, to_column text, function text)
            join unnest(changed_from, changed_to) as w (from_node, to_node)
              on w.from_node = x.from_node and w.to_node = x.to_node;
        end if;
        perform record_lineage(case when o.state is null then 'lineageCreated' else 'lineageUpdated' end,
                               array_agg(n.from_node), array_agg(n.to_node), array_agg(o.state), array_agg(n.state), actor)
           from lineage_states(changed_from, changed_to) n
           left join unnest(old_from, old_to, old_states) o (from_node, to_node, state)
             on o.from_node = n.from_node and o.to_node = n.to_node
          group by o.state is null;
      end if;

      exit when cardinality(changed_from) = jsonb_array_length(edges);
      exit when not exists (
        select from jsonb_to_recordset(edges) x (from_node bigint, to_node bigint, digest uuid)
${found.left}
    end loop;
    return coalesce(there, '{}');
  end $$;
`;

export const AUDITED_PUT = putEdges({
  changing: `        from (select e.from_node, e.to_node from jsonb_to_recordset(edges) x (from_node bigint, to_node bigint, digest uuid)
                join lineage_edge e on e.from_node = x.from_node and e.to_node = x.to_node
               where e.digest <> x.digest order by 1, 2 for update of e) l;`,
  left: `          join lineage_edge e on e.from_node = x.from_node and e.to_node = x.to_node
         where e.digest <> x.digest);`,
});

// Gives how many there were. In the order in which all writers lock edges.
const REMOVE = `
  create function lineage_remove_edges(of_from bigint[], of_to bigint[], actor text) returns integer language plpgsql as $$
  declare
    old_from bigint[];
    old_to bigint[];
    old_states jsonb[];
  begin
    select array_agg(l.from_node), array_agg(l.to_node) into old_from, old_to
      from (select e.from_node, e.to_node from unnest(of_from, of_to) w (from_node, to_node)
              join lineage_edge e on e.from_node = w.from_node and e.to_node = w.to_node
             order by 1, 2 for update of e) l;
    if old_from is null then return 0; end if;
    select array_agg(s.state) into old_states from lineage_states(old_from, old_to) s;
    delete from lineage_edge e using unnest(old_from, old_to) w (from_node, to_node)
     where e.from_node = w.from_node and e.to_node = w.to_node;
    perform record_lineage('lineageDeleted', old_from, old_to, old_states, array_fill(null::jsonb, array[cardinality(old_from)]), actor);
    return cardinality(old_from);
  end $$;
`;
