import { Failpoints, JoinedSignal, Outages } from '@app/common';
import type { RunVerdict } from '@app/results';
import { isAway, Leases, Trials, whenAnswered, type RunContext } from '@app/runs';
import { Injectable, Logger } from '@nestjs/common';
import type { DoneDimension } from '../../events/run-log';
import { RunProgress } from '../../events/run-progress';
import { RunReadings } from './run-readings';
import { HeavyRules } from '../../rules/heavy-rules';
import type { TurnQueue } from '../../rules/turn-queue';
import { countRunEvent, runsEnded } from '../run-metrics';
import {
  abortedAsDeleted,
  abortedAsEnded,
  abortedByCrashes,
  abortedByError,
  abortedWithoutAccess,
  LeaseLost,
  retryAfterMs,
} from './attempt-failure';
import { ContractEvaluation } from './contract-evaluation';
import { ContractLoader } from './contract-loader';
import { HeavyRuns } from './heavy-runs';
import { RunClaimRepository, type ClaimedRun } from './run-claim.repository';

/** `heavy`: nothing is written, and the run has to be tried again among those whose rules take long. */
type AttemptEnd = 'over' | 'heavy';

/** A run claimed by this worker. */
interface Leased {
  readonly run: ClaimedRun;
  readonly progress: RunProgress;
  /** Aborted when the run is no longer this worker's, or the process is stopping. */
  readonly stop: AbortSignal;
}

/**
 * Executes one claimed validation: load, evaluate, write. A run may be claimed several times, and is committed exactly once by the
 * fencing token of its row.
 */
@Injectable()
export class RunExecutor {
  private readonly log = new Logger(RunExecutor.name);
  private readonly trials: Trials;
  private readonly heavyRuns = new HeavyRuns();
  private readonly outages = new Outages();

  constructor(
    private readonly claims: RunClaimRepository,
    private readonly leases: Leases,
    private readonly loader: ContractLoader,
    private readonly evaluation: ContractEvaluation,
    private readonly readings: RunReadings,
    private readonly failpoints: Failpoints,
  ) {
    this.trials = new Trials(claims.leased);
  }

  async execute(run: ClaimedRun, { signal, leaveSlot }: RunContext): Promise<void> {
    if (run.retaken) countRunEvent('retaken');
    await this.failpoints.pass('after-claim');
    const lease = this.leases.lease(this.claims.leased, run);
    const progress = new RunProgress(run.progress, (done) => this.claims.report(run, done));
    const stop = new JoinedSignal([signal, lease.lost]);
    const held = { run, progress, stop: stop.signal };
    try {
      await this.attemptInTurn(held, leaveSlot);
    } catch (error) {
      // Once it is stopped, nothing more is tried.
      if (isAway(error) && !held.stop.aborted) await this.fail(held, error);
      else if (!(error instanceof LeaseLost)) throw error;
      else if (signal.aborted) await this.handBack(run);
    } finally {
      await progress.settle();
      stop.release();
      lease.release();
    }
  }

  private async attemptInTurn(held: Leased, leaveSlot: () => void): Promise<void> {
    const { heavyRuns } = this;
    const { run } = held;
    const mustWait = heavyRuns.areManyOf(run);
    if (mustWait) leaveSlot();
    const look = () => this.attempt(held);
    const end = mustWait
      ? await this.inTurn(heavyRuns.looks[run.lane], held, look)
      : await heavyRuns.lookInSlot({ run, leaveSlot }, look);
    if (end !== 'heavy') return;
    countRunEvent('heavy');
    leaveSlot();
    const goOn = () => this.trials.beside(() => this.tryOnce(held, true));
    await heavyRuns.goOn(run, () => this.inTurn(heavyRuns.heavy[run.lane], held, goOn));
  }

