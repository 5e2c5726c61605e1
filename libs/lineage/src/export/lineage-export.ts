import { Readable } from 'node:stream';
import { AccessControl } from '@app/auth';
import { Visibility as EntityVisibility } from '@app/catalog';
import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { EdgePermission } from '../edges/edge-permission';
import { EdgeReader } from '../edges/edge-reader';
import type { StoredEdge } from '../edges/stored-edge';
import type { Asset } from '../traversal/asset';
import { AssetFinder } from '../traversal/asset-finder';
import { visibilityOf } from '../traversal/visibility';
import { edgePages, type ReadDetails } from './edge-feed';
import type { QueuedPage } from './edge-queue';
import type { ExportEdge, ExportRequest } from './export-request';
import { FORMATS } from './format/formats';
import { PLAIN_TEXTS, type PlainFormat } from './format/plain-texts';
import { SmallExportQuery } from './small-export-query';
import { ExportThread } from './thread/export-thread-handle';
import { PIECES_AHEAD } from './thread/piece-stream';

/**
 * How long an export waits for its first edges before the response begins, in ms: until then a failure is reported by
 * status.
 */
const FIRST_EDGES = 250;

export interface ExportFile {
  readonly mediaType: string;
  readonly extension: string;
  /** Fails if the export cannot continue: the text received until then is incomplete. */
  readonly text: Readable;
}

/**
 * Exports the lineage of an asset as a file: complete at any size, read from the database, with backpressure from the
 * reader.
 */
@Injectable()
export class LineageExport {
  constructor(
    private readonly database: Database,
    private readonly assets: AssetFinder,
    private readonly access: AccessControl,
    private readonly entities: EntityVisibility,
    private readonly permission: EdgePermission,
    private readonly edges: EdgeReader,
    private readonly small: SmallExportQuery,
    private readonly thread: ExportThread,
  ) {}

  /**
   * Permission check before the request is parsed. @throws {AppError} FORBIDDEN if the actor cannot have it on any
   * asset
   */
  requireSomewhere(actor: Actor): void {
    this.permission.requireSomewhere(actor, 'ExportLineage');
  }

  /**
   * @param gone aborted when the caller has gone: what was not begun leaves the queue, what was begun ends
   * @throws {AppError} NOT_FOUND, also for assets hidden from the actor; FORBIDDEN; the reason of `gone`
   */
  async open(actor: Actor, request: ExportRequest, gone: AbortSignal): Promise<ExportFile> {
    const { type, fqn, includeDeleted } = request;
    const root = await this.assets.find(actor, type, { fqn }, { operation: 'ExportLineage', includeDeleted });
    this.access.require(actor, ['ViewBasic'], type, root);
    const { mediaType, extension } = FORMATS[request.format];
    return { mediaType, extension, text: await this.text(actor, request, root, gone) };
  }

  /** Small exports are generated here, large ones by a thread; details of their edges are looked up here. */
  private async text(actor: Actor, request: ExportRequest, root: Asset, gone: AbortSignal): Promise<Readable> {
    const visibility = visibilityOf(this.entities, actor);
    const format = plainFormat(request);
    const small = await this.small.read({ ...request, root, visibility });
    const large = small ? undefined : this.thread.start({ root, request, visibility, format }, gone);
    await large?.begun(FIRST_EDGES);
    // With a format the pieces are text, without one the ends of edges.
    if (large && format) return large;
    const details: ReadDetails = async (...ends) =>
      (await this.edges.read(this.database, actor, ...ends)).map(exportEdge);
    const pages = edgePages(small ?? (large as AsyncIterable<QueuedPage>), this.database, format ? undefined : details);
    return Readable.from(FORMATS[request.format].text({ root, request, pages }), { highWaterMark: PIECES_AHEAD });
  }
}

/** The format of an export without extra edge details; undefined if it has them. */
function plainFormat({ format, columnLineage }: ExportRequest): PlainFormat | undefined {
  return !columnLineage && format in PLAIN_TEXTS ? (format as PlainFormat) : undefined;
}

function exportEdge(stored: StoredEdge): ExportEdge {
  const { from, to, sqlQuery } = stored;
  return {
    fromNode: Number(stored.fromNode),
    toNode: Number(stored.toNode),
    fromFqn: from.fullyQualifiedName,
    fromType: from.type,
    toFqn: to.fullyQualifiedName,
    toType: to.type,
    sqlQuery,
    stored,
  };
}
