import { setTimeout as delay } from 'node:timers/promises';
import { OutageLog, Outages, type Fault } from '@app/common';
import { isOutage } from '@app/database';
import { ActiveWork } from '@app/queue';
import { Logger } from '@nestjs/common';
import { Histogram } from 'prom-client';
import type { Fence } from './claims';
import type { Work } from './work';

/** So many runs are claimed at once: a block that takes longer would delay its first run. */
const MOST = 64;
/** Rest after a claim that failed, in ms. */
const FAILED_MS = 500;
/** Before another look for runs that were locked, in ms: a write of a contract takes less. Doubles up to the second. */
const LOCKED_MS = [50, 1_000] as const;

/** From a validation without rules to a crawl of a large warehouse. */
const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600];

/** The work of this process on claimed runs of all kinds; a run that is released and claimed again is counted twice. */
const runSeconds = new Histogram({
  name: 'run_seconds',
  help: 'Time from the claim of a run by a worker to its end, or to its release, by kind',
  labelNames: ['kind'] as const,
  buckets: BUCKETS_SECONDS,
});

/** A lane in this process. */
interface LaneState<Hint> {
  readonly name: string;
  readonly size: number;
  /** Slots in use. */
  used: number;
  /** Whether there may be something to claim. */
  isWoken: boolean;
  /** The hints of the last wake-ups. */
  hints: (Hint | undefined)[];
  /** The answer of BullMQ when it was last asked. */
  isPaused: boolean;
  /** Rest before the next look for what was locked, and that look. */
  lockedMs: number;
  later: NodeJS.Timeout | undefined;
  isClaiming: boolean;
  claiming: Promise<void>;
}

/** The lanes of one kind of runs in this process: claims for free slots, and executes. `RunQueue` describes the whole. */
export class WorkLanes<Run extends Fence, Hint> {
  private readonly log: Logger;
  private readonly outage: OutageLog;
  private readonly unprepared: OutageLog;
  private readonly outages = new Outages();
  private readonly active: ActiveWork;
  private readonly lanes: ReadonlyMap<string, LaneState<Hint>>;
  private isTaking = false;
  private isStopped = false;

  /** @param isFull whether the disk of the database is full: an outcome could not be stored */
  constructor(
    private readonly work: Work<Run, Hint>,
    private readonly isFull: () => boolean,
  ) {
    this.log = new Logger(`RunQueue of ${work.name}`);
    this.outage = new OutageLog(this.log, work.recovered);
    this.unprepared = new OutageLog(this.log, work.recovered);
    this.active = new ActiveWork(this.log, work.name);
    this.lanes = new Map([...work.lanes].map(([name, size]) => [name, idle<Hint>(name, size)]));
  }

  get isRunning(): boolean {
    return this.isTaking;
  }

  /** The fault where no run can be claimed. */
  get faults(): readonly Fault[] {
    return [...this.unprepared.faults, ...this.outage.faults];
  }

  /** The lanes in which a run could begin. */
  get freeLanes(): string[] {
    return this.isTaking ? [...this.lanes.values()].filter(isFree).map(({ name }) => name) : [];
  }

  /** Says that runs of the lane may wait. @param hint of the one that does, if it is one */
  wake(name: string, hint?: Hint): void {
    const lane = this.lanes.get(name);
    if (!lane) return;
    lane.isWoken = true;
    if (lane.hints.length < 2) lane.hints.push(hint);
    this.look(lane);
  }

