import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Failpoints } from '@app/common';
import type { JobContext, JobHandler } from '@app/queue';
import { Injectable, Logger } from '@nestjs/common';
import type { DoneDimension } from '../../events/run-log';
import { RunProgress } from '../../events/run-progress';
import { RunDispatcher } from '../run-dispatcher';
import { countRunEvent, runDuration, runsEnded } from '../run-metrics';
import type { ValidatePayload } from '../job-types';
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
import { RunClaimRepository, type ClaimedRun, type RunOutcome } from './run-claim.repository';
import { SharedExclusiveLock } from './shared-exclusive-lock';

/** Thrown at the end of an attempt whose lease was lost. */
class LeaseLost extends Error {}

/**
 * Executes one validation: claim, load, evaluate, write. Delivered at least once, committed exactly once by the
 * fencing token of its row.
 */
@Injectable()
export class ValidationJob implements JobHandler<ValidatePayload> {
  private readonly log = new Logger(ValidationJob.name);
  private readonly worker = `${hostname()}-${process.pid}-${randomUUID()}`;
  private readonly gate = new SharedExclusiveLock();

  constructor(
    private readonly claims: RunClaimRepository,
    private readonly leases: LeaseKeeper,
    private readonly loader: ContractLoader,
    private readonly evaluation: ContractEvaluation,
    private readonly dispatcher: RunDispatcher,
    private readonly failpoints: Failpoints,
  ) {}

  async handle({ resultId, contract }: ValidatePayload, { signal }: JobContext): Promise<void> {
    const run = await this.claims.claim(resultId, contract, this.worker);
    if (!run) return;
    if (run.retaken) countRunEvent('retaken');
    await this.failpoints.pass('after-claim');
    const lease = this.leases.hold(run);
    const progress = new RunProgress(run.progress, (done) => this.claims.report(run, done));
    try {
      await this.attempt(run, progress, AbortSignal.any([signal, lease.lost]));
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
      if (signal.aborted) await this.handBack(run);
    } finally {
      await progress.settle();
      lease.release();
    }
  }

  private async attempt(run: ClaimedRun, progress: RunProgress, stop: AbortSignal): Promise<void> {
    if (run.crashes >= MAX_CRASHES) return this.finish(run, abortedByCrashes(run.crashes));
    // After its second crash a run is tried alone, so that concurrent runs survive a third one.
    const isSuspect = run.crashes === MAX_CRASHES - 1;
    const work = () => this.tryOnce(run, progress, stop);
    if (!isSuspect) return this.gate.shared(work);
    return this.gate.alone(async () => {
      if (await this.claims.markAlone(run)) await work();
    });
  }

  private async tryOnce(run: ClaimedRun, progress: RunProgress, stop: AbortSignal): Promise<void> {
    try {
      const outcome = await unlessStopped(this.evaluate(run, progress), stop);
      await this.failpoints.pass('after-compute-before-commit');
      await this.finish(run, outcome, await progress.settle());
    } catch (error) {
      await progress.settle();
      if (error instanceof LeaseLost) throw error;
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
    runDuration.observe({ status: outcome.status }, (performance.now() - run.claimedAt) / 1000);
    await this.failpoints.pass('after-commit-before-ack');
    if (finished.next) await this.dispatcher.dispatchNext(finished.next);
  }

  /** An error is not a verdict: the run is retried after a delay, and finally Aborted with the cause. */
  private async fail(run: ClaimedRun, error: unknown): Promise<void> {
    const rest = isWorthAnother(error) ? RETRY_MS[run.failures] : undefined;
    const { stack } = error as Error;
    this.log.warn(`run ${run.resultId}, attempt ${run.attempt}: ${rest ? 'tried again' : 'given up'} after ${stack}`);
    if (rest === undefined) return this.finish(run, abortedByError(error));
    await this.claims.report(run, []);
    const isOurs = await this.claims.retryAfter(run, rest);
    countRunEvent(isOurs ? 'retried' : 'fenced');
  }

  /** The process is stopping: another worker need not wait until the lease expires. */
  private async handBack(run: ClaimedRun): Promise<void> {
    if (!(await this.claims.handBack(run))) return;
    countRunEvent('handed_back');
    await this.dispatcher.dispatch(run, `-after-${run.attempt}`);
  }
}

function unlessStopped<T>(work: Promise<T>, stop: AbortSignal): Promise<T> {
  work.catch(() => undefined);
  return new Promise((resolve, reject) => {
    const give = () => reject(new LeaseLost());
    if (stop.aborted) return give();
    stop.addEventListener('abort', give, { once: true });
    work.then(resolve, reject).finally(() => stop.removeEventListener('abort', give));
  });
}
