import type { Reference } from '@app/catalog';
import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { graphEdge, type GraphEdge } from '../edges/edge-answer';
import { EdgeEnds, type EdgeKey } from '../edges/edge-ends';
import { EdgePermission } from '../edges/edge-permission';
import { EdgeReader } from '../edges/edge-reader';
import { LineageWalker } from '../traversal/lineage-walker';
import { nodesOf, type Side } from '../traversal/walk';
import { MOST_HOPS } from './lineage-graph';
import { NodeReader } from './node-reader';

export interface PathAnswer {
  readonly found: boolean;
  /** downstream: the edges lead from the first asset to the second; upstream: from the second to the first. */
  readonly direction?: Side;
  /** Hops; 0 for an asset and itself. */
  readonly length?: number;
  /** From the first asset to the second. */
  readonly nodes: readonly Reference[];
  readonly edges: readonly GraphEdge[];
}

interface Path {
  readonly direction: Side;
  readonly nodes: readonly number[];
}

/** The shortest path from one asset to another; of several the first by the FQNs on it. */
@Injectable()
export class PathFinder {
  constructor(
    private readonly database: Database,
    private readonly permission: EdgePermission,
    private readonly ends: EdgeEnds,
    private readonly walker: LineageWalker,
    private readonly edges: EdgeReader,
    private readonly nodes: NodeReader,
  ) {}

  /**
   * @param direction either: the shorter one of both, downstream if they are equal
   * @throws {AppError} BAD_REQUEST, NOT_FOUND, FORBIDDEN
   */
  async find(actor: Actor, key: EdgeKey, direction: Side | 'either'): Promise<PathAnswer> {
    this.permission.requireSomewhere(actor, 'ViewBasic');
    const { from, to } = await this.database.readTransaction((tx) => this.ends.find(tx, actor, key, 'ViewBasic'));
    const [start, end] = [Number(from.node), Number(to.node)];
    const down = direction === 'upstream' ? undefined : await this.search(actor, start, end, 'downstream', MOST_HOPS);
    const most = down ? down.nodes.length - 2 : MOST_HOPS;
    const up =
      direction === 'downstream' || most < 1 ? undefined : await this.search(actor, start, end, 'upstream', most);
    const path = up ?? down;
    return path ? this.answer(actor, path) : { found: false, nodes: [], edges: [] };
  }

  private async search(
    actor: Actor,
    start: number,
    end: number,
    direction: Side,
    depth: number,
  ): Promise<Path | undefined> {
    const cameFrom = new Map<number, number>([[start, start]]);
    if (start === end) return { direction, nodes: [start] };
    const depths = { upstreamDepth: 0, downstreamDepth: 0, [`${direction}Depth`]: depth };
    for await (const { from, to } of this.walker.walk(actor, {
      root: String(start),
      includeDeleted: false,
      ...depths,
    })) {
      const [near, far] = direction === 'upstream' ? [nodesOf(to), nodesOf(from)] : [nodesOf(from), nodesOf(to)];
      far.forEach((node, i) => cameFrom.has(node) || cameFrom.set(node, near[i] as number));
      if (cameFrom.has(end)) return { direction, nodes: wayTo(end, cameFrom) };
    }
    return undefined;
  }

  private async answer(actor: Actor, { direction, nodes }: Path): Promise<PathAnswer> {
    const texts = nodes.map(String);
    const steps = [texts.slice(0, -1), texts.slice(1)] as const;
    const [from, to] = direction === 'downstream' ? steps : [steps[1], steps[0]];
    const edges = nodes.length > 1 ? await this.edges.read(this.database, actor, from, to) : [];
    return {
      found: true,
      direction,
      length: nodes.length - 1,
      nodes: (await this.nodes.read(nodes)).map(({ reference }) => reference),
      edges: edges.map(graphEdge),
    };
  }
}

function wayTo(end: number, cameFrom: ReadonlyMap<number, number>): number[] {
  const way = [end];
  for (let node = end, near = cameFrom.get(node); near !== undefined && near !== node; near = cameFrom.get(node)) {
    way.push(near);
    node = near;
  }
  return way.reverse();
}
