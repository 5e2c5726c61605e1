import type { Reference } from '@app/catalog';
import type { PreparedStatement } from '@app/database';
import { edgeColumns, edgeJoins, MAPPINGS, referenceJson } from '../edges/edge-reader';
import type { StoredEdge } from '../edges/stored-edge';
import { visibleSql } from '../traversal/visible-sql';
import type { Side } from '../traversal/walk';

/** Maximum depth of this response; `graph` goes further. */
export const MOST_NEAR_HOPS = 3;
/** Maximum edges per hop; with more, a traversal hop by hop costs less than aborting this statement. */
const MOST_EDGES = 500;

/** One row per edge; a single row without an edge if there is none. */
export interface NearRow extends StoredEdge {
  readonly side: Side | null;
  /** The asset itself; in the first row only. */
  readonly root: Reference | null;
  /** false: a hop exceeds the limit, and no edge is returned. */
  readonly isWhole: boolean;
}

/**
 * All edges up to three hops around the node $1, with their stored data and the names of their ends: upstream up to
 * $2 hops, then downstream up to $3, each edge once and in the order of `LineageWalker`. $4: whether to include
 * deleted nodes; from $5 on `visibleValues`. Each hop stops at its
 * edge limit, so that a hub is cheap.
 */
function nearStatement(restricted: boolean): PreparedStatement {
  const hops = Array.from({ length: MOST_NEAR_HOPS }, (_, at) => at + 1);
  return {
    name: `lineage-near${restricted ? '-restricted' : ''}`,
    text: `
    with ${hops.map((hop) => hopText('upstream', hop, restricted)).join(', ')},
      ${hops.map((hop) => hopText('downstream', hop, restricted)).join(', ')},
      whole as materialized (
        select bool_and(n <= ${MOST_EDGES}) as complete
          from (${hops.flatMap((hop) => ['upstream', 'downstream'].map((side) => `select count(*) as n from ${side}${hop}`)).join(' union all ')}) c
      ), wanted as materialized (
        select 1 as side, hop, from_node, to_node from (${all('upstream', hops)}) u where (select complete from whole)
        union all
        select 2, hop, from_node, to_node from (${all('downstream', hops)}) d
         where (select complete from whole) and to_node not in (${hops.map((hop) => `select node from upstream_at${hop}`).join(' union all ')})
      ) ${MAPPINGS}, edge as (
        select w.side, w.hop, f.fqn as from_fqn, t.fqn as to_fqn, ${edgeColumns(true)}
          from wanted w ${edgeJoins(true)}
      ), placed as (
        select edge.*, row_number() over (order by side, hop, from_fqn, "fromNode"::bigint, to_fqn, "toNode"::bigint) as place from edge
      )
    select case e.side when 1 then 'upstream' when 2 then 'downstream' end as side, e."fromNode", e."toNode", e."from", e."to", e.source,
           e."sqlQuery", e.description, e.details, e."createdAt", e."createdBy", e."updatedAt", e."updatedBy", e."pipelineNode",
           e.pipeline, e.columns, case when coalesce(e.place, 1) = 1 then ${referenceJson('r')} end as root,
           (select complete from whole) as "isWhole"
      from entity r left join placed e on true
     where r.node = $1::bigint
     order by e.place`,
  };
}

/** The frontier of a hop, each node once per traversal, and its edges with visible far ends. */
function hopText(side: Side, hop: number, restricted: boolean): string {
  const [near, far, depth] = side === 'upstream' ? ['to_node', 'from_node', '$2'] : ['from_node', 'to_node', '$3'];
  const before = Array.from({ length: hop - 1 }, (_, at) => `select node from ${side}_at${at + 1}`).join(' union all ');
  const nodes =
    hop === 1
      ? `select $1::bigint as node where ${depth}::int >= 1`
      : `select distinct ${far} as node from ${side}${hop - 1} where ${depth}::int >= ${hop} and ${far} not in (${before})`;
  return `${side}_at${hop} as materialized (${nodes}), ${side}${hop} as materialized (
        select ${hop} as hop, x.from_node, x.to_node
          from ${side}_at${hop} n join lineage_edge x on x.${near} = n.node join entity a on a.node = x.${far}
         where ($4 or a.deleted_by is null) ${restricted ? `and ${visibleSql('a', 5)}` : ''}
         limit ${MOST_EDGES + 1})`;
}

function all(side: Side, hops: readonly number[]): string {
  return hops.map((hop) => `select * from ${side}${hop}`).join(' union all ');
}

export const NEAR = nearStatement(false);
/** For callers from whom some assets are hidden. */
export const NEAR_RESTRICTED = nearStatement(true);
