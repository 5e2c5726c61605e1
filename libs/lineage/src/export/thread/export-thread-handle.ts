import { MessageChannel, Worker } from 'node:worker_threads';
import { threadFile } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { OthersServed } from './others-served';
import type { ExportJob, ThreadCall, ThreadData } from './thread-message';
import { ThreadPieces } from './thread-pieces';

/**
 * Heap of the thread, in MB. Its young part is small, since what an export makes lives for a page; the old part holds the names that
 * scans go on from, and in a graph the number of each node.
 */
const HEAP = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 };
/** A thread without work gives its memory back after this time, in ms. */
const IDLE_MS = 300_000;

/**
 * The thread that makes exports: the rows of a large one, as strings, would hold the loop of the service, and its collections of
 * garbage everybody else. It is started by the first export, and a new one by the next after it died.
 */
@Injectable()
export class ExportThread implements OnApplicationShutdown {
  private worker: Worker | undefined;
  private readonly underWay = new Set<ThreadPieces>();
  private idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly others: OthersServed,
  ) {}

  start(job: ExportJob): ThreadPieces {
    const worker = (this.worker ??= this.begin());
    const { port1, port2 } = new MessageChannel();
    clearTimeout(this.idle);
    worker.postMessage({ job, port: port2 } satisfies ThreadCall, [port2]);
    const pieces: ThreadPieces = new ThreadPieces(port1, () => this.ended(pieces));
    this.underWay.add(pieces);
    return pieces;
  }

  async onApplicationShutdown(): Promise<void> {
    clearTimeout(this.idle);
    await this.stop();
  }

  private begin(): Worker {
    const worker = new Worker(threadFile(__dirname, 'export-thread'), {
      name: 'exports',
      execArgv: [],
      argv: [],
      workerData: { url: this.database.url, marks: this.others.marks } satisfies ThreadData,
      resourceLimits: HEAP,
    });
    // An idle thread does not keep the process alive; an export under way does by its port.
    worker.unref();
    const forget = (): void => {
      if (this.worker === worker) this.worker = undefined;
    };
    worker.on('exit', forget);
    worker.on('error', (error: Error) => {
      forget();
      for (const pieces of this.underWay) pieces.fail(error);
    });
    return worker;
  }

  private ended(pieces: ThreadPieces): void {
    this.underWay.delete(pieces);
    if (this.underWay.size > 0) return;
    this.idle = setTimeout(() => void this.stop(), IDLE_MS).unref();
  }

  private async stop(): Promise<void> {
    const { worker } = this;
    // Whoever comes meanwhile gets a new one.
    this.worker = undefined;
    await worker?.terminate();
  }
}
