import type { MigrationInterface, QueryRunner } from 'typeorm';
import { EDGE_CHANGE } from './1700000003770-edges-in-one-call';

/** As `lineage_put_few`, of edges that follow from several requests: each with its own actor and origin. */
const PUT = `
  create function lineage_put_each(edges jsonb) returns void language plpgsql as $$
  declare
    x record;
    was record;
    named bigint[];
    there bigint[];
    producer bigint;
    before jsonb;
    after jsonb;
    now_ms bigint;
  begin
    select array_agg(n.node) into named
      from jsonb_to_recordset(edges) d (from_node bigint, to_node bigint, pipeline bigint)
     cross join lateral unnest(array[d.from_node, d.to_node, d.pipeline]) n(node);
    select array_agg(l.node) into there
      from (select e.node from entity e where e.node = any(named) order by e.node for key share) l;
    now_ms := floor(extract(epoch from clock_timestamp()) * 1000)::bigint;

    -- All that are there and change before any that is new, as by others who write several.
    if jsonb_array_length(edges) > 1 then
      perform 1 from (select * from jsonb_to_recordset(edges) d (from_node bigint, to_node bigint, digest uuid) order by 1, 2) d
        cross join lateral (
          select from lineage_edge e where e.from_node = d.from_node and e.to_node = d.to_node and e.digest <> d.digest for update) l;
    end if;

    for x in select * from jsonb_to_recordset(edges) as d (from_node bigint, to_node bigint, source text, pipeline bigint,
                                                           sql_query text, description text, details jsonb, digest uuid,
                                                           actor text, origin jsonb)
              where d.from_node = any(there) and d.to_node = any(there) order by d.from_node, d.to_node loop
      producer := case when x.pipeline = any(there) then x.pipeline end;
      loop
        before := null;
        select e.digest into was from lineage_edge e where e.from_node = x.from_node and e.to_node = x.to_node for update;
        if not found then
          insert into lineage_edge (from_node, to_node, source, pipeline, sql_query, description, details, digest,
                                    created_at, created_by, updated_at, updated_by)
          values (x.from_node, x.to_node, x.source, producer, x.sql_query, x.description, x.details, x.digest, now_ms, x.actor, now_ms, x.actor)
          on conflict do nothing;
          -- Another writer was first: what it says is looked at.
          continue when not found;
        else
          exit when was.digest = x.digest;
          select s.state into before from lineage_states(array[x.from_node], array[x.to_node]) s;
          update lineage_edge e
             set source = x.source, pipeline = producer, sql_query = x.sql_query, description = x.description, details = x.details,
                 digest = x.digest, updated_at = now_ms, updated_by = x.actor
           where e.from_node = x.from_node and e.to_node = x.to_node;
          delete from lineage_column_edge c where c.from_node = x.from_node and c.to_node = x.to_node;
        end if;
        after := jsonb_strip_nulls(jsonb_build_object(
          'source', x.source, 'pipeline', (select p.fqn from entity p where p.node = producer), 'sqlQuery', x.sql_query,
          'description', x.description, 'details', nullif(x.details, '{}')));
        insert into change_event_pending (event_type, entity_type, entity_id, node, fqn, version, at, actor, origin, change, hash_before, hash_after)
        select case when before is null then 'lineageCreated' else 'lineageUpdated' end, t.type, t.id, t.node, t.fqn, t.version,
               floor(extract(epoch from clock_timestamp()) * 1000)::bigint, x.actor, x.origin,
               jsonb_build_object('upstream', jsonb_build_array(
                 jsonb_build_object('id', f.id, 'type', f.type, 'fullyQualifiedName', f.fqn)))
                 || ${EDGE_CHANGE},
               sha256(convert_to(before::text, 'UTF8')), sha256(convert_to(after::text, 'UTF8'))
          from entity f, entity t where f.node = x.from_node and t.node = x.to_node;
        exit;
      end loop;
    end loop;
  end $$;
`;

/** Several events write their edges by one call. */
export class EdgesOfSeveral1700000003771 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PUT);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop function lineage_put_each(jsonb)`);
  }
}
