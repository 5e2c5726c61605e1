import { PeriodicTask, type BackgroundTask, type Fault } from '@app/common';
import { Database } from '@app/database';
import { QueueHealth, WorkerHost } from '@app/queue';
import { RunQueue } from '@app/runs';
import { Injectable, Logger } from '@nestjs/common';

/** Time for jobs when the process must end, before they go to other workers; a supervisor allows 10 s in total. */
const GRACE_MS = 4_000;
/** How often the queue is checked while jobs are taken, in ms. */
const CHECK_MS = 5_000;
/** How often it is checked while none are, in ms. */
const RECHECK_MS = 1_000;

/**
 * Consumes jobs and validation runs. None while the disk of the database is full: a result could not be stored, and its failure
 * would count as an attempt. None while the queue may lose jobs, and none before it is known that it does not.
 */
@Injectable()
export class JobConsumer implements BackgroundTask {
  private isQueueSafe = false;
  private isConsuming = false;
  private readonly check = new PeriodicTask(() => this.checkQueue(), {
    restMs: CHECK_MS,
    longestRetryMs: RECHECK_MS,
    log: new Logger(JobConsumer.name),
    failing: 'jobs wait for the queue',
    recovered: 'the queue is in order again',
  });

  constructor(
    private readonly host: WorkerHost,
    private readonly runs: RunQueue,
    private readonly database: Database,
    private readonly queue: QueueHealth,
  ) {}

  get faults(): readonly Fault[] {
    return this.check.faults;
  }

  start(): void {
    this.host.requireHandlers();
    const { disk } = this.database;
    this.host.onBackendError((error) => disk.note(error));
    disk.onChange(() => this.consumeIfSafe());
    this.database.watch();
    this.check.start();
  }

  /** Takes nothing new; what is under way finishes or is handed back. The queue of runs is stopped by itself. */
  async stop(): Promise<void> {
    await this.check.stop();
    this.runs.suspend();
    await this.host.stop(GRACE_MS);
  }

  /** A queue that does not answer gives no jobs: consumers that wait for it stay. */
  private async checkQueue(): Promise<void> {
    const { ready, critical, reason } = await this.queue.check();
    this.isQueueSafe = ready || (this.isQueueSafe && !critical);
    this.consumeIfSafe();
    if (!ready) throw new Error(reason);
  }

  /** Resuming has each lane looked into. */
  private consumeIfSafe(): void {
    const isSafe = this.isQueueSafe && !this.database.disk.isFull;
    if (isSafe === this.isConsuming) return;
    this.isConsuming = isSafe;
    for (const one of [this.host, this.runs])
      if (isSafe) one.resume();
      else one.suspend();
  }
}
