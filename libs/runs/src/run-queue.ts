import { PeriodicTask, type BackgroundTask, type Fault } from '@app/common';
import { Database } from '@app/database';
import { Injectable, Logger } from '@nestjs/common';
import type { Fence } from './claims';
import type { Work } from './work';
import { WorkLanes } from './work-lanes';

/** How often a worker looks by itself, in ms: what a lost wake-up costs, and a lease that has ended, beside the 5 s of the lease. */
const POLL_MS = 1_500;

/** The lanes of a kind, whatever its runs and hints are. */
type Lanes = Pick<
  WorkLanes<Fence, unknown>,
  'faults' | 'freeLanes' | 'hear' | 'isRunning' | 'prepare' | 'resume' | 'stop' | 'suspend'
> & { wake(lane: string): void };

interface Registered {
  readonly lanes: Lanes;
  readonly names: readonly string[];
  readonly channel: string;
  readonly claimable: string;
  /** Whether it waits for `resume`. */
  readonly waits: boolean;
  isListening: boolean;
}

/**
 * How a run gets from its request to its end.
 *
 * The table of its kind is the queue. A request, a batch, a schedule or a trigger inserts a row with the state Queued. Nothing else has to happen
 * for the run to be executed: each worker looks into the tables again and again, and what it finds it claims in blocks, by the statement of the
 * kind (`Work.claim`). That takes runs that are not locked, gives them to this worker for 5 s (a lease, which `Leases` renews) under a random
 * token, and the kind executes them. Whatever it writes names the token, so a worker that was overtaken writes nothing. A worker that dies
 * leaves its runs Running; once their leases have ended they are claimed like others, before them. `Trials` has the rule for crashes.
 *
 * Looking all the time would cost too much, so a worker looks when it is woken:
 * - by a notification of PostgreSQL, in the transaction after which a run can be claimed: it was made, joined or moved to another lane, the
 *   run before it has ended, or its worker has handed it back. So it begins within milliseconds of the commit;
 * - by a job of BullMQ in lanes that it has a queue for, one of which waits in a lane at a time, for workers that hear no notifications;
 * - by its own poll, one statement every 1.5 s for all kinds, which finds whatever the others missed, retries that are due, and leases that
 *   have ended.
 * A wake-up only says "look". One that is lost costs 1.5 s, one too many costs a statement that finds nothing.
 *
 * Each lane has slots. While some are free and the lane was woken, it is asked whether the lane is paused, then runs are claimed for the
 * free slots. A claim that fills them all leaves the lane woken, so the next free slot claims again; one that gets less means that
 * nothing waits. A run frees its slot when it ends, or before that if it says so (`RunContext.leaveSlot`).
 */
@Injectable()
export class RunQueue implements BackgroundTask {
  private readonly kinds: Registered[] = [];
  /** All that are registered, also those of which this process claims none. */
  readonly works: Pick<Work<never, never>, 'kinds' | 'waiting'>[] = [];
  private readonly poll = new PeriodicTask(() => this.look(), {
    restMs: POLL_MS,
    longestRetryMs: POLL_MS,
    log: new Logger(RunQueue.name),
    failing: 'runs that wait are not looked for',
    recovered: 'runs that wait are looked for again',
  });

  constructor(private readonly database: Database) {}

  /** Adds a kind. Libraries do so in their module initialisation. @returns its lanes */
  register<Run extends Fence, Hint>(work: Work<Run, Hint>): Pick<WorkLanes<Run, Hint>, 'freeLanes' | 'wake'> {
    const lanes = new WorkLanes(work, () => this.database.disk.isFull);
    const { channel, claimable } = work;
    this.works.push(work);
    const names = [...work.lanes.keys()];
    if (names.some((name) => this.kinds.some((kind) => kind.names.includes(name))))
      throw new Error(`Two kinds of runs have a lane of ${names.join(', ')}`);
    if (names.length > 0)
      this.kinds.push({ lanes, names, channel, claimable, waits: !!work.isPaused, isListening: false });
    return lanes;
  }

  /** Whether runs are claimed in all lanes of this process. */
  get isRunning(): boolean {
    return this.kinds.every(({ lanes }) => lanes.isRunning);
  }

  get faults(): readonly Fault[] {
    return [...this.poll.faults, ...this.kinds.flatMap(({ lanes }) => lanes.faults)];
  }

  /** Lanes that BullMQ has no queue for claim from here on, others once they are resumed. */
  start(): void {
    for (const { lanes, waits } of this.kinds) if (!waits) lanes.resume();
    this.poll.start();
  }

  /** Claims in the lanes that BullMQ has queues for. */
  resume(): void {
    for (const { lanes, waits } of this.kinds) if (waits) lanes.resume();
  }

  /** Claims none of these until `resume()`; those under way go on. */
  suspend(): void {
    for (const { lanes, waits } of this.kinds) if (waits) lanes.suspend();
  }

  /** Claims none, lets those under way end for a while, then hands them back. @param graceMs instead of the time of each kind */
  async stop(graceMs?: number): Promise<void> {
    await Promise.all([this.poll.stop(), ...this.kinds.map(({ lanes }) => lanes.stop(graceMs))]);
  }

  /** Says that runs of the lane may wait. */
  wake(lane: string): void {
    for (const { lanes } of this.kinds) lanes.wake(lane);
  }

  private async look(): Promise<void> {
    const free: string[] = [];
    for (const { lanes } of this.kinds) if (await lanes.prepare()) free.push(...lanes.freeLanes);
    if (free.length > 0) {
      const found = await this.database.read<{ lane: string }>(lanesToClaim(this.kinds), [free]);
      for (const { lane } of found) this.wake(lane);
    }
    for (const kind of this.kinds) await this.listen(kind);
  }

  private async listen(kind: Registered): Promise<void> {
    if (kind.isListening) return;
    await this.database.listen(
      kind.channel,
      (payload) => kind.lanes.hear(payload),
      () => this.poll.wake(),
    );
    kind.isListening = true;
  }
}

/** Parameter: lanes. Those in which a run could be claimed. */
function lanesToClaim(kinds: readonly Registered[]) {
  const text = `select lane from unnest($1::text[]) l (lane) where ${kinds.map(({ claimable }) => `(${claimable})`).join(' or ')}`;
  return { name: `lanes-to-claim ${kinds.flatMap(({ names }) => names).join(' ')}`, text };
}
