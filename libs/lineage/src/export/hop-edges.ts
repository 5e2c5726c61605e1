import type { PreparedStatement } from '@app/database';
import { visibleSql } from '../traversal/visible-sql';
import type { Side } from '../traversal/walk';
import type { ExportEdge } from './export-request';

/** One edge of a hop as the scan reads it. */
export interface HopEdge extends Omit<ExportEdge, 'stored'> {
  /** Whether its SQL exists but is too long to be read with the others. */
  readonly isLong: boolean | null;
}

interface End {
  readonly node: number;
  readonly fqn: string;
  readonly type: string;
}

/** The edge between a near and a far node of a side. */
export function edgeBetween(side: Side, near: End, far: End, sql: Pick<HopEdge, 'sqlQuery' | 'isLong'>): HopEdge {
  const [from, to] = side === 'upstream' ? [far, near] : [near, far];
  return {
    fromNode: from.node,
    toNode: to.node,
    fromFqn: from.fqn,
    fromType: from.type,
    toFqn: to.fqn,
    toType: to.type,
    sqlQuery: sql.sqlQuery,
    isLong: sql.isLong,
  };
}

/** Maximum bytes of SQL per row: limits a fetch to some megabytes. */
const LONGEST_SQL = 2048;

/** SQL of an edge `e`, and whether it is too long to be included. */
export const SQL_OF_EDGE = `case when octet_length(e.sql_query) <= ${LONGEST_SQL} then e.sql_query end as "sqlQuery",
           octet_length(e.sql_query) > ${LONGEST_SQL} as "isLong"`;

const byEnds = (name: string, sql: string): PreparedStatement => ({
  name,
  text: `
    select e.from_node::float8 as "fromNode", e.to_node::float8 as "toNode", f.fqn as "fromFqn", f.type as "fromType",
           t.fqn as "toFqn", t.type as "toType", ${sql}
      from unnest($1::bigint[], $2::bigint[]) with ordinality as w (from_node, to_node, place)
      join lineage_edge e on e.from_node = w.from_node and e.to_node = w.to_node
      join entity f on f.node = e.from_node
      join entity t on t.node = e.to_node
     order by w.place`,
});

/** The edges with the ends $1 and $2 (parallel arrays) that still exist, in the order requested. */
export const EDGES_BY_ENDS = byEnds('lineage-edges-by-ends', SQL_OF_EDGE);
/** The same with SQL of any length. */
export const LONG_EDGES_BY_ENDS = byEnds('lineage-long-edges-by-ends', `e.sql_query as "sqlQuery", false as "isLong"`);

/** Options of a hop's statement. */
export interface HopQuestion {
  readonly side: Side;
  /** Whether anything is hidden from the caller. */
  readonly restricted: boolean;
  /** Whether each edge includes the name of its near end, which is usually known. */
  readonly nearNames: boolean;
}

/**
 * One hop to one side: every edge at the nodes $1 whose far end is visible, in export order. $2: whether to include
 * deleted nodes; from $3 on `visibleValues`. A row is: position of the near node in $1 (from 1), far node, its FQN,
 * its type, SQL, whether it is too long, and optionally FQN and type of the near node.
 *
 * The near nodes are ordered before their edges: upstream they come in the order of their FQNs, downstream they are
 * ranked by them. This compares few names and joins half as many (measured: half the time of joining and comparing
 * both).
 */
export function hopEdges({ side, restricted, nearNames }: HopQuestion): string {
  const [near, far] = side === 'upstream' ? ['to_node', 'from_node'] : ['from_node', 'to_node'];
  const names = nearNames ? ', x.fqn, x.type' : '';
  const ranked = side === 'upstream' ? 'n.place' : 'row_number() over (order by x.fqn, x.node)';
  return `
    with near as materialized (
      select n.node, n.place, ${ranked} as rank${names}
        from unnest($1::bigint[]) with ordinality as n (node, place)
        ${names || side === 'downstream' ? 'join entity x on x.node = n.node' : ''}
    )
    select near.place, f.node, f.fqn, f.type, ${SQL_OF_EDGE}${nearNames ? ', near.fqn, near.type' : ''}
      from near
      join lineage_edge e on e.${near} = near.node
      join entity f on f.node = e.${far}
     where ($2 or f.deleted_by is null) ${restricted ? `and ${visibleSql('f', 3)}` : ''}
     order by ${side === 'upstream' ? 'f.fqn, near.rank, f.node' : 'near.rank, f.fqn, f.node'}`;
}
