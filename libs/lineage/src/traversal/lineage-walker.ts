import { Database, LargeReads, type PreparedStatement } from '@app/database';
import { Visibility as EntityVisibility } from '@app/catalog';
import type { Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import { visibilityOf, type Visibility } from './visibility';
import { isRestricted, visibleSql, visibleValues } from './visible-sql';
import { BLOCK_EDGES, nodesOf, nodeText, type Side, type EdgeBlock, type WalkRequest } from './walk';

/** A read of lineage with more edges is large. */
export const LARGE_READ = 500;

/** Rows of a hop's statement: blocks of edges, and last the far nodes, if requested. */
export interface HopRow {
  readonly from: string | null;
  readonly to: string | null;
  readonly size: number;
  /** The far nodes in the order of their FQNs; in one row only. */
  readonly nodes: string | null;
}

/**
 * One hop to one side from a set of nodes: every edge at them whose far end is visible, once, because the set contains
 * each node once. $1 the nodes, in the order of their FQNs; $2 whether to include deleted nodes; $3 nodes whose edges
 * are excluded because they were emitted on the other side, if they are the far end; $4 whether the far nodes are
 * requested, for a further hop. No common table expression is joined with another one: the statistics treat a hub as
 * an average node, and the planner would then compare each of its edges with each of its neighbours (measured: 4 s
 * instead of 40 ms for a hub of 10,000).
 */
export function hopStatement(side: Side, restricted: boolean): PreparedStatement {
  const [near, far] = side === 'upstream' ? ['to_node', 'from_node'] : ['from_node', 'to_node'];
  const order = side === 'upstream' ? 'e.far_place, e.place' : 'e.place, e.far_place';
  return {
    name: `lineage-hop-${side}${restricted ? '-restricted' : ''}`,
    text: `
      with edge as materialized (
        select n.place, e.${near} as near, e.${far} as far, dense_rank() over (order by f.fqn, f.node) as far_place
          from unnest($1::bigint[]) with ordinality as n (node, place)
          join lineage_edge e on e.${near} = n.node
          join entity f on f.node = e.${far}
         where ($2 or f.deleted_by is null) ${restricted ? `and ${visibleSql('f', 5)}` : ''}
      ), ordered as (
        select e.near, e.far, row_number() over (order by ${order}) - 1 as place
          from edge e
         where not exists (select 1 from unnest($3::bigint[]) as known (node) where known.node = e.far)
      )
      (select array_agg(${side === 'upstream' ? 'far' : 'near'} order by place)::text as "from",
              array_agg(${side === 'upstream' ? 'near' : 'far'} order by place)::text as "to",
              count(*)::int as size, null as nodes
         from ordered group by place / ${BLOCK_EDGES} order by place / ${BLOCK_EDGES})
      union all
      select null, null, 0, array_agg(far order by far_place)::text
        from (select distinct far, far_place from edge where $4) far`,
  };
}

/** State of one side of a traversal. */
interface Course {
  readonly side: Side;
  readonly depth: number;
  readonly includeDeleted: boolean;
  readonly visibility: Visibility;
  /** Nodes whose edges were emitted on the other side. */
  readonly known: string;
  /** Nodes and edges that were met, on either side. */
  readonly met: { count: number };
}

/**
 * Traverses the graph by sets of nodes: one statement per hop and side, whatever the number of paths.
 *
 * Every edge is returned once: upstream nearest first, then downstream nearest first, within a hop by fromFQN, then
 * toFQN; an edge on both sides is upstream. A node that is deleted, or that the caller may not view, hides the nodes
 * behind it. A hop is fetched when its first block is requested, and no connection is used between two statements,
 * even for a slow reader. Memory contains the visited nodes and the edges of one hop as text, about 16 bytes each.
 */
@Injectable()
export class LineageWalker {
  constructor(
    private readonly database: Database,
    private readonly entities: EntityVisibility,
    private readonly large: LargeReads,
  ) {}

  async *walk(actor: Actor, request: WalkRequest): AsyncGenerator<EdgeBlock, void, undefined> {
    const { root, includeDeleted, upstreamDepth, downstreamDepth, isLarge } = request;
    const met = { count: isLarge ? LARGE_READ : 0 };
    const common = { includeDeleted, visibility: visibilityOf(this.entities, actor), met };
    const expanded = new Set<number>();
    yield* this.go({ ...common, side: 'upstream', depth: upstreamDepth, known: '{}' }, root, expanded);
    const known = nodeText(expanded);
    yield* this.go({ ...common, side: 'downstream', depth: downstreamDepth, known }, root, new Set());
  }

  /** @param expanded receives the nodes whose edges were emitted */
  private async *go(course: Course, root: string, expanded: Set<number>): AsyncGenerator<EdgeBlock, void, undefined> {
    let frontier = [Number(root)];
    for (let hop = 1; hop <= course.depth && frontier.length > 0; hop++) {
      frontier.forEach((node) => expanded.add(node));
      const read = (): Promise<HopRow[]> => this.hop(course, frontier, hop < course.depth);
      const rows = await (course.met.count < LARGE_READ ? read() : this.large.turn(read));
      for (const { size } of rows) course.met.count += size;
      const far = rows.find(({ nodes }) => nodes !== null)?.nodes ?? '{}';
      for (const { from, to, size } of rows) if (from && to) yield { side: course.side, hop, size, from, to };
      frontier = nodesOf(far).filter((node) => !expanded.has(node));
    }
  }

  private hop(course: Course, frontier: readonly number[], more: boolean): Promise<HopRow[]> {
    const { visibility } = course;
    const values = [nodeText(frontier), course.includeDeleted, course.known, more, ...visibleValues(visibility)];
    return this.database.read<HopRow>(hopStatement(course.side, isRestricted(visibility)), values);
  }
}
