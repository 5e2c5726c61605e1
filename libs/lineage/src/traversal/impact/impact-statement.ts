import type { PreparedStatement } from '@app/database';
import { columnPaths } from '../../edges/columns/column-paths';
import { visibleSql } from '../visibility';

/** An asset that a hop reaches: as a whole (path null), or by one of its columns. */
export interface ReachedRow {
  readonly node: number;
  readonly path: string | null;
}

/** An edge without column mappings reaches its target as a whole: the change may affect any column. */
const WHOLE = `
  select l.to_node as node, null::text as path
    from unnest($1::bigint[], $2::text[]) as s (node, path) join lineage_edge l on l.from_node = s.node
   where s.path is null
      or not exists (select 1 from lineage_column_edge c where c.from_node = l.from_node and c.to_node = l.to_node)`;

/** A column reaches the columns derived from it, from a part of it, or from a column that contains it. */
const BY_COLUMN = `
  select c.to_node as node, c.to_column as path
    from unnest($1::bigint[], $2::text[]) as s (node, path) join lineage_column_edge c on c.from_node = s.node
   where c.from_column = s.path or starts_with(c.from_column, s.path || '.') or starts_with(s.path, c.from_column || '.')`;

/**
 * One hop downstream from assets and columns: $1 nodes and $2 paths (parallel arrays), with a null path for the whole
 * asset. Returns live and visible assets, and columns that still exist, in the order of the FQNs.
 */
export function impactStatement(restricted: boolean): PreparedStatement {
  return {
    name: `lineage-impact${restricted ? '-restricted' : ''}`,
    text: `
      with reached as materialized (
        select distinct r.node, r.path, f.fqn from (${WHOLE} union ${BY_COLUMN}) r join entity f on f.node = r.node
         where f.deleted_by is null ${restricted ? `and ${visibleSql('f', 3)}` : ''}
      ), known as materialized (
        ${columnPaths('select node from reached where path is not null')}
      )
      select r.node::float8 as node, r.path from reached r
       where r.path is null or (r.node, r.path) in (select node, path from known)
       order by r.fqn, r.node, r.path nulls first`,
  };
}
