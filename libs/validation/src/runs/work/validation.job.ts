import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Failpoints } from '@app/common';
import type { JobContext, JobHandler } from '@app/queue';
import { Injectable, Logger } from '@nestjs/common';
import type { DoneDimension } from '../../events/done-dimension';
import { RunProgress } from '../../events/run-progress';
import { NextRuns } from '../next-runs';
import { RunDoorbell } from '../run-doorbell';
import { countRunEvent, runsEnded } from '../run-metrics';
import type { ValidatePayload } from '../validate-job';
import {
  abortedAsDeleted,
  abortedByCrashes,
  abortedByError,
  isWorthAnother,
  MAX_CRASHES,
  RETRY_MS,
} from './attempt-failure';
import { ContractEvaluation } from './contract-evaluation';
import { ContractLoader } from './contract-loader';
import { LeaseKeeper } from './lease-keeper';
import { RunClaimRepository } from './run-claim.repository';
import type { ClaimedRun, RunOutcome } from './run-claim.repository';
import { SoloGate } from './solo-gate';

/** Told at the end of an attempt that must not write any more. */
class GivenUp extends Error {}

/** Runs one validation: claim, load, check, write. Delivered at least once, done exactly once, by the fence of its row. */
@Injectable()
export class ValidationJob implements JobHandler<ValidatePayload> {
  private readonly log = new Logger(ValidationJob.name);
  private readonly worker = `${hostname()}-${process.pid}-${randomUUID()}`;
  private readonly gate = new SoloGate();

  constructor(
    private readonly claims: RunClaimRepository,
    private readonly leases: LeaseKeeper,
    private readonly loader: ContractLoader,
    private readonly evaluation: ContractEvaluation,
    private readonly doorbell: RunDoorbell,
    private readonly next: NextRuns,
    private readonly failpoints: Failpoints,
  ) {}

  async handle({ resultId, contract }: ValidatePayload, { signal }: JobContext): Promise<void> {
    const run = await this.claims.claim(resultId, contract, this.worker);
    if (!run) return;
    if (run.retaken) countRunEvent('retaken');
    await this.failpoints.pass('after-claim');
    const lease = this.leases.hold(run);
    try {
      await this.attempt(run, AbortSignal.any([signal, lease.lost]));
    } catch (error) {
      if (!(error instanceof GivenUp)) throw error;
      if (signal.aborted) await this.handBack(run);
    } finally {
      lease.release();
    }
  }

  private async attempt(run: ClaimedRun, stop: AbortSignal): Promise<void> {
    if (run.crashes >= MAX_CRASHES) return this.finish(run, abortedByCrashes(run.crashes));
    // After its second crash a run is tried with nothing beside it, so that no innocent neighbour goes with it again.
    const isSuspect = run.crashes === MAX_CRASHES - 1;
    const work = () => this.tryOnce(run, stop);
    if (!isSuspect) return this.gate.shared(work);
    return this.gate.alone(async () => {
      if (await this.claims.markAlone(run)) await work();
    });
  }

  private async tryOnce(run: ClaimedRun, stop: AbortSignal): Promise<void> {
    const progress = new RunProgress(run.progress, (done) => this.claims.report(run, done));
    try {
      const outcome = await unlessStopped(this.evaluate(run, progress), stop);
      await this.failpoints.pass('after-compute-before-commit');
      await this.finish(run, outcome, await progress.settle());
    } catch (error) {
      await progress.settle();
      if (error instanceof GivenUp) throw error;
      await this.fail(run, error);
    }
  }

  private async evaluate({ contract, lane }: ClaimedRun, progress: RunProgress): Promise<RunOutcome> {
    const loaded = await this.loader.load(contract);
    return loaded ? this.evaluation.evaluate(loaded, lane, (done) => progress.add(done)) : abortedAsDeleted();
  }

  private async finish(run: ClaimedRun, outcome: RunOutcome, done: readonly DoneDimension[] = []): Promise<void> {
    const finished = await this.claims.finish(run, outcome, done);
    if (!finished) return countRunEvent('fenced');
    runsEnded.inc({ status: outcome.status });
    await this.failpoints.pass('after-commit-before-ack');
    if (finished.next) await this.next.wake(finished.next);
  }

  /** An error is no verdict: the run is tried again after a rest, and in the end Aborted with the cause. */
  private async fail(run: ClaimedRun, error: unknown): Promise<void> {
    const rest = isWorthAnother(error) ? RETRY_MS[run.failures] : undefined;
    const { stack } = error as Error;
    this.log.warn(`run ${run.resultId}, attempt ${run.attempt}: ${rest ? 'tried again' : 'given up'} after ${stack}`);
    if (rest === undefined) return this.finish(run, abortedByError(error));
    const isOurs = await this.claims.retryAfter(run, rest);
    countRunEvent(isOurs ? 'retried' : 'fenced');
  }

  /** The process stops: another worker need not wait until the lease has run out. */
  private async handBack(run: ClaimedRun): Promise<void> {
    if (!(await this.claims.handBack(run))) return;
    countRunEvent('handed_back');
    await this.doorbell.ring(run, `-after-${run.attempt}`);
  }
}

function unlessStopped<T>(work: Promise<T>, stop: AbortSignal): Promise<T> {
  work.catch(() => undefined);
  return new Promise((resolve, reject) => {
    const give = () => reject(new GivenUp());
    if (stop.aborted) return give();
    stop.addEventListener('abort', give, { once: true });
    work.then(resolve, reject).finally(() => stop.removeEventListener('abort', give));
  });
}
