import { PeriodicTask } from '@app/common';
import { Database, type Subscription } from '@app/database';
import type { JobContext, JobHandler } from '@app/queue';
import { Injectable, Logger } from '@nestjs/common';
import { readWakeUp, WAKE_CHANNEL } from '../run-notice';
import { RunClaimRepository } from './run-claim.repository';
import { RunQueue } from './run-queue';

/** How often a worker looks by itself, in ms. */
const POLL_MS = 1_000;

/** Wakes the queue of runs: by notifications, by jobs, and by a poll that finds what those missed. */
@Injectable()
export class RunWakeUps implements JobHandler<undefined> {
  readonly task = new PeriodicTask(() => this.poll(), {
    restMs: POLL_MS,
    longestRetryMs: POLL_MS,
    log: new Logger(RunWakeUps.name),
    failing: 'runs that wait are not looked for',
    recovered: 'runs that wait are looked for again',
  });
  private subscription: Subscription | undefined;

  constructor(
    private readonly database: Database,
    private readonly claims: RunClaimRepository,
    private readonly queue: RunQueue,
  ) {}

  handle(_: undefined, { lane }: JobContext): Promise<void> {
    this.queue.wake(lane);
    return Promise.resolve();
  }

  private async poll(): Promise<void> {
    const lanes = this.queue.freeLanes;
    if (lanes.length > 0) for (const lane of await this.claims.lanesToClaim(lanes)) this.queue.wake(lane);
    this.subscription ??= await this.database.listen(
      WAKE_CHANNEL,
      (payload) => this.hear(payload),
      () => this.task.wake(),
    );
  }

  private hear(payload: string): void {
    const { lane, run } = readWakeUp(payload);
    this.queue.wake(lane, run);
  }
}
