import type { TransferListItem, Worker } from 'node:worker_threads';

interface IdleThreadOptions<Answer> {
  /** Creates the thread when there is work and it is not running. */
  readonly start: () => Worker;
  /** Idle time in ms after which the thread ends and its memory is freed. */
  readonly idleMs: number;
  readonly onAnswer?: (answer: Answer) => void;
  /** Called when the thread ends unexpectedly: pending requests are not answered. The next request starts a new one. */
  readonly onLost: (error: Error) => void;
}

/** A thread that is started on demand and ends when idle. The process waits for it only while it works. */
export class IdleThread<Answer = never> {
  private worker: Worker | undefined;
  private idle: NodeJS.Timeout | undefined;

  constructor(private readonly options: IdleThreadOptions<Answer>) {}

  send(message: unknown, transferred: readonly TransferListItem[] = []): void {
    clearTimeout(this.idle);
    this.worker ??= this.begin();
    this.worker.ref();
    this.worker.postMessage(message, [...transferred]);
  }

  /** Call it once everything that was sent is answered. */
  rest(): void {
    this.worker?.unref();
    clearTimeout(this.idle);
    this.idle = setTimeout(() => void this.stop(), this.options.idleMs).unref();
  }

  /** Terminates the thread, even during work; `onLost` is not called. */
  async stop(): Promise<void> {
    clearTimeout(this.idle);
    const { worker } = this;
    // Requests that arrive meanwhile start a new thread.
    this.worker = undefined;
    await worker?.terminate();
  }

  private begin(): Worker {
    const worker = this.options.start();
    worker.on('message', (answer: Answer) => {
      if (this.worker === worker) this.options.onAnswer?.(answer);
    });
    worker.on('error', (error: Error) => this.lost(worker, error));
    worker.on('exit', () => this.lost(worker, new Error('the thread ended unexpectedly')));
    return worker;
  }

  private lost(worker: Worker, error: Error): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    this.options.onLost(error);
  }
}
