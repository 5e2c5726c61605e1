import { Database, type PreparedStatement } from '@app/database';
import { Injectable } from '@nestjs/common';
import { isRestricted, visibleSql, visibleValues } from '../traversal/visible-sql';
import type { Side } from '../traversal/walk';
import type { Place } from './export-request';
import { edgeBetween, SQL_OF_EDGE, type HopEdge } from './hop-edges';
import type { ScanRequest } from './scan/edge-scan';

/**
 * Maximum edges per side: most assets have a handful, and for them a snapshot and its cursors cost more than the
 * edges.
 */
const FEW = 200;

interface FewRow {
  readonly side: Side;
  readonly far: number;
  readonly fqn: string;
  readonly type: string;
  readonly shown: boolean;
  readonly sqlQuery: string | null;
  readonly isLong: boolean | null;
}

/**
 * The edges at the node $1, upstream if $2, downstream if $3, when some are hidden from the caller; $4: whether to
 * include deleted nodes; from $5 on `visibleValues`. The limit applies before names are joined, so that a hub is
 * cheap.
 */
const statement = (restricted: boolean): PreparedStatement => ({
  name: `lineage-few-edges${restricted ? '-restricted' : ''}`,
  text: `
    select e.side, f.node::float8 as far, f.fqn, f.type, ${SQL_OF_EDGE},
           ($4 or f.deleted_by is null) ${restricted ? `and ${visibleSql('f', 5)}` : ''} as shown
      from ((select 'upstream' as side, from_node as far, sql_query from lineage_edge
              where $2 and to_node = $1::bigint limit ${FEW + 1})
            union all
            (select 'downstream', to_node, sql_query from lineage_edge
              where $3 and from_node = $1::bigint and not ($2 and to_node = $1::bigint) limit ${FEW + 1})) e
      join entity f on f.node = e.far
     order by e.side desc, f.fqn, f.node`,
});

/** Reads a small export in one statement. */
@Injectable()
export class SmallExportQuery {
  constructor(private readonly database: Database) {}

  /**
   * The edges of a request for at most one hop per side, both sides concurrently; undefined for more hops, or more
   * edges.
   */
  async read(request: ScanRequest): Promise<(Place & { edges: HopEdge[] })[] | undefined> {
    const { root, visibility, upstreamDepth, downstreamDepth, includeDeleted } = request;
    if (upstreamDepth > 1 || downstreamDepth > 1) return undefined;
    const options = [upstreamDepth === 1, downstreamDepth === 1, includeDeleted];
    const values = [root.node, ...options, ...visibleValues(visibility)];
    const rows = await this.database.read<FewRow>(statement(isRestricted(visibility)), values);
    const sides = (['upstream', 'downstream'] as const).map((side) => rows.filter((row) => row.side === side));
    if (sides.some(({ length }) => length > FEW)) return undefined;
    return sides.flatMap((side) => {
      const edges = side.filter(({ shown }) => shown).map((row) => edgeAt(request, row));
      return edges.length ? [{ side: (side[0] as FewRow).side, hop: 1, edges }] : [];
    });
  }
}

function edgeAt({ root }: ScanRequest, { side, far, fqn, type, sqlQuery, isLong }: FewRow): HopEdge {
  return edgeBetween(
    side,
    { node: Number(root.node), fqn: root.fqn, type: root.type },
    { node: far, fqn, type },
    { sqlQuery, isLong },
  );
}
