import { notFound, type Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { graphEdge, type GraphEdge } from '../edges/edge-answer';
import { EdgeReader } from '../edges/edge-reader';
import { Visibility as EntityVisibility, type Reference } from '@app/catalog';
import { visibilityOf } from '../traversal/visibility';
import { isRestricted, visibleValues } from '../traversal/visible-sql';
import type { Asset } from '../traversal/asset';
import { NEAR, NEAR_RESTRICTED, type NearRow } from './near-statement';
import { AssetFinder, type AssetKey } from '../traversal/asset-finder';
import { LineageWalker } from '../traversal/lineage-walker';
import { nodesOf, type EdgeBlock, type Side } from '../traversal/walk';
import { NodeReader, type ShownNode } from './node-reader';

/** Nodes per piece of a response. */
const NODE_BLOCK = 1_000;

export interface NeighbourhoodRequest {
  readonly upstreamDepth: number;
  readonly downstreamDepth: number;
  readonly includeDeleted: boolean;
}

/** Upstream and downstream lineage of an asset: the edges of each side, and the nodes at them. */
@Injectable()
export class Neighbourhood {
  constructor(
    private readonly database: Database,
    private readonly finder: AssetFinder,
    private readonly walker: LineageWalker,
    private readonly edges: EdgeReader,
    private readonly nodes: NodeReader,
    private readonly entities: EntityVisibility,
  ) {}

  /**
   * `{entity, upstreamEdges, downstreamEdges, nodes}` as JSON text, in pieces if it is long: complete at any size, in
   * bounded memory.
   * An edge on both sides is listed upstream; the asset itself is not among the nodes.
   *
   * @throws {AppError} BAD_REQUEST, NOT_FOUND, FORBIDDEN, before the first piece
   */
  async read(
    actor: Actor,
    type: string,
    key: AssetKey,
    request: NeighbourhoodRequest,
  ): Promise<string | AsyncGenerator<string, void, undefined>> {
    const asset = await this.finder.find(actor, type, key, { includeDeleted: request.includeDeleted });
    const near = await this.nearby(actor, asset, request);
    // It existed when the request was resolved.
    if (!near[0]?.root) throw notFound(type, asset.fqn);
    return near[0].isWhole
      ? this.whole(near[0].root, await this.edges.visible(this.database, actor, near))
      : this.pieces(actor, { node: Number(asset.node), reference: near[0].root }, request);
  }

  private nearby(
    actor: Actor,
    { node }: Asset,
    { upstreamDepth, downstreamDepth, includeDeleted }: NeighbourhoodRequest,
  ): Promise<NearRow[]> {
    const visibility = visibilityOf(this.entities, actor);
    const options = [upstreamDepth, downstreamDepth, includeDeleted];
    const statement = isRestricted(visibility) ? NEAR_RESTRICTED : NEAR;
    return this.database.read<NearRow>(statement, [node, ...options, ...visibleValues(visibility)]);
  }

  /** An asset with few edges: the rows read by a single statement. */
  private whole(root: Reference, rows: readonly NearRow[]): string {
    const of = (side: Side): NearRow[] => rows.filter((row) => row.side === side);
    const met = new Map<string, Reference>();
    for (const { from } of of('upstream')) met.set(from.id, from);
    for (const { to } of of('downstream')) met.set(to.id, to);
    met.delete(root.id);
    const edgesOf = (side: Side): GraphEdge[] => of(side).map((row) => graphEdge(row));
    return JSON.stringify({
      entity: root,
      upstreamEdges: edgesOf('upstream'),
      downstreamEdges: edgesOf('downstream'),
      nodes: [...met.values()],
    });
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