  /** Wakes the lane that a notification names. */
  hear(payload: string): void {
    const { lane, hint } = this.work.readWakeUp(payload);
    this.wake(lane, hint);
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

  /** Does what the kind owes before it may claim. @returns whether it may */
  async prepare(): Promise<boolean> {
    try {
      await this.work.prepare?.();
      this.unprepared.succeeded();
      return true;
    } catch (error) {
      this.unprepared.failed(this.work.failing, error);
      return false;
    }
  }

  /** Claims none, lets those under way end for a while, then hands them back. */
  async stop(graceMs = this.work.graceMs): Promise<void> {
    this.isStopped = true;
    this.suspend();
    const intake = [...this.lanes.values()].map(({ claiming }) => claiming);
    await this.active.stop(graceMs, intake);
    await this.work.leave?.();
  }

  private look(lane: LaneState<Hint>): void {
    if (!lane.isClaiming) lane.claiming = this.claimWhileFree(lane);
  }

  private async claimWhileFree(lane: LaneState<Hint>): Promise<void> {
    lane.isClaiming = true;
    // Between this condition and the end nothing is awaited: a wake-up comes either before the one or after the other.
    while (lane.isWoken && this.isTaking && isFree(lane)) {
      lane.isWoken = false;
      try {
        lane.isWoken = (await this.claimBlock(lane)) || lane.isWoken;
        this.outage.succeeded();
      } catch (error) {
        this.outage.failed(this.work.failing, error);
        lane.isWoken = true;
        await delay(FAILED_MS);
      }
    }
    lane.isClaiming = false;
  }

  /** Whether more may wait. */
  private async claimBlock(lane: LaneState<Hint>): Promise<boolean> {
    const { name } = lane;
    if (this.isFull() || (await this.isPaused(lane))) return false;
    const [hint, ...others] = lane.hints.splice(0);
    // Slots that came free meanwhile are filled along with the others.
    const wanted = Math.min(MOST, lane.size - lane.used);
    const { runs, hasSkipped } = await this.work.claim(name, wanted, others.length === 0 ? hint : undefined);
    for (const claimed of runs) this.begin(lane, claimed);
    if (hasSkipped) this.lookLater(lane);
    else [lane.lockedMs] = LOCKED_MS;
    return runs.length === wanted;
  }

  /** While BullMQ does not say so, what it said last counts: an outage of it stops no runs. */
  private async isPaused(lane: LaneState<Hint>): Promise<boolean> {
    const { work } = this;
    if (work.isPaused) lane.isPaused = await work.isPaused(lane.name).catch(() => lane.isPaused);
    return lane.isPaused;
  }

  private lookLater(lane: LaneState<Hint>): void {
    if (lane.later) return;
    lane.later = setTimeout(() => {
      lane.later = undefined;
      this.wake(lane.name);
    }, lane.lockedMs).unref();
    lane.lockedMs = Math.min(2 * lane.lockedMs, LOCKED_MS[1]);
  }

  private begin(lane: LaneState<Hint>, run: Run): void {
    lane.used++;
    let hasSlot = true;
    const leaveSlot = (): void => {
      if (!hasSlot) return;
      hasSlot = false;
      lane.used--;
      this.look(lane);
    };
    void this.active.run(() => this.execute(run, leaveSlot)).finally(leaveSlot);
  }

  private async execute(run: Run, leaveSlot: () => void): Promise<void> {
    const about = { runId: run.id, ...this.work.about(run) };
    this.log.log({ msg: 'run begins', ...about });
    const began = performance.now();
    const stopTimer = runSeconds.startTimer({ kind: this.work.kindOf(run) });
    try {
      await this.work.execute(run, { signal: this.active.signal, leaveSlot });
      this.log.log({ msg: 'run ended', ...about, ms: Math.round(performance.now() - began) });
    } catch (error) {
      const isKnown = isOutage(error) && this.outages.isKnown('database');
      this.log[isKnown ? 'debug' : 'error'](`run ${run.id} failed: ${(error as Error).message}`);
    } finally {
      stopTimer();
    }
  }
}

const isFree = ({ size, used }: { readonly size: number; readonly used: number }): boolean => used < size;

const idle = <Hint>(name: string, size: number): LaneState<Hint> => ({
  ...{ name, size, used: 0, isWoken: false, hints: [], isPaused: false, lockedMs: LOCKED_MS[0] },
  ...{ later: undefined, isClaiming: false, claiming: Promise.resolve() },
});
