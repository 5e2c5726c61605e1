import { Database } from '@app/database';
import { ChangeWatch } from '@app/events';
import { Injectable } from '@nestjs/common';
import { hasEnded, readNotice, RUN_CHANNEL, type DataRunRow } from '../data-run';
import { DataRunRepository } from './data-run.repository';

/** Follows runs by notifications: who waits and who streams share one read for each change. */
@Injectable()
export class DataRunWaits {
  readonly watch: ChangeWatch<DataRunRow | undefined>;

  constructor(database: Database, runs: DataRunRepository) {
    this.watch = new ChangeWatch(database, {
      channel: RUN_CHANNEL,
      keyOf: (payload) => readNotice(payload).id,
      load: (id) => runs.byId(id),
    });
  }

  /** The run once it has ended, or as it is after `ms`; undefined where there is none. @param signal ends the wait */
  ended(id: string, ms: number, signal: AbortSignal): Promise<DataRunRow | undefined> {
    return this.watch.until(id, (run) => !run || hasEnded(run.status), ms, signal);
  }
}
