import { isTracing } from '@app/common';
import type { Lane, TakenWork, WaitingWork } from '@app/queue';
import { Injectable } from '@nestjs/common';
import { RunDispatcher } from '../run-dispatcher';
import { RunClaimRepository } from './run-claim.repository';
import { ValidationJob } from './validation.job';

/** Queued runs, taken in blocks from where they stand by a worker that has a backlog. */
@Injectable()
export class WaitingRuns implements WaitingWork {
  constructor(
    private readonly claims: RunClaimRepository,
    private readonly dispatcher: RunDispatcher,
    private readonly job: ValidationJob,
  ) {}

  async take(lane: Lane, most: number): Promise<readonly TakenWork[]> {
    // A job takes the trace of who asked along.
    if (isTracing() || !(await this.dispatcher.mayAnnounce(lane))) return [];
    const runs = await this.claims.claimWaiting(lane, most, this.job.worker);
    if (runs.length > 0) void this.dispatcher.withdraw(lane, runs);
    return runs.map((run) => ({ id: run.resultId, run: (context) => this.job.execute(run, context) }));
  }
}
