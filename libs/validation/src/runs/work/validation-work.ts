import { tracedBelow } from '@app/common';
import { APP_SETTINGS } from '@app/config';
import { JobProducer, lanesOf, slotsOf, type Lane, type QueueSettings } from '@app/queue';
import { Leases, type ClaimedRuns, type RunContext, type Work } from '@app/runs';
import { Inject, Injectable } from '@nestjs/common';
import { WAKE_JOB } from '../job-types';
import { readWakeUp, WAKE_CHANNEL, type RunDocuments } from '../../events/run-notice';
import { RunClaimRepository, type ClaimedRun } from './run-claim.repository';
import { RunExecutor } from './run-executor';
import { CLAIMABLE } from './run-statements';

const KIND = 'validation';

/**
 * Validation runs, in the lanes `urgent` and `batch`. At most one run of a contract is Queued and one Running (`request_runs`, `claim_runs`). A
 * run whose rules take long frees its slot (`HeavyRuns`), and so does one that waits for readings of sources.
 */
@Injectable()
export class ValidationWork implements Work<ClaimedRun, RunDocuments> {
  readonly name = 'runs';
  readonly kinds = [KIND];
  readonly waiting = `
    select '${KIND}', r.queued_at from validation_run r
     where r.state in ('Queued', 'Running') and (r.state = 'Queued' or r.lease_until < statement_timestamp())`;
  readonly lanes: ReadonlyMap<Lane, number>;
  readonly channel = WAKE_CHANNEL;
  readonly claimable = CLAIMABLE;
  readonly graceMs = 4_000;
  readonly failing = 'runs wait, since none could be claimed';
  readonly recovered = 'runs are claimed again';

  constructor(
    @Inject(RunClaimRepository) private readonly claims: Pick<RunClaimRepository, 'claim'>,
    private readonly executor: RunExecutor,
    private readonly leases: Leases,
    @Inject(JobProducer) private readonly producer: Pick<JobProducer, 'isPaused'>,
    @Inject(APP_SETTINGS) settings: Pick<QueueSettings, 'workerConcurrency' | 'workerQueues'>,
  ) {
    this.lanes = new Map(lanesOf(settings).map((lane) => [lane, slotsOf(lane, settings)]));
  }

  readonly readWakeUp = (payload: string) => {
    const { lane, run } = readWakeUp(payload);
    return { lane, ...(run && { hint: run }) };
  };

  readonly isPaused = (lane: string): Promise<boolean> => this.producer.isPaused(WAKE_JOB, lane as Lane);

  claim(lane: string, most: number, likely?: RunDocuments): Promise<ClaimedRuns<ClaimedRun>> {
    return this.claims.claim(lane as Lane, most, this.leases.worker, likely);
  }

  execute(run: ClaimedRun, context: RunContext): Promise<void> {
    const work = (): Promise<void> => this.executor.execute(run, context);
    return tracedBelow(run.traceparent ?? undefined, 'process validation', work);
  }

  kindOf(): string {
    return KIND;
  }

  about({ lane, attempt }: ClaimedRun): object {
    return { lane, attempt };
  }
}
