import { notFound } from '@app/common';
import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { graphEdge } from '../edges/edge-answer';
import { EdgeReader } from '../edges/store/edge-reader';
import { AssetFinder } from '../traversal/asset-finder';
import type { AssetKey } from '../traversal/asset-finder';
import { LineageWalker } from '../traversal/lineage-walker';
import { nodesOf } from '../traversal/walk';
import type { EdgeBlock } from '../traversal/walk';
import { NodeReader } from './node-reader';
import type { ShownNode } from './node-reader';

/** Furthest that this answer goes (interface 4.11); `graph` goes further. */
export const MOST_NEAR_HOPS = 3;

/** Nodes in a piece of an answer. */
const NODE_BLOCK = 1_000;

export interface NeighbourhoodRequest {
  readonly upstreamDepth: number;
  readonly downstreamDepth: number;
  readonly includeDeleted: boolean;
}

/** What an asset is made of and what is made of it, in the shape that the reference's clients read. */
@Injectable()
export class Neighbourhood {
  constructor(
    private readonly database: Database,
    private readonly finder: AssetFinder,
    private readonly walker: LineageWalker,
    private readonly edges: EdgeReader,
    private readonly nodes: NodeReader,
  ) {}

  /**
   * `{entity, upstreamEdges, downstreamEdges, nodes}` as JSON text in pieces: whole, whatever its size, in bounded memory.
   * An edge met on both sides stands upstream; the asset itself is not among the nodes.
   *
   * @throws {AppError} BAD_REQUEST, NOT_FOUND, FORBIDDEN, before the first piece
   */
  async read(
    actor: Actor,
    type: string,
    key: AssetKey,
    request: NeighbourhoodRequest,
  ): Promise<AsyncGenerator<string, void, undefined>> {
    const asset = await this.finder.find(actor, type, key, { includeDeleted: request.includeDeleted });
    const [entity] = await this.nodes.read([Number(asset.node)]);
    // It was there a moment ago.
    if (!entity) throw notFound(type, asset.fqn);
    return this.pieces(actor, entity, request);
  }

  private async *pieces(
    actor: Actor,
    { node: root, reference }: ShownNode,
    request: NeighbourhoodRequest,
  ): AsyncGenerator<string, void, undefined> {
    const met = new Set<number>([root]);
    let text = `{"entity":${JSON.stringify(reference)},"upstreamEdges":[`;
    let side = 'upstream';
    let isFirst = true;
    for await (const block of this.walker.walk(actor, { root: String(root), ...request })) {
      if (block.side !== side) {
        text += '],"downstreamEdges":[';
        [side, isFirst] = [block.side, true];
      }
      const edges = await this.textOf(actor, block);
      if (edges) text += isFirst ? edges : `,${edges}`;
      isFirst &&= edges === '';
      for (const node of nodesOf(block.side === 'upstream' ? block.from : block.to)) met.add(node);
      yield text;
      text = '';
    }
    met.delete(root);
    yield `${text}${side === 'upstream' ? '],"downstreamEdges":[' : ''}],"nodes":[`;
    yield* this.nodeTexts([...met]);
    yield ']}';
  }

  private async textOf(actor: Actor, { from, to }: EdgeBlock): Promise<string> {
    const edges = await this.edges.read(this.database, actor, from, to);
    return edges.map((edge) => JSON.stringify(graphEdge(edge))).join(',');
  }

  private async *nodeTexts(nodes: readonly number[]): AsyncGenerator<string, void, undefined> {
    for (let at = 0; at < nodes.length; at += NODE_BLOCK) {
      const shown = await this.nodes.read(nodes.slice(at, at + NODE_BLOCK));
      const text = shown.map(({ reference }) => JSON.stringify(reference)).join(',');
      yield at > 0 && text ? `,${text}` : text;
    }
  }
}
