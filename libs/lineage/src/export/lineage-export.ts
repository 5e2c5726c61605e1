import { setTimeout as delay } from 'node:timers/promises';
import { AccessControl } from '@app/auth';
import type { Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import { EdgePermission } from '../edges/named/edge-permission';
import type { Asset } from '../traversal/asset';
import { AssetFinder } from '../traversal/asset-finder';
import type { ExportRequest } from './export-request';
import { FORMATS } from './format/formats';
import { EdgeFeed } from './read/edge-feed';
import { EdgeQueue } from './read/edge-queue';
import { EdgeScan } from './read/edge-scan';
import type { EdgePage, EdgePages } from './read/export-edge';

/** How long an export waits for its first edges before it begins without, in ms: until then a failure is told by its status. */
const FIRST_EDGES = 250;

export interface ExportFile {
  readonly mediaType: string;
  readonly extension: string;
  /** Fails where the export cannot go on: what came until then is not the whole. */
  readonly text: AsyncIterable<string | Buffer>;
}

/** The lineage of an asset as a file: whole at any size, from the database, as fast as its reader takes it. */
@Injectable()
export class LineageExport {
  constructor(
    private readonly assets: AssetFinder,
    private readonly access: AccessControl,
    private readonly permission: EdgePermission,
    private readonly scan: EdgeScan,
    private readonly feed: EdgeFeed,
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
    const { mediaType, extension, text } = FORMATS[request.format];
    const pages = await this.pages(actor, request, root);
    return { mediaType, extension, text: text({ root, request, pages }) };
  }

  /** The scan runs by itself, ahead of the reader as far as the queue lets it. */
  private async pages(actor: Actor, request: ExportRequest, root: Asset): Promise<EdgePages> {
    const { upstreamDepth, downstreamDepth, includeDeleted, columnLineage, format } = request;
    const queue = new EdgeQueue();
    const walk = { root, upstreamDepth, downstreamDepth, includeDeleted };
    const begun = new Promise<void>((begin) => void this.scan.run(actor, walk, queue, begin).finally(begin));
    const pages = this.feed.pages(actor, queue, columnLineage || FORMATS[format].isDetailed);
    await begun;
    const first = pages.next();
    await Promise.race([first, delay(FIRST_EDGES, undefined, { ref: false })]);
    return resumed(first, pages);
  }
}

/** The pages, of which the first is asked for already. */
async function* resumed(
  first: Promise<IteratorResult<EdgePage, void>>,
  pages: AsyncGenerator<EdgePage, void, undefined>,
): AsyncGenerator<EdgePage, void, undefined> {
  try {
    const { done, value } = await first;
    if (done) return;
    yield value;
    yield* pages;
  } finally {
    await pages.return();
  }
}
