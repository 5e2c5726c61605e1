import { AccessControl } from '@app/auth';
import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { hopStatement } from './hop-statement';
import type { HopRow } from './hop-statement';
import { visibilityOf, visibleValues } from './visibility';
import type { Visibility } from './visibility';
import { nodesOf, nodeText } from './walk';
import type { EdgeBlock, Side, WalkRequest } from './walk';

/** State of one side of a traversal. */
interface Course {
  readonly side: Side;
  readonly depth: number;
  readonly includeDeleted: boolean;
  readonly visibility: Visibility;
  /** Nodes whose edges were emitted on the other side. */
  readonly known: string;
}

/**
 * Traverses the graph by sets of nodes: one statement per hop and side, whatever the number of paths.
 *
 * Every edge is returned once: upstream nearest first, then downstream nearest first, within a hop by fromFQN, then
 * toFQN; an edge on both sides is upstream. A node that is deleted, or that the caller may not view, hides the nodes
 * behind it. A hop is fetched when its first block is requested, and no connection is held between two statements,
 * even for a slow reader. Memory holds the visited nodes and the edges of one hop as text, about 16 bytes each.
 */
@Injectable()
export class LineageWalker {
  constructor(
    private readonly database: Database,
    private readonly access: AccessControl,
  ) {}

  async *walk(actor: Actor, request: WalkRequest): AsyncGenerator<EdgeBlock, void, undefined> {
    const { root, includeDeleted, upstreamDepth, downstreamDepth } = request;
    const common = { includeDeleted, visibility: visibilityOf(this.access, actor) };
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
      const rows = await this.hop(course, frontier, hop < course.depth);
      const far = rows.find(({ nodes }) => nodes !== null)?.nodes ?? '{}';
      for (const { from, to, size } of rows) if (from && to) yield { side: course.side, hop, size, from, to };
      frontier = nodesOf(far).filter((node) => !expanded.has(node));
    }
  }

  private hop(course: Course, frontier: readonly number[], more: boolean): Promise<HopRow[]> {
    const { visibility } = course;
    const values: unknown[] = [nodeText(frontier), course.includeDeleted, course.known, more];
    if (visibility.rules.length) values.push(...visibleValues(visibility));
    return this.database.read<HopRow>(hopStatement(course.side, visibility.rules.length > 0), values);
  }
}
