import { OutageLog, PeriodicTask, type BackgroundTask, type Fault } from '@app/common';
import type { Logger } from '@nestjs/common';
import type { Database } from './database';
import type { Subscription } from './listener';

/** The rest of a task that notifications wake, in ms: what none reports is found that late, such as what a process wrote that ended then. */
export const FALLBACK_MS = 10_000;
/** Rest of a round that failed, in ms, doubled as often as it fails. */
export const AGAIN_MS = 250;

interface NotifiedTaskOptions {
  readonly channel: string;
  /** How long notifications are gathered for one round, in ms; default: not at all. */
  readonly gatherMs?: number;
  /** Delay to the next round where nothing wakes it, in ms. Default: `FALLBACK_MS`. */
  readonly restMs?: number;
  /** See `PeriodicTask`. */
  readonly longestRetryMs?: number;
  readonly log: Pick<Logger, 'log' | 'warn' | 'debug'>;
  readonly failing: string;
  readonly recovered: string;
}

/**
 * A periodic task that notifications of the database wake. Its rests are the fallback: they find what was notified without a listener, such
 * as behind a pooler without `DATABASE_DIRECT_URL`.
 */
export class NotifiedTask implements BackgroundTask {
  private readonly task: PeriodicTask;
  private readonly deafness: OutageLog;
  private subscription: Subscription | undefined;

  /** @param work see `PeriodicTask` */
  constructor(
    private readonly database: Pick<Database, 'listen'>,
    work: (signal: AbortSignal) => Promise<unknown>,
    private readonly options: NotifiedTaskOptions,
  ) {
    const round = async (signal: AbortSignal): Promise<unknown> => {
      await this.listen();
      return work(signal);
    };
    this.task = new PeriodicTask(round, { restMs: FALLBACK_MS, firstRetryMs: AGAIN_MS, ...options });
    this.deafness = new OutageLog(options.log, `notifications of ${options.channel} are heard again`);
  }

  get faults(): readonly Fault[] {
    return this.task.faults;
  }

  start(): void {
    this.task.start();
  }

  /** Has a round follow, as a notification does. */
  wake(): void {
    const { gatherMs } = this.options;
    if (gatherMs === undefined) this.task.wake();
    else this.task.wakeWithin(gatherMs);
  }

  /** Has a round follow at once. */
  wakeNow(): void {
    this.task.wake();
  }

  async stop(): Promise<void> {
    await this.task.stop();
    this.subscription?.close();
    this.subscription = undefined;
  }

  /** Before the round: what is notified while it looks has another one follow. */
  private async listen(): Promise<void> {
    if (this.subscription) return;
    const wake = (): void => this.wake();
    try {
      this.subscription = await this.database.listen(this.options.channel, wake, wake);
      this.deafness.succeeded();
    } catch (error) {
      this.deafness.failed(`notifications of ${this.options.channel} are not heard`, error);
    }
  }
}
