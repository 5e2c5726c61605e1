import { AccessControl } from '@app/auth';
import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { EdgePermission } from '../edges/named/edge-permission';
import type { Asset } from '../traversal/asset';
import { AssetFinder } from '../traversal/asset-finder';
import { visibilityOf } from '../traversal/visibility';
import type { ExportRequest } from './export-request';
import { FORMATS } from './format/formats';
import { PLAIN_TEXTS } from './format/plain-texts';
import type { PlainFormat } from './format/plain-texts';
import { DetailLookup } from './read/detail-lookup';
import { EdgeFeed } from './read/edge-feed';
import { plainLookup } from './read/edge-lookup';
import type { QueuedPage } from './read/edge-queue';
import { SmallExportQuery } from './read/small-export-query';
import { ExportThread } from './thread/export-thread-handle';
import type { EndsPage } from './thread/thread-message';

/**
 * How long an export waits for its first edges before the response begins, in ms: until then a failure is reported by
 * status.
 */
const FIRST_EDGES = 250;

export interface ExportFile {
  readonly mediaType: string;
  readonly extension: string;
  /** Fails if the export cannot continue: the text received until then is incomplete. */
  readonly text: AsyncIterable<string>;
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
    private readonly permission: EdgePermission,
    private readonly few: SmallExportQuery,
    private readonly details: DetailLookup,
    private readonly thread: ExportThread,
  ) {}

  /**
   * Permission check before the request is parsed. @throws {AppError} FORBIDDEN if the actor cannot have it on any
   * asset
   */
  requireSomewhere(actor: Actor): void {
    this.permission.requireSomewhere(actor, 'ExportLineage');
  }

  /** @throws {AppError} NOT_FOUND, also for assets hidden from the actor; FORBIDDEN */
  async open(actor: Actor, request: ExportRequest): Promise<ExportFile> {
    const { type, fqn, includeDeleted } = request;
    const root = await this.assets.find(actor, type, { fqn }, { operation: 'ExportLineage', includeDeleted });
    this.access.require(actor, ['ViewBasic'], type, root);
    const { mediaType, extension } = FORMATS[request.format];
    return { mediaType, extension, text: await this.text(actor, request, root) };
  }

  /** Small exports are generated here, large ones by a thread; details of their edges are looked up here. */
  private async text(actor: Actor, request: ExportRequest, root: Asset): Promise<ExportFile['text']> {
    const visibility = visibilityOf(this.access, actor);
    const few = await this.few.read({ ...request, root }, visibility);
    if (few) return this.textOf(actor, request, root, inTurn(few));
    const format = plainFormat(request);
    const pieces = this.thread.start({ root, request, visibility, format });
    await pieces.begun(FIRST_EDGES);
    // With a format the pieces are text, without one the ends of edges.
    if (format) return pieces as AsyncIterable<string>;
    return this.textOf(actor, request, root, pieces as AsyncIterable<EndsPage>);
  }

  private textOf(
    actor: Actor,
    request: ExportRequest,
    root: Asset,
    pages: AsyncIterable<QueuedPage>,
  ): AsyncIterable<string> {
    const isPlain = plainFormat(request) !== undefined;
    const lookup = isPlain ? plainLookup(this.database) : this.details.of(actor);
    return FORMATS[request.format].text({ root, request, pages: new EdgeFeed(lookup, !isPlain).pages(pages) });
  }
}

/** The format of an export without extra edge details; undefined if it has them. */
function plainFormat({ format, columnLineage }: ExportRequest): PlainFormat | undefined {
  return !columnLineage && format in PLAIN_TEXTS ? (format as PlainFormat) : undefined;
}

async function* inTurn<T>(all: readonly T[]): AsyncGenerator<T, void, undefined> {
  yield* all;
}
