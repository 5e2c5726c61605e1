import { CacheMemory, notFound, RevalidatingCache, type Actor } from '@app/common';
import { Database, LargeReads, type TextRow } from '@app/database';
import { Injectable } from '@nestjs/common';
import { graphEdge } from '../edges/edge-answer';
import { EdgeReader } from '../edges/edge-reader';
import { Visibility as EntityVisibility, type EntityKey } from '@app/catalog';
import { visibilityOf } from '../traversal/visibility';
import { visibleValues } from '../traversal/visible-sql';
import { NEAR_STAMP } from './near-stamp';
import { nearStatement, type NearKey } from './near-statement';
import { DETAILS_PLACE } from './near-text';
import { AssetFinder } from '../traversal/asset-finder';
import { LineageWalker } from '../traversal/lineage-walker';
import { nodesOf, type EdgeBlock } from '../traversal/walk';
import { NodeReader } from './node-reader';

/** How the asset is named: by which key, and its value. */
type Named = readonly [by: NearKey, value: string];

/** Nodes per piece of a response. */
const NODE_BLOCK = 1_000;

export interface NeighbourhoodRequest {
  readonly upstreamDepth: number;
  readonly downstreamDepth: number;
  readonly includeDeleted: boolean;
}

/** An asset with a lot around it. */
interface LargeNear {
  readonly node: number;
  /** Its reference as JSON text. */
  readonly reference: string;
}

/**
 * A response, with the node of the asset and the near ends of the edges upstream and downstream, as texts of arrays: the versions of the rows
 * there decide whether it is valid.
 */
interface CachedNear {
  readonly near: string | LargeNear | undefined;
  readonly madeOf: readonly (string | null)[];
}

/** Upstream and downstream lineage of an asset: the edges of each side, and the nodes at them. */
@Injectable()
export class Neighbourhood {
  private readonly cache: RevalidatingCache<CachedNear>;

  constructor(
    private readonly database: Database,
    private readonly finder: AssetFinder,
    private readonly walker: LineageWalker,
    private readonly edges: EdgeReader,
    private readonly nodes: NodeReader,
    private readonly entities: EntityVisibility,
    private readonly large: LargeReads,
    memory: CacheMemory,
  ) {
    this.cache = new RevalidatingCache(memory, {
      name: 'neighbourhoods',
      sizeOf: ({ near, madeOf }) => [near, ...madeOf].reduce((sum, one) => sum + String(one).length, 0),
      fromUse: 2,
    });
  }

  /**
   * `{entity, upstreamEdges, downstreamEdges, nodes}` as JSON text, in pieces if it is long: complete at any size, in
   * bounded memory.
   * An edge on both sides is listed upstream; the asset itself is not among the nodes.
   *
   * @throws {AppError} BAD_REQUEST, NOT_FOUND, FORBIDDEN, SERVICE_UNAVAILABLE, before the first piece
   */
  async read(
    actor: Actor,
    type: string,
    key: EntityKey,
    request: NeighbourhoodRequest,
  ): Promise<string | AsyncGenerator<string, void, undefined>> {
    const near = await this.nearby(actor, type, key, request);
    if (!near) throw notFound(type, Object.values(key).join());
    if (typeof near === 'string') return near;
    this.large.requireRoom();
    return this.pieces(actor, near, request);
  }

  /**
   * The response, or what it begins with where a hop exceeds its limit. One statement, and one before it where it depends on the asset whether
   * the actor may view it. Responses that are asked for again are cached for callers from whom nothing is hidden (ADR 156).
   */
  private async nearby(
    actor: Actor,
    type: string,
    key: EntityKey,
    request: NeighbourhoodRequest,
  ): Promise<CachedNear['near']> {
    if (!this.finder.isOpen(actor, type, key)) {
      const { node } = await this.finder.find(actor, type, key, { includeDeleted: request.includeDeleted });
      const visibility = visibilityOf(this.entities, actor);
      return this.nearOf(await this.row(type, ['node', node], request, visibleValues(visibility), false));
    }
    const named: Named = 'id' in key ? ['id', key.id] : ['fqn', key.fqn];
    const { near } = await this.cache.get(placeOf(type, key, request), {
      version: async ({ madeOf }) => (await this.database.readTexts(NEAR_STAMP, [...madeOf]))[0]?.[0],
      load: async (isCached) => {
        const row = await this.row(type, named, request, [], isCached);
        const near = this.nearOf(row);
        const [node = null, , , , upstream = null, downstream = null, stamp] = row ?? [];
        const version = typeof near === 'string' ? stamp : undefined;
        return { value: { near, madeOf: [node, upstream, downstream] }, version, sight: 'all' };
      },
    });
    return near;
  }

  /** Undefined where there is no such asset. @param visible `visibleValues` of the caller */
  private async row(
    type: string,
    [by, value]: Named,
    { upstreamDepth: upstream, downstreamDepth: downstream, includeDeleted }: NeighbourhoodRequest,
    visible: readonly unknown[],
    stamped: boolean,
  ): Promise<TextRow | undefined> {
    const statement = nearStatement({ by, upstream, downstream, restricted: visible.length > 0, stamped });
    const [row] = await this.database.readTexts(statement, [value, type, includeDeleted, ...visible]);
    return row;
  }

  private nearOf(row: TextRow | undefined): CachedNear['near'] {
    if (!row) return undefined;
    const [node, reference, whole, details] = row as [string, string, string | null, string | null];
    return whole === null ? { node: Number(node), reference } : withDetails(whole, details);
  }

  private async *pieces(
    actor: Actor,
    { node: root, reference }: LargeNear,
    request: NeighbourhoodRequest,
  ): AsyncGenerator<string, void, undefined> {
    const met = new Set<number>([root]);
    let text = `{"entity":${reference},"upstreamEdges":[`;
    let side = 'upstream';
    let isFirst = true;
    for await (const block of this.walker.walk(actor, { root: String(root), ...request, isLarge: true })) {
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

  private textOf(actor: Actor, { from, to }: EdgeBlock): Promise<string> {
    return this.large.turn(async () => {
      const edges = await this.edges.read(this.database, actor, from, to);
      return edges.map((edge) => JSON.stringify(graphEdge(edge))).join(',');
    });
  }

  private async *nodeTexts(nodes: readonly number[]): AsyncGenerator<string, void, undefined> {
    for (let at = 0; at < nodes.length; at += NODE_BLOCK) {
      const shown = await this.large.turn(() => this.nodes.read(nodes.slice(at, at + NODE_BLOCK)));
      const text = shown.map(({ reference }) => JSON.stringify(reference)).join(',');
      yield at > 0 && text ? `,${text}` : text;
    }
  }
}

/** The cache key of texts: all parameters of the request. */
function placeOf(type: string, key: EntityKey, request: NeighbourhoodRequest): string {
  const { upstreamDepth, downstreamDepth, includeDeleted } = request;
  const named = 'id' in key ? `id ${key.id.toLowerCase()}` : `fqn ${key.fqn}`;
  return `${type} ${upstreamDepth} ${downstreamDepth} ${includeDeleted} ${named}`;
}

/** The response with the details that clients named, in the order of their indices: the database would write them with blanks. */
function withDetails(text: string, details: string | null): string {
  if (details === null) return text;
  const named = (JSON.parse(details) as object[]).values();
  return text.replaceAll(DETAILS_PLACE, () => `${JSON.stringify(named.next().value).slice(1, -1)},`);
}