  /**
   * The run waits with its lease, but without a slot and without its documents. A crash meanwhile is not
   * attributed to it.
   */
  private async inTurn<T>(turns: TurnQueue, { run, stop }: Leased, work: () => Promise<T>): Promise<T> {
    const asker = run.requestedBy;
    if (!(await this.claims.leased.setWorker(run))) throw new LeaseLost();
    await turns.take({ asker, held: 0, signal: stop }).catch(() => Promise.reject(new LeaseLost()));
    try {
      if (!(await this.claims.leased.setWorker(run, this.leases.worker))) throw new LeaseLost();
      return await work();
    } finally {
      turns.leave(asker);
    }
  }

  private async attempt(held: Leased): Promise<AttemptEnd> {
    const { run } = held;
    const giveUp = () => this.finish(run, abortedByCrashes(run.crashes));
    return (await this.trials.of(run, (isAlone) => this.tryOnce(held, isAlone), giveUp)) ?? 'over';
  }

  private async tryOnce(held: Leased, isHeavy: boolean): Promise<AttemptEnd> {
    const { run, progress, stop } = held;
    try {
      const outcome = await unlessStopped(this.evaluate(held, isHeavy), stop);
      if (outcome === 'waiting') return 'over';
      await this.failpoints.pass('after-compute-before-commit');
      await this.finish(run, outcome, await progress.settle());
    } catch (error) {
      if (error instanceof HeavyRules) return 'heavy';
      await progress.settle();
      if (error instanceof LeaseLost) throw error;
      await this.fail(held, error);
    }
    return 'over';
  }

  /** @returns `waiting` where the run goes on once its sources were read */
  private async evaluate({ run, progress, stop }: Leased, isHeavy: boolean): Promise<RunVerdict | 'waiting'> {
    // One that has waited for its slot is evaluated by the present state.
    const loaded = await this.loader.load(run.contract, isHeavy ? undefined : await run.found);
    if (!loaded) return abortedAsDeleted();
    if ('endedAt' in loaded) return abortedAsEnded(loaded.endedAt);
    if (run.evidence === 'refused' && run.trigger === 'batch') return abortedWithoutAccess();
    const source = await this.readings.of(run, loaded);
    if (source === 'waiting') return source;
    const share = { lane: run.lane, asker: run.requestedBy, isHeavy, signal: stop };
    return this.evaluation.evaluate(loaded, share, (done) => progress.add(done), source);
  }

  private async finish(run: ClaimedRun, outcome: RunVerdict, done: readonly DoneDimension[] = []): Promise<void> {
    if (!(await this.claims.finish(run, outcome, done))) return countRunEvent('fenced');
    runsEnded.inc({ status: outcome.status });
    await this.failpoints.pass('after-commit-before-ack');
  }

  /** An error is not a verdict: the run is retried after a delay, and finally Aborted with the cause. */
  private async fail({ run, stop }: Leased, error: unknown): Promise<void> {
    const rest = retryAfterMs(error, run.failures);
    this.tellOf(run, error as Error, rest !== undefined);
    if (rest === undefined) return whenAnswered(() => this.finish(run, abortedByError(error)), stop);
    const isOurs = await whenAnswered(async () => {
      await this.claims.report(run, []);
      return this.claims.leased.retryAfter(run, rest);
    }, stop);
    countRunEvent(isOurs ? 'retried' : 'fenced');
  }

  /** The runs that an outage of the database meets are not logged one by one, but for those that end by it. */
  private tellOf({ id, attempt }: ClaimedRun, error: Error, isRetried: boolean): void {
    const isTold = isRetried && isAway(error) && this.outages.isKnown('database');
    const what = `run ${id}, attempt ${attempt}: ${isRetried ? 'tried again' : 'given up'} after`;
    if (isTold) this.log.debug(`${what} ${error.message}`);
    else this.log.warn(`${what} ${error.stack}`);
  }

  /** The process is stopping: another worker need not wait until the lease expires. */
  private async handBack(run: ClaimedRun): Promise<void> {
    if (await this.claims.leased.handBack(run)) countRunEvent('handed_back');
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
