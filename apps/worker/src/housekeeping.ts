import { PeriodicTask } from '@app/common';
import { APP_SETTINGS, type Settings } from '@app/config';
import { purgeDataRuns } from '@app/data';
import { Database, purgeIdempotency } from '@app/database';
import { pruneAudit, purgeChangeEvents } from '@app/events';
import { purgeOpenLineage } from '@app/ingestion';
import { purgeNotices } from '@app/notices';
import { purgeDeliveries } from '@app/notifications';
import { ResultRetentionSweep } from '@app/results';
import { purgeBatches } from '@app/validation';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';

/** Keys of requests live for 24 hours: an hour more or less costs some rows. */
const ROUND_MS = 60 * 60_000;

const removedRows = new Counter({
  name: 'retention_removed_total',
  help: 'What was removed since its time was over, by kind',
  labelNames: ['kind'] as const,
});

const lastRound = new Gauge({
  name: 'retention_last_success_timestamp_seconds',
  help: 'When this process last went through all that has a time to be removed at; 0 before the first time',
});

/**
 * Removes expired idempotency keys, batches, results, lineage events, change events and blocks of the audit. Every worker does so;
 * concurrent runs do no harm.
 */
@Injectable()
export class Housekeeping {
  private readonly log = new Logger(Housekeeping.name);
  readonly task = new PeriodicTask((stopping) => this.clear(stopping), {
    restMs: ROUND_MS,
    longestRetryMs: ROUND_MS,
    log: this.log,
    failing: 'what is past its time stays for another hour',
  });
  private readonly results: ResultRetentionSweep;

  constructor(
    private readonly database: Database,
    @Inject(APP_SETTINGS) private readonly settings: Settings,
  ) {
    this.results = new ResultRetentionSweep(database, settings.resultRetention);
  }

  private async clear(stopping: AbortSignal): Promise<void> {
    this.count('idempotency keys', await purgeIdempotency(this.database));
    this.count('batches of validations', await purgeBatches(this.database));
    this.count('results', await this.results.run(stopping));
    const { openLineageRetention, changeEventRetention, auditRetention, dataRunRetention } = this.settings;
    this.count('lineage events', await purgeOpenLineage(this.database, openLineageRetention, stopping));
    this.count('change events', await purgeChangeEvents(this.database, changeEventRetention, stopping));
    this.count('records of the audit', await pruneAudit(this.database, auditRetention, stopping));
    this.count('notifications', await purgeDeliveries(this.database, changeEventRetention, stopping));
    this.count('notices of contracts', await purgeNotices(this.database, changeEventRetention, stopping));
    this.count('data runs', await purgeDataRuns(this.database, dataRunRetention, stopping));
    if (!stopping.aborted) lastRound.setToCurrentTime();
  }

  private count(kind: string, removed: number): void {
    removedRows.inc({ kind: kind.replaceAll(' ', '_') }, removed);
    if (removed > 0) this.log.log(`${removed} ${kind} were past their time and are removed`);
  }
}
