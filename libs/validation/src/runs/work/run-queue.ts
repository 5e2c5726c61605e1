import { setTimeout as delay } from 'node:timers/promises';
import { OutageLog, Outages, tracedBelow, type Fault } from '@app/common';
import { isOutage } from '@app/database';
import { APP_SETTINGS } from '@app/config';
import { ActiveWork, JobProducer, lanesOf, slotsOf, type Lane, type QueueSettings } from '@app/queue';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { WAKE_JOB } from '../job-types';
import type { RunDocuments } from '../run-notice';
import { RunClaimRepository, type ClaimedRun } from './run-claim.repository';
import { RunExecutor } from './run-executor';

/** So many runs are claimed at once: a block that takes longer would delay its first run. */
const MOST = 64;
/** Rest after a claim that failed, in ms. */
const FAILED_MS = 500;
/** Before another look for runs that somebody had locked, in ms: a write of a contract takes less. Doubles up to the second. */
const LOCKED_MS = [50, 1_000] as const;

/** A lane in this process. */
interface LaneState {
  readonly name: Lane;
  readonly size: number;
  /** Slots in use. */
  used: number;
  /** Whether there may be something to claim. */
  isWoken: boolean;
  /** The runs that the last wake-ups named. */
  named: (RunDocuments | undefined)[];
  /** The answer of the queue when it was last asked. */
  isPaused: boolean;
  /** Rest before the next look for what was locked, and that look. */
  lockedMs: number;
  later: NodeJS.Timeout | undefined;
  isClaiming: boolean;
  claiming: Promise<void>;
}

/**
 * How a run gets from its request to its end.
 *
 * The table `validation_run` is the queue. A request, a batch, a schedule or a change of columns inserts a row with the state Queued, by
 * `request_runs`; there is at most one Queued and one Running run of a contract. Nothing else has to happen for the run to be evaluated:
 * each worker looks into the table again and again, and what it finds it claims in blocks, by one statement (`CLAIM`). That takes the
 * oldest runs which nobody has locked, gives them to this worker for 5 s (a lease, which `LeaseKeeper` renews) under a random token, and
 * `RunExecutor` loads, evaluates and writes. Whatever it writes names the token, so a worker that was overtaken writes nothing. A worker
 * that dies leaves its runs Running; once their leases have ended they are claimed like others, before them.
 *
 * Looking all the time would cost too much, so a worker looks when it is woken:
 * - by a notification of PostgreSQL, in the transaction after which a run can be claimed: it was made, joined or moved to another lane, the
 *   run before it has ended, or its worker has handed it back. So it begins within milliseconds of the commit;
 * - by a job of BullMQ, one of which waits in a lane at a time, for workers that hear no notifications;
 * - by its own poll, each second (`RunWakeUps`), which finds whatever the others missed, retries that are due, and leases that have ended.
 * A wake-up only says "look". One that is lost costs a second, one too many costs a statement that finds nothing.
 *
 * Each lane has slots. While some are free and the lane was woken, it is asked whether the lane is paused, then runs are claimed for the
 * free slots. A claim that fills them all leaves the lane woken, so the next free slot claims again; one that gets less means that
 * nothing waits. A run frees its slot when it ends, or before that if its rules take long (`HeavyRuns`).
 */
@Injectable()
export class RunQueue {
  private readonly log = new Logger(RunQueue.name);
  private readonly outage = new OutageLog(this.log, 'runs are claimed again');
  private readonly outages = new Outages();
  private readonly active = new ActiveWork(this.log, 'runs');
  private readonly lanes: ReadonlyMap<Lane, LaneState>;
  private isTaking = false;
  private isStopped = false;

  constructor(
    @Inject(RunClaimRepository) private readonly claims: Pick<RunClaimRepository, 'claim'>,
    @Inject(RunExecutor) private readonly executor: Pick<RunExecutor, 'execute' | 'worker'>,
    @Inject(JobProducer) private readonly producer: Pick<JobProducer, 'isPaused'>,
    @Inject(APP_SETTINGS) settings: Pick<QueueSettings, 'workerConcurrency' | 'workerQueues'>,
  ) {
    this.lanes = new Map(lanesOf(settings).map((name) => [name, idle(name, slotsOf(name, settings))]));
  }

  get isRunning(): boolean {
    return this.isTaking;
  }

  /** The fault where no run can be claimed. */
  get faults(): readonly Fault[] {
    return this.outage.faults;
  }

