import { purgeIdempotency } from '@app/database';
import type { Database } from '@app/database';
import { Logger } from '@nestjs/common';

/** Keys of requests live for 24 hours: an hour more or less costs some rows. */
const ROUND_MS = 60 * 60_000;

/** Forgets what is past its time. Each worker does so; they skip each other's rows. */
export class Housekeeping {
  private readonly log = new Logger(Housekeeping.name);
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();

  constructor(private readonly database: Database) {}

  start(): void {
    this.round = this.clear();
    this.timer = setInterval(() => void (this.round = this.clear()), ROUND_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.round;
  }

  private async clear(): Promise<void> {
    try {
      const forgotten = await purgeIdempotency(this.database);
      if (forgotten > 0) this.log.log(`${forgotten} idempotency keys are forgotten`);
    } catch (error) {
      this.log.warn(`no round: ${(error as Error).message}`);
    }
  }
}
