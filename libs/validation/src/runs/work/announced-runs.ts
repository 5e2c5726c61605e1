import { PeriodicTask } from '@app/common';
import { Database, type Subscription } from '@app/database';
import { WorkerHost } from '@app/queue';
import { Injectable, Logger } from '@nestjs/common';
import { VALIDATE_JOB } from '../job-types';
import { ANNOUNCEMENT_CHANNEL, readAnnouncement } from '../run-notice';

/** Between two looks whether it listens, in ms. */
const LOOK_MS = 10_000;

/**
 * Takes new runs as they are announced, while this worker has places. What it does not take, or misses, comes as a job a moment later. All
 * workers hear of each run; one claims it.
 */
@Injectable()
export class AnnouncedRuns {
  readonly task = new PeriodicTask(() => this.listen(), {
    restMs: LOOK_MS,
    log: new Logger(AnnouncedRuns.name),
    failing: 'announced runs come as jobs only',
    recovered: 'announced runs are heard again',
  });
  private subscription: Subscription | undefined;

  constructor(
    private readonly database: Database,
    private readonly host: WorkerHost,
  ) {}

  private async listen(): Promise<void> {
    this.subscription ??= await this.database.listen(
      ANNOUNCEMENT_CHANNEL,
      (payload) => this.take(payload),
      () => undefined,
    );
  }

  private take(payload: string): void {
    const { lane, ...run } = readAnnouncement(payload);
    this.host.offer(VALIDATE_JOB, run, { id: run.resultId, lane });
  }
}
