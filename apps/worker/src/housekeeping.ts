import { PeriodicTask, type BackgroundTask } from '@app/common';
import type { Settings } from '@app/config';
import { purgeIdempotency, type Database } from '@app/database';
import { purgeChangeEvents } from '@app/events';
import { purgeOpenLineage } from '@app/ingestion';
import { ResultRetentionSweep } from '@app/results';
import { purgeBatches } from '@app/validation';
import { Logger } from '@nestjs/common';

/** Keys of requests live for 24 hours: an hour more or less costs some rows. */
const ROUND_MS = 60 * 60_000;

/**
 * Removes expired idempotency keys, batches, results, lineage events and change events. Every worker does so; concurrent runs do no
 * harm.
 */
export class Housekeeping implements BackgroundTask {
  private readonly log = new Logger(Housekeeping.name);
  private readonly task = new PeriodicTask((stopping) => this.clear(stopping), {
    restMs: ROUND_MS,
    longestRetryMs: ROUND_MS,
    log: this.log,
    failing: 'what is past its time stays for another hour',
  });
  private readonly results: ResultRetentionSweep;

  /**
   * @param resultRetention for contracts that do not say how long their results are kept
   * @param settings openLineageRetention: of lineage events as they came
   */
  constructor(
    private readonly database: Database,
    resultRetention: string | undefined,
    private readonly settings: Pick<Settings, 'openLineageRetention' | 'changeEventRetention'>,
  ) {
    this.results = new ResultRetentionSweep(database, resultRetention);
  }
  start(): void {
    this.task.start();
  }

  stop(): Promise<void> {
    return this.task.stop();
  }

  private async clear(stopping: AbortSignal): Promise<void> {
    const forgotten = await purgeIdempotency(this.database);
    if (forgotten > 0) this.log.log(`${forgotten} idempotency keys are forgotten`);
    const batches = await purgeBatches(this.database);
    if (batches > 0) this.log.log(`${batches} batches of validations are forgotten`);
    const removed = await this.results.run(stopping);
    const events = await purgeOpenLineage(this.database, this.settings.openLineageRetention, stopping);
    if (events > 0) this.log.log(`${events} lineage events were past their retention and are removed`);
    const changes = await purgeChangeEvents(this.database, this.settings.changeEventRetention, stopping);
    if (changes > 0) this.log.log(`${changes} change events were past their retention and are removed`);
    if (removed > 0) this.log.log(`${removed} results were past their retention and are removed`);
  }
}
