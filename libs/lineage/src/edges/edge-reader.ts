import { Visibility, type inTransaction } from '@app/catalog';
import type { Actor } from '@app/common';
import type { PreparedStatement } from '@app/database';
import { Injectable } from '@nestjs/common';
import { columnPaths } from '../traversal/asset-columns';
import type { StoredEdge } from './stored-edge';

/** Where edges are read: the read pool, or the transaction of a write. */
export type EdgeSource = ReturnType<typeof inTransaction>;

/** JSON reference to an entity `e`. */
export const referenceJson = (e: string): string =>
  `entity_reference_json(${e}.id, ${e}.type, ${e}.name, ${e}.fqn, ${e}.body ->> 'displayName', ${e}.deleted_by is not null)`;

/** SQL of `lastSeenAt` of a row of lineage_edge: another source than events leaves it as it was. */
export const lastSeenAt = (l: string): string => `case when ${l}.source = 'OpenLineage' then ${l}.last_seen_at end`;

/** The column mappings of these edges, by path, if both columns still exist. */
const MAPPINGS = `
    , pair as materialized (
      select c.* from wanted w join lineage_column_edge c on c.from_node = w.from_node and c.to_node = w.to_node
    ), known as materialized (
      ${columnPaths('select from_node from pair union select to_node from pair')}
    ), item as (
      select p.from_node, p.to_node, p.item,
             json_strip_nulls(json_build_object('fromColumns', json_agg(p.from_column order by p.position),
               'toColumn', min(p.to_column), 'function', min(p.function))) as mapping
        from pair p join known f on f.node = p.from_node and f.path = p.from_column
        join known t on t.node = p.to_node and t.path = p.to_column
       group by p.from_node, p.to_node, p.item
    ), mapping as (
      select from_node, to_node, json_agg(mapping order by item) as columns from item group by from_node, to_node
    )`;

const edgesStatement = (withColumns: boolean): PreparedStatement => ({
  name: withColumns ? 'lineage-edges-columns' : 'lineage-edges',
  text: `
    with wanted as materialized (
      select * from unnest($1::bigint[], $2::bigint[]) with ordinality as w (from_node, to_node, place)
    ) ${withColumns ? MAPPINGS : ''}
    select ${referenceJson('f')} as "from", ${referenceJson('t')} as "to",
           l.from_node::text as "fromNode", l.to_node::text as "toNode", l.source, l.sql_query as "sqlQuery", l.description, l.details,
           l.created_at::float8 as "createdAt", l.created_by as "createdBy",
           l.updated_at::float8 as "updatedAt", l.updated_by as "updatedBy", ${lastSeenAt('l')}::float8 as "lastSeenAt",
           l.pipeline::text as "pipelineNode",
           case when p.node is not null then ${referenceJson('p')} end as pipeline,
           ${withColumns ? `coalesce(m.columns, '[]')` : `'[]'::json`} as columns
      from wanted w
      join lineage_edge l on l.from_node = w.from_node and l.to_node = w.to_node
      join entity f on f.node = l.from_node
      join entity t on t.node = l.to_node
      left join entity p on p.node = l.pipeline
      ${withColumns ? 'left join mapping m on m.from_node = l.from_node and m.to_node = l.to_node' : ''}
     order by w.place`,
});

const WITH_COLUMNS = edgesStatement(true);
const WITHOUT_COLUMNS = edgesStatement(false);

/** Reads edges by their ends. The caller must ensure that the ends are visible; hidden pipelines are omitted. */
@Injectable()
export class EdgeReader {
  constructor(private readonly visibility: Visibility) {}

  /**
   * @param from parallel to `to`: nodes as arrays, or as array text from a traversal
   * @param options columns: whether to read column mappings; otherwise there are none
   * @returns the existing edges, in the order requested
   */
  async read(
    source: EdgeSource,
    actor: Actor,
    from: string | readonly string[],
    to: string | readonly string[],
    { columns = true } = {},
  ): Promise<StoredEdge[]> {
    const edges = await source.read<StoredEdge>(columns ? WITH_COLUMNS : WITHOUT_COLUMNS, [from, to]);
    return this.visible(source, actor, edges);
  }

  /** Whether edges are read by one statement: where something is hidden from the actor, another one looks for hidden pipelines. */
  readsAtOnce(actor: Actor): boolean {
    return !this.visibility.isRestricted(actor);
  }

  /** The edges without pipelines that the actor may not view. */
  async visible<Edge extends Pick<StoredEdge, 'pipeline'>>(
    source: EdgeSource,
    actor: Actor,
    edges: readonly Edge[],
  ): Promise<Edge[]> {
    const pipelines = edges.flatMap(({ pipeline }) => pipeline ?? []);
    const seen = new Set((await this.visibility.seenOf(source, actor, pipelines)).map(({ id }) => id));
    return edges.map((edge) => (edge.pipeline && !seen.has(edge.pipeline.id) ? { ...edge, pipeline: null } : edge));
  }
}
