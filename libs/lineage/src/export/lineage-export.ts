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
import { FewEdges } from './read/few-edges';
import { ExportThread } from './thread/export-thread-handle';
import type { EndsPage } from './thread/thread-message';

/** How long an export waits for its first edges before it begins without, in ms: until then a failure is told by its status. */
const FIRST_EDGES = 250;

export interface ExportFile {
  readonly mediaType: string;
  readonly extension: string;
  /** Fails where the export cannot go on: what came until then is not the whole. */
  readonly text: AsyncIterable<string>;
}

/** The lineage of an asset as a file: whole at any size, from the database, as fast as its reader takes it. */
@Injectable()
export class LineageExport {
  constructor(
    private readonly database: Database,
    private readonly assets: AssetFinder,
    private readonly access: AccessControl,
    private readonly permission: EdgePermission,
    private readonly few: FewEdges,
    private readonly details: DetailLookup,
    private readonly thread: ExportThread,
  ) {}

  /** What can be said before the request is read. @throws {AppError} FORBIDDEN for whom no asset could grant it */
  requireSomewhere(actor: Actor): void {
    this.permission.requireSomewhere(actor, 'ExportLineage');
  }

  /** @throws {AppError} NOT_FOUND, also for what is hidden from the actor; FORBIDDEN */
  async open(actor: Actor, request: ExportRequest): Promise<ExportFile> {
    const { type, fqn, includeDeleted } = request;
    const root = await this.assets.find(actor, type, { fqn }, { operation: 'ExportLineage', includeDeleted });
    this.access.require(actor, ['ViewBasic'], type, root);
    const { mediaType, extension } = FORMATS[request.format];
    return { mediaType, extension, text: await this.text(actor, request, root) };
  }

  /** A small one is made here and now, a large one by a thread; what is to be said beside the edges of that is looked up here. */
  private async text(actor: Actor, request: ExportRequest, root: Asset): Promise<ExportFile['text']> {
    const visibility = visibilityOf(this.access, actor);
    const few = await this.few.read({ ...request, root }, visibility);
    if (few) return this.textOf(actor, request, root, inTurn(few));
    const format = plainFormat(request);
    const pieces = this.thread.start({ root, request, visibility, format });
    await pieces.begun(FIRST_EDGES);
    // With a format they are its text, without one ends of edges.
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

/** The format of an export that says nothing but what every edge has; undefined where it says more. */
function plainFormat({ format, columnLineage }: ExportRequest): PlainFormat | undefined {
  return !columnLineage && format in PLAIN_TEXTS ? (format as PlainFormat) : undefined;
}

async function* inTurn<T>(all: readonly T[]): AsyncGenerator<T, void, undefined> {
  yield* all;
}