  /** The lanes of this process in which a run could begin. */
  get freeLanes(): Lane[] {
    return this.isTaking ? [...this.lanes.values()].filter(isFree).map(({ name }) => name) : [];
  }

  /** Says that runs of the lane may wait. @param run the one that does, if it is one */
  wake(name: Lane, run?: RunDocuments): void {
    const lane = this.lanes.get(name);
    if (!lane) return;
    lane.isWoken = true;
    if (lane.named.length < 2) lane.named.push(run);
    this.look(lane);
  }

  /** Claims runs from now on. */
  resume(): void {
    this.isTaking = !this.isStopped;
    for (const name of this.lanes.keys()) this.wake(name);
  }

  /** Claims none until `resume()`; those under way go on. */
  suspend(): void {
    this.isTaking = false;
  }

  /** Claims none, lets those under way end for `graceMs`, then hands them back. */
  async stop(graceMs: number): Promise<void> {
    this.isStopped = true;
    this.suspend();
    const intake = [...this.lanes.values()].map(({ claiming }) => claiming);
    await this.active.stop(graceMs, intake);
  }

  private look(lane: LaneState): void {
    if (!lane.isClaiming) lane.claiming = this.claimWhileFree(lane);
  }

  private async claimWhileFree(lane: LaneState): Promise<void> {
    lane.isClaiming = true;
    // Between this condition and the end nothing is awaited: a wake-up comes either before the one or after the other.
    while (lane.isWoken && this.isTaking && isFree(lane)) {
      lane.isWoken = false;
      try {
        lane.isWoken = (await this.claimBlock(lane)) || lane.isWoken;
        this.outage.succeeded();
      } catch (error) {
        this.outage.failed('runs wait, since none could be claimed', error);
        lane.isWoken = true;
        await delay(FAILED_MS);
      }
    }
    lane.isClaiming = false;
  }

  /** Whether more may wait. */
  private async claimBlock(lane: LaneState): Promise<boolean> {
    const { name } = lane;
    if (await this.isPaused(lane)) return false;
    const [run, ...others] = lane.named.splice(0);
    // Slots that came free meanwhile are filled along with the others.
    const wanted = Math.min(MOST, lane.size - lane.used);
    const likely = others.length === 0 ? run : undefined;
    const { runs, hasSkipped } = await this.claims.claim(name, wanted, this.executor.worker, likely);
    for (const claimed of runs) this.begin(lane, claimed);
    if (hasSkipped) this.lookLater(lane);
    else [lane.lockedMs] = LOCKED_MS;
    return runs.length === wanted;
  }

  /** While the queue does not say so, what it said last counts: an outage of it does not stop validation. */
  private async isPaused(lane: LaneState): Promise<boolean> {
    lane.isPaused = await this.producer.isPaused(WAKE_JOB, lane.name).catch(() => lane.isPaused);
    return lane.isPaused;
  }

  private lookLater(lane: LaneState): void {
    if (lane.later) return;
    lane.later = setTimeout(() => {
      lane.later = undefined;
      this.wake(lane.name);
    }, lane.lockedMs).unref();
    lane.lockedMs = Math.min(2 * lane.lockedMs, LOCKED_MS[1]);
  }

  private begin(lane: LaneState, run: ClaimedRun): void {
    lane.used++;
    let isHeld = true;
    const leaveSlot = (): void => {
      if (!isHeld) return;
      isHeld = false;
      lane.used--;
      this.look(lane);
    };
    void this.active.run(() => this.execute(run, leaveSlot)).finally(leaveSlot);
  }

  private async execute(run: ClaimedRun, leaveSlot: () => void): Promise<void> {
    const about = { runId: run.resultId, lane: run.lane, attempt: run.attempt };
    this.log.log({ msg: 'run begins', ...about });
    const context = { signal: this.active.signal, leaveSlot };
    try {
      await tracedBelow(run.traceparent ?? undefined, 'process validation', () => this.executor.execute(run, context));
      this.log.log({ msg: 'run ended', ...about, ms: Math.round(performance.now() - run.claimedAt) });
    } catch (error) {
      const isTold = isOutage(error) && this.outages.isKnown('database');
      this.log[isTold ? 'debug' : 'error'](`run ${run.resultId} failed: ${(error as Error).message}`);
    }
  }
}

const isFree = ({ size, used }: LaneState): boolean => used < size;

const idle = (name: Lane, size: number): LaneState => ({
  ...{ name, size, used: 0, isWoken: false, named: [], isPaused: false, lockedMs: LOCKED_MS[0] },
  ...{ later: undefined, isClaiming: false, claiming: Promise.resolve() },
});
