import type { Fence } from './claims';

/** The context in which a claimed run is executed. */
export interface RunContext {
  /** Aborted when the process is stopping: the run is handed back. */
  readonly signal: AbortSignal;
  /** Gives the slot of the run to the next one while the run goes on, without any share in the concurrency. */
  readonly leaveSlot: () => void;
}

export interface ClaimedRuns<Run> {
  readonly runs: readonly Run[];
  /** Whether others were left, since they were locked. */
  readonly hasSkipped: boolean;
}

/** The content of a notification that a run may be claimed. */
export interface WakeUp<Hint> {
  readonly lane: string;
  /** The knowledge of the kind about the run, if it is one. */
  readonly hint?: Hint;
}

/**
 * A kind of claimed work, as the queue of runs needs it. A kind has a table whose rows are its queue, with the columns of a lease
 * (`LeasedTable`), and brings the SQL that claims them. Requests, rights, limits and outcomes are its own.
 */
export interface Work<Run extends Fence, Hint = undefined> {
  /** Plural, as the log names its runs: `data runs`. */
  readonly name: string;
  /** The kinds of its runs, as metrics name them. */
  readonly kinds: readonly string[];
  /** SQL of the runs that wait for a worker: their kind, and since when they wait, a time. */
  readonly waiting: string;
  /** The slots of each lane that this process serves; empty: it claims none. */
  readonly lanes: ReadonlyMap<string, number>;
  /** Notified in the transaction after which a run may be claimed. */
  readonly channel: string;
  readonly readWakeUp: (payload: string) => WakeUp<Hint>;
  /** A condition: a run of the lane `l.lane`, a text, can be claimed. */
  readonly claimable: string;
  /** Time for runs under way when the process stops, before they are handed back, in ms. */
  readonly graceMs: number;
  /** The consequence where nothing can be claimed, and the end of that, for the log and for health. */
  readonly failing: string;
  readonly recovered: string;
  /** Where BullMQ has a queue for the lanes: whether one is paused there. Such lanes wait for `RunQueue.resume`. */
  readonly isPaused?: (lane: string) => Promise<boolean>;
  /** Does what the process owes before it may claim, before each poll. While it rejects, nothing is claimed. */
  prepare?(): Promise<void>;
  /** @param hint of the run that the wake-up named, if it named one */
  claim(lane: string, most: number, hint?: Hint): Promise<ClaimedRuns<Run>>;
  /** Executes a run, which ends, is tried again, or is handed back. */
  execute(run: Run, context: RunContext): Promise<void>;
  /** Members of a run for the log. */
  about(run: Run): object;
  /** The kind of a run, one of `kinds`. */
  kindOf(run: Run): string;
  /** Called when the last run has ended and the process stops. */
  leave?(): Promise<void>;
}
