import { visibleSql } from '../../traversal/visibility';
import type { Side } from '../../traversal/walk';
import type { ExportEdge } from './export-edge';

/** One edge of a hop as the scan reads it. */
export interface HopEdge extends Omit<ExportEdge, 'stored'> {
  /** Its SQL is there, but too long to be read with the others. */
  readonly isLong: boolean | null;
}

/** Bytes of SQL that a row carries: what is fetched at once is some megabytes at most. */
const LONGEST_SQL = 2048;

const COLUMNS = `e.from_node::float8 as "fromNode", e.to_node::float8 as "toNode", f.fqn as "fromFqn", f.type as "fromType",
           t.fqn as "toFqn", t.type as "toType",
           case when octet_length(e.sql_query) <= ${LONGEST_SQL} then e.sql_query end as "sqlQuery",
           octet_length(e.sql_query) > ${LONGEST_SQL} as "isLong"`;

/** Those of the edges with the ends $1 and $2, in step, that are there still; in the order asked for. */
export const EDGES_BY_ENDS = {
  name: 'lineage-edges-by-ends',
  text: `
    select ${COLUMNS}
      from unnest($1::bigint[], $2::bigint[]) with ordinality as w (from_node, to_node, place)
      join lineage_edge e on e.from_node = w.from_node and e.to_node = w.to_node
      join entity f on f.node = e.from_node
      join entity t on t.node = e.to_node
     order by w.place`,
};

/**
 * One hop to one side: every edge at the nodes $1 whose far end is visible, in the order of the export. $2: whether deleted nodes
 * count; $3: nodes to which no edge is wanted; from $4 on `visibleValues`.
 *
 * It joins every name once: to read the same rows by their keys costs three times as much. The nodes stand in an array, not in a
 * join: for many of them the table is then read in its own order instead of here and there (measured: two thirds of the time).
 */
export function hopEdges(side: Side, restricted: boolean): string {
  const [near, far] = side === 'upstream' ? ['to_node', 'f'] : ['from_node', 't'];
  return `
    select ${COLUMNS}
      from lineage_edge e
      join entity f on f.node = e.from_node
      join entity t on t.node = e.to_node
     where e.${near} = any($1::bigint[]) and ($2 or ${far}.deleted_by is null) ${restricted ? `and ${visibleSql(far, 4)}` : ''}
       and not exists (select 1 from unnest($3::bigint[]) as known (node) where known.node = e.to_node)
     order by f.fqn, t.fqn, f.node, t.node`;
}
