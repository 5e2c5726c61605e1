import type { EntityKey, Reference } from '@app/catalog';
import { KeysetPages, notFound, type Actor, type KeysetPage } from '@app/common';
import { LargeReads } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { GraphEdge } from '../edges/edge-answer';
import type { Asset } from '../traversal/asset';
import { AssetFinder } from '../traversal/asset-finder';
import { LARGE_READ, LineageWalker } from '../traversal/lineage-walker';
import type { EdgeBlock, Side } from '../traversal/walk';
import { cyclesOf } from './components';
import { GraphEdges, type OnSide } from './graph-edges';
import { GraphPage, type HopCount } from './graph-page';
import { GraphPositions, type GraphPosition } from './graph-position';
import { NodeFilter, type ShownNodes } from './node-filter';
import { NodeReader } from './node-reader';

/** Maximum depth of a graph: longer than any real pipeline. */
export const MOST_HOPS = 100;
/** Maximum number of nodes per page: some megabytes. */
export const MOST_NODES = 10_000;

export interface GraphRequest extends ShownNodes {
  readonly direction: Side | 'both';
  readonly depth: number;
  /** Maximum number of nodes of the page. */
  readonly nodes: number;
  readonly includeDeleted: boolean;
  /** Whether edges include column mappings. */
  readonly columns: boolean;
  /** Whether the whole traversal is counted by hop. */
  readonly counts: boolean;
  readonly after?: string;
}

export interface GraphAnswer {
  readonly entity: Reference;
  /** Nodes that are new on this page, nearest first. */
  readonly nodes: readonly OnSide<Reference>[];
  readonly edges: readonly OnSide<GraphEdge>[];
  /** The whole traversal, independent of the page. */
  readonly hops?: readonly HopCount[];
  /** Ids of the assets of each cycle among the edges of this page. */
  readonly cycles: readonly (readonly string[])[];
  readonly paging: { readonly after?: string };
}

/** Lineage of any depth, in pages. */
@Injectable()
export class LineageGraph {
  constructor(
    private readonly finder: AssetFinder,
    private readonly walker: LineageWalker,
    private readonly edges: GraphEdges,
    private readonly nodes: NodeReader,
    private readonly filter: NodeFilter,
    private readonly positions: GraphPositions,
    private readonly pages: KeysetPages,
    private readonly large: LargeReads,
  ) {}

  /** @throws {AppError} BAD_REQUEST, NOT_FOUND, FORBIDDEN; SERVICE_UNAVAILABLE for a large one while many are read */
  async read(actor: Actor, type: string, key: EntityKey, request: GraphRequest): Promise<GraphAnswer> {
    const asset = await this.finder.find(actor, type, key, { includeDeleted: request.includeDeleted });
    const { after } = request;
    const walked = this.pages.open(scopeOf(asset, request), { after });
    const page = new GraphPage(Number(asset.node), request.nodes);
    const end = await this.fill(actor, asset, request, page, cursorOf(walked));
    const edges = await this.edges.of(actor, page, request);
    return {
      ...(await this.shownNodes(asset, page)),
      edges,
      ...(request.counts && { hops: page.hops }),
      cycles: cyclesOf(edges.map(({ fromEntity, toEntity }) => [fromEntity, toEntity] as const)),
      paging: end ? { after: walked.cursor('after', [end.side, end.hop, end.fromFqn, end.toFqn]) } : {},
    };
  }

  /** Fills the page; returns where it ends, if more follows. */
  private async fill(
    actor: Actor,
    { node: root }: Asset,
    request: GraphRequest,
    page: GraphPage,
    cursor: GraphPosition | undefined,
  ): Promise<GraphPosition | undefined> {
    const { direction, depth, includeDeleted } = request;
    const depthOf = (side: Side): number => (direction === 'both' || direction === side ? depth : 0);
    const walk = { root, includeDeleted, upstreamDepth: depthOf('upstream'), downstreamDepth: depthOf('downstream') };
    const matching = await this.filter.by(actor, request);
    let end: GraphPosition | undefined;
    let previous: EdgeBlock | undefined;
    let edges = 0;
    for await (const block of this.walker.walk(actor, walk)) {
      if (edges <= LARGE_READ && (edges += block.size) > LARGE_READ) this.large.requireRoom();
      const fresh = page.fresh(block);
      page.count(block, fresh, await matching(fresh));
      if (end) continue;
      const last = page.take(block, await this.positions.skipped(block, cursor));
      if (last !== undefined) {
        const full = last < 0 ? previous : block;
        if (full) end = await this.positions.behind(full, last < 0 ? full.size - 1 : last);
        if (!request.counts) break;
      }
      previous = block;
    }
    return end;
  }

  private async shownNodes(asset: Asset, page: GraphPage): Promise<Pick<GraphAnswer, 'entity' | 'nodes'>> {
    const references = await this.nodes.read([Number(asset.node), ...page.nodes.map(({ node }) => node)]);
    const byNode = new Map(references.map(({ node, reference }) => [node, reference]));
    const entity = byNode.get(Number(asset.node));
    // It existed when the request was resolved.
    if (!entity) throw notFound(asset.type, asset.fqn);
    const nodes = page.nodes.flatMap(({ node, direction, hop }) => {
      const reference = byNode.get(node);
      return reference ? [{ ...reference, direction, hop }] : [];
    });
    return { entity, nodes };
  }
}

function cursorOf({ boundary: cursor }: KeysetPage): GraphPosition | undefined {
  if (!cursor) return undefined;
  const [side, hop, fromFqn, toFqn] = cursor.keys as [Side, number, string, string];
  return { side, hop, fromFqn, toFqn };
}

/** A cursor is valid for the same traversal only; page size and edge details may change between pages. */
function scopeOf({ id }: Asset, { direction, depth, includeDeleted, types, tag, service }: GraphRequest): string {
  return JSON.stringify(['lineage', id, direction, depth, includeDeleted, types ?? [], tag ?? null, service ?? null]);
}
