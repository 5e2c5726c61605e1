import { PeriodicTask } from '@app/common';
import type { Settings } from '@app/config';
import { Logger } from '@nestjs/common';
import { countDataRun } from './data-run-counts';
import type { DataClaimRepository } from './work/data-claim.repository';

/** Between two rounds, in ms: one read of the runs that are open. */
const ROUND_MS = 2_000;

/**
 * Ends runs that no worker will continue. APIs do it as well as workers, since a run may wait for a worker where there is none. Several at
 * once do no harm.
 */
export class DataReconciler {
  readonly task: PeriodicTask;

  constructor(
    claims: Pick<DataClaimRepository, 'endForsaken'>,
    { dataWaitSeconds }: Pick<Settings, 'dataWaitSeconds'>,
  ) {
    const work = async (): Promise<void> => {
      const ended = await claims.endForsaken(dataWaitSeconds * 1_000);
      for (const kind of ended) countDataRun(kind, 'Aborted');
    };
    this.task = new PeriodicTask(work, {
      restMs: ROUND_MS,
      restFirst: true,
      log: new Logger(DataReconciler.name),
      failing: 'data runs that nobody goes on with stay open',
      recovered: 'data runs that nobody goes on with are ended again',
    });
  }
}
