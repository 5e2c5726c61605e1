import { purgeIdempotency } from '@app/database';
import type { Database } from '@app/database';
import { purgeOpenLineage } from '@app/ingestion';
import { ResultRetentionSweep } from '@app/results';
import { purgeBatches } from '@app/validation';
import { Logger } from '@nestjs/common';

/** Keys of requests live for 24 hours: an hour more or less costs some rows. */
const ROUND_MS = 60 * 60_000;

/** Removes what is past its time: keys of requests, batches, results, lineage events. Each worker does so; what one has removed another does not find. */
export class Housekeeping {
  private readonly log = new Logger(Housekeeping.name);
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();

  private readonly stopping = new AbortController();
  private readonly results: ResultRetentionSweep;

  /**
   * @param resultRetention for contracts that do not say how long their results are kept
   * @param openLineageRetention of lineage events as they came
   */
  constructor(
    private readonly database: Database,
    resultRetention: string | undefined,
    private readonly openLineageRetention: string,
  ) {
    this.results = new ResultRetentionSweep(database, resultRetention);
  }

  start(): void {
    this.round = this.clear();
    this.timer = setInterval(() => void (this.round = this.clear()), ROUND_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.round;
  }

  private async clear(): Promise<void> {
    try {
      const forgotten = await purgeIdempotency(this.database);
      if (forgotten > 0) this.log.log(`${forgotten} idempotency keys are forgotten`);
      const batches = await purgeBatches(this.database);
      if (batches > 0) this.log.log(`${batches} batches of validations are forgotten`);
      const removed = await this.results.run(this.stopping.signal);
      const events = await purgeOpenLineage(this.database, this.openLineageRetention, this.stopping.signal);
      if (events > 0) this.log.log(`${events} lineage events were past their retention and are removed`);
      if (removed > 0) this.log.log(`${removed} results were past their retention and are removed`);
    } catch (error) {
      this.log.warn(`no round: ${(error as Error).message}`);
    }
  }
}
