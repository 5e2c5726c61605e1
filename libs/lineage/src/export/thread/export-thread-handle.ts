import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import { AppError, IdleThread, startThread } from '@app/common';
import { Database } from '@app/database';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Asset } from '../../traversal/asset';
import type { ExportRequest } from '../export-request';
import type { PlainFormat } from '../format/plain-texts';
import type { ScanRequest } from '../scan/edge-scan';
import { OthersServed } from './others-served';
import { PieceStream } from './piece-stream';

/** Start data of the thread: the database address, and the activity of other requests. */
export interface ThreadData {
  readonly url: string;
  readonly served: OthersServed['memory'];
}

/** The task of a thread for one export. */
export interface ExportJob {
  readonly root: Asset;
  readonly request: ExportRequest;
  readonly visibility: ScanRequest['visibility'];
  /** The text of the file is generated in this format; undefined: the ends of the edges are returned, page by page. */
  readonly format: PlainFormat | undefined;
}

/** Message to the thread; the pieces of the export leave by the port. */
export interface ThreadCall {
  readonly job: ExportJob;
  readonly port: MessagePort;
}

/**
 * Heap limits of the thread, in MB. The young generation is small, because most objects live for one page; the old
 * generation stores the names of the frontier, and for graph formats the number of each node.
 */
const HEAP = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 };
/** An idle thread ends after this time, in ms, to free its memory. */
const IDLE_MS = 300_000;

/**
 * The thread that generates exports: the rows of a large one, as strings, would block the event loop of the service
 * and cause long garbage collections. Started by the first export; restarted by the next one after it died.
 */
@Injectable()
export class ExportThread implements OnApplicationShutdown {
  private readonly thread = new IdleThread({
    start: () => this.begin(),
    idleMs: IDLE_MS,
    onLost: (error) => this.underWay.forEach((pieces) => pieces.destroy(error)),
  });
  // eslint-disable-next-line house/no-learned-ways -- streams of requests that are under way
  private readonly underWay = new Set<PieceStream>();

  constructor(
    private readonly database: Database,
    private readonly others: OthersServed,
  ) {}

  /** @param gone aborted when the last reader of the export has gone, which ends it, with the reason as its failure */
  start(job: ExportJob, gone: AbortSignal): PieceStream {
    gone.throwIfAborted();
    const { port1, port2 } = new MessageChannel();
    this.thread.send({ job, port: port2 } satisfies ThreadCall, [port2]);
    const pieces = new PieceStream(port1);
    this.underWay.add(pieces);
    const end = (): void => void pieces.destroy(gone.reason as Error);
    gone.addEventListener('abort', end);
    pieces.once('close', () => {
      gone.removeEventListener('abort', end);
      this.underWay.delete(pieces);
      if (this.underWay.size === 0) this.thread.rest();
    });
    return pieces;
  }

  onApplicationShutdown(): Promise<void> {
    for (const pieces of this.underWay) pieces.destroy(new AppError('SERVICE_UNAVAILABLE', 'The service is stopping'));
    return this.thread.stop();
  }

  private begin(): Worker {
    return startThread(__dirname, 'export-thread', {
      name: 'exports',
      workerData: { url: this.database.hostUrl, served: this.others.memory } satisfies ThreadData,
      resourceLimits: HEAP,
    });
  }
}
