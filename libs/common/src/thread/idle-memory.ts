import { Session } from 'node:inspector';
import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { PeriodicTask, type TaskLog } from '../concurrency/periodic-task';

/** A process counts as idle after this time with little to do, in ms. */
const IDLE_MS = 5_000;
/** The part of that time in which it may have worked: probes, scrapes, its own periodic tasks. */
const MOST_BUSY = 0.05;
/** Growth of the process in bytes since the last collection that triggers another. */
const GROWTH = 32 * 1024 * 1024;

export interface WatchedProcess {
  /** The part of the time since the last call in which its event loop worked, from 0 to 1. */
  busy(): number;
  /** Resident memory in bytes. */
  resident(): number;
  /** Collects all that nothing refers to, and gives the pages to the operating system. */
  collect(): Promise<void>;
}

/**
 * Gives back what a start or a burst of requests has left, once a process is idle: V8 itself collects only when it allocates, so an idle
 * process would never release it. A collection stops the process for some 100 to 300 ms; it happens again only where memory has grown.
 */
export class IdleMemory {
  private readonly task: PeriodicTask;
  private held = 0;

  constructor(
    log: TaskLog,
    private readonly watched: WatchedProcess = new ThisProcess(),
    restMs = IDLE_MS,
  ) {
    const failing = 'an idle process keeps its memory';
    this.task = new PeriodicTask(() => this.look(), { restMs, restFirst: true, log, failing });
  }

  start(): void {
    this.task.start();
  }

  stop(): Promise<void> {
    return this.task.stop();
  }

  private async look(): Promise<void> {
    const { watched } = this;
    if (watched.busy() > MOST_BUSY || watched.resident() < this.held + GROWTH) return;
    await watched.collect();
    this.held = watched.resident();
    // The collection itself does not count as work.
    watched.busy();
  }
}

class ThisProcess implements WatchedProcess {
  private seen: EventLoopUtilization = performance.eventLoopUtilization();

  busy(): number {
    const before = this.seen;
    this.seen = performance.eventLoopUtilization();
    return performance.eventLoopUtilization(this.seen, before).utilization;
  }

  resident(): number {
    return process.memoryUsage.rss();
  }

  /** By the inspector, which needs no flag at the start of the process; `gc()` does not release the pages in Node 20. */
  async collect(): Promise<void> {
    const session = new Session();
    session.connect();
    try {
      await promisify((done: (error: Error | null) => void) => session.post('HeapProfiler.collectGarbage', done))();
    } finally {
      session.disconnect();
    }
  }
}
