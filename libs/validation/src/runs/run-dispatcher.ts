import { OutageLog } from '@app/common';
import { Database } from '@app/database';
import { JobProducer, type Lane } from '@app/queue';
import { Injectable, Logger } from '@nestjs/common';
import { FEED_JOB, VALIDATE_JOB, type FeedPayload } from './job-types';
import { countRunEvent } from './run-metrics';

/** A run that waits for a worker. */
export interface WaitingRun {
  readonly resultId: string;
  readonly contract: string;
  readonly lane: Lane;
}

const QUEUED = {
  name: 'queued-run-of-contract',
  text: `select result_id::text as "resultId", contract::text, lane from validation_run
          where contract = $1 and state = 'Queued'`,
};

/**
 * Id suffix: the previous job of the next run may still be active. It found the contract busy and is about to end
 * without having run it.
 */
const NEXT = '-next';

/**
 * Sends the jobs of validation: of runs, and of the blocks of a batch. Call it after the commit of the rows they
 * refer to. It never rejects: a lost job costs time but never a run, because the reconcilers re-dispatch unclaimed
 * runs.
 */
@Injectable()
export class RunDispatcher {
  private readonly log = new Logger(RunDispatcher.name);
  private readonly outage = new OutageLog(this.log, 'jobs are sent again');

  constructor(
    private readonly database: Database,
    private readonly producer: JobProducer,
  ) {}

  /** Whether workers may be notified of a run before its job is sent: not while the queue of its lane is paused. */
  async mayAnnounce(lane: Lane): Promise<boolean> {
    return !(await this.producer.isPaused(VALIDATE_JOB, lane));
  }

  /**
   * @param suffix appended to the job id if a job under the run's own id may still exist, which would deduplicate
   * this job
   */
  async dispatch({ resultId, contract, lane }: WaitingRun, suffix = ''): Promise<void> {
    try {
      await this.producer.send(VALIDATE_JOB, { resultId, contract }, { id: resultId + suffix, lane });
      this.outage.succeeded();
    } catch (error) {
      this.unsent(`run ${resultId} waits`, 1, error);
    }
  }

  /** Sends many jobs in one statement of the queue instead of one per run. */
  async dispatchAll(runs: readonly (WaitingRun & { readonly suffix?: string })[]): Promise<void> {
    if (runs.length === 0) return;
    try {
      await this.producer.sendAll(
        VALIDATE_JOB,
        runs.map(({ resultId, contract, lane, suffix = '' }) => ({
          payload: { resultId, contract },
          id: resultId + suffix,
          lane,
        })),
      );
      this.outage.succeeded();
    } catch (error) {
      this.unsent(`${runs.length} runs wait`, runs.length, error);
    }
  }

  /** Removes the jobs of runs that were claimed without them. Those that stay are delivered, and find their runs claimed or ended. */
  async withdraw(lane: Lane, runs: readonly { readonly resultId: string }[]): Promise<void> {
    try {
      await this.producer.remove(
        VALIDATE_JOB,
        lane,
        runs.map(({ resultId }) => resultId),
      );
    } catch (error) {
      this.log.debug(`jobs of ${runs.length} claimed runs stay in the queue: ${(error as Error).message}`);
    }
  }

  /** Dispatches the run that waited for one that has ended. */
  dispatchNext(run: WaitingRun): Promise<void> {
    return this.dispatch(run, NEXT);
  }

  /** Dispatches the waiting run of a contract, if any: its predecessor was ended externally. */
  async dispatchNextOf(contract: string): Promise<void> {
    const [run] = await this.database.read<WaitingRun & object>(QUEUED, [contract]);
    if (run) await this.dispatchNext(run);
  }

  /** The next block of a batch, in the lane of its runs: it is created when the block before it is nearly done. */
  async dispatchBlock(payload: FeedPayload, suffix = ''): Promise<void> {
    const id = `${payload.batch}-${payload.generation}${suffix}`;
    try {
      await this.producer.send(FEED_JOB, payload, { id, lane: 'batch' });
      this.outage.succeeded();
    } catch (error) {
      this.unsent(`batch ${payload.batch} waits`, 0, error);
    }
  }

  private unsent(who: string, runs: number, error: unknown): void {
    if (runs > 0) countRunEvent('unsent', runs);
    this.outage.failed(`${who} for the reconciler: ${(error as Error).message}`);
  }
}
