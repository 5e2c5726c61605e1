import type { BackgroundTask } from '@app/common';
import { Database } from '@app/database';
import { WorkerHost } from '@app/queue';
import { Injectable } from '@nestjs/common';

/** What running jobs may take when the process must end, before they go to other workers; a supervisor gives 10 s for it all. */
const GRACE_MS = 4_000;

/**
 * Consumes jobs. None while the disk of the database is full: a job's result could not be stored, and its failure
 * would count as an attempt.
 */
@Injectable()
export class JobConsumer implements BackgroundTask {
  constructor(
    private readonly host: WorkerHost,
    private readonly database: Database,
  ) {}

  start(): void {
    const { disk } = this.database;
    this.host.onBackendError((error) => disk.note(error));
    disk.onChange((isFull) => (isFull ? this.host.suspend() : this.host.resume()));
    this.host.start();
    disk.watch();
  }

  /** Takes no new jobs; running jobs finish or are returned to the queue. */
  stop(): Promise<void> {
    return this.host.stop(GRACE_MS);
  }
}
