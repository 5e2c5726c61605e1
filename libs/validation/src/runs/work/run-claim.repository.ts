import { Gathering } from '@app/common';
import { Database, isOfAValue, runPrepared } from '@app/database';
import type { Transaction } from '@app/database';
import type { Lane } from '@app/queue';
import type { ExecutionStatus } from '@app/results';
import { Injectable } from '@nestjs/common';
import type { DoneDimension } from '../../events/done-dimension';
import type { RunTrigger } from '../request/run.repository';
import type { WaitingRun } from '../run-doorbell';
import { CLAIM, FINISH, HAND_BACK, LOCK, LOCK_FREE, MARK_ALONE, RENEW, REPORT, RETRY } from './run-statements';

/** A run in the hands of this worker. `attempt` is its fencing token: with an older one nothing can be written. */
export interface ClaimedRun {
  readonly resultId: string;
  readonly contract: string;
  readonly attempt: number;
  /** Leases that ran out in the hands of a worker. */
  readonly crashes: number;
  /** Attempts that ended with an error. */
  readonly failures: number;
  readonly trigger: RunTrigger;
  readonly lane: Lane;
  /** Dimensions that earlier attempts reported. */
  readonly progress: readonly DoneDimension[];
  /** Whether another worker had it and did not come back. */
  readonly retaken: boolean;
}

/** What a run comes to: the terminal status and the result without what stands in columns of its own. */
export interface RunOutcome {
  readonly status: ExecutionStatus;
  readonly body: object;
  readonly details: object;
}

export type FenceKey = Pick<ClaimedRun, 'resultId' | 'contract' | 'attempt'>;

/** Runs that are claimed, or ended, in one transaction: a commit takes longer than all the rest of it. */
const TOGETHER = { most: 32, atOnce: 1, isOnes: isOfAValue };

interface Claim {
  readonly resultId: string;
  readonly contract: string;
  readonly worker: string;
}

interface Finish {
  readonly contract: string;
  readonly run: FenceKey;
  readonly outcome: RunOutcome;
  readonly done: readonly DoneDimension[];
}

/** What the end of a run frees: the run of the contract that waits, if one does. */
interface Finished {
  readonly next?: WaitingRun;
}

/** Open runs, from the side of the workers. */
@Injectable()
export class RunClaimRepository {
  private readonly claiming = new Gathering((claims: readonly Claim[]) => this.claimAll(claims), TOGETHER);
  private readonly finishing = new Gathering((ends: readonly Finish[]) => this.finishAll(ends), TOGETHER);

  constructor(private readonly database: Database) {}

  /**
   * Takes a run that is queued while no other of its contract runs, or one whose worker let its lease run out. Undefined for
   * any other: it has ended, someone has it, or the one before it will ring. What comes meanwhile is taken together.
   */
  async claim(resultId: string, contract: string, worker: string): Promise<ClaimedRun | undefined> {
    return this.claiming.ask({ resultId, contract, worker });
  }

  /** The runs, out of those that this worker has, that it still has; their leases are longer now. */
  async renew(runs: readonly FenceKey[]): Promise<string[]> {
    const values = [runs.map(({ resultId }) => resultId), runs.map(({ attempt }) => attempt)];
    return (await this.database.query<{ id: string }>(RENEW, values)).map(({ id }) => id);
  }

  /**
   * Writes the terminal result and takes the run away, together with others that end meanwhile. Undefined when the attempt is no
   * longer the one that counts; then nothing was written.
   *
   * @param done dimensions that were not reported yet
   */
  async finish(run: FenceKey, outcome: RunOutcome, done: readonly DoneDimension[] = []): Promise<Finished | undefined> {
    return this.finishing.ask({ contract: run.contract, run, outcome, done });
  }

  /** Keeps what was done and tells those who watch. False when the run is no longer ours. */
  async report({ resultId, attempt }: FenceKey, done: readonly DoneDimension[]): Promise<boolean> {
    return (await this.database.query(REPORT, [resultId, attempt, JSON.stringify(done)])).length > 0;
  }

  /** Keeps the run Running for another attempt after `ms`. False when it is no longer ours. */
  async retryAfter({ resultId, attempt }: FenceKey, ms: number): Promise<boolean> {
    return (await this.database.query(RETRY, [resultId, attempt, ms])).length > 0;
  }

  /** Any worker may take the run at once, and none of it counts as a crash. False when it is no longer ours. */
  async handBack({ resultId, attempt }: FenceKey): Promise<boolean> {
    return (await this.database.query(HAND_BACK, [resultId, attempt])).length > 0;
  }

  /** From now on a crash is this run's alone: nothing else is done in this process meanwhile. */
  async markAlone({ resultId, attempt }: FenceKey): Promise<boolean> {
    return (await this.database.query(MARK_ALONE, [resultId, attempt])).length > 0;
  }

  private claimAll(claims: readonly Claim[]): Promise<MaybeLater<ClaimedRun | undefined>[]> {
    return this.locked(claims, async (tx, free) => {
      const values = [free.map(({ resultId }) => resultId), free.map(({ worker }) => worker)];
      const rows = await runPrepared<ClaimedRun & object>(tx, CLAIM, values);
      const taken = new Map(rows.map((run) => [run.resultId, run]));
      // Where two ask for one run, the first has it.
      return free.map(({ resultId }) => {
        const run = taken.get(resultId);
        taken.delete(resultId);
        return run;
      });
    });
  }

  private finishAll(ends: readonly Finish[]): Promise<MaybeLater<Finished | undefined>[]> {
    return this.locked(ends, async (tx, free) => {
      const rows = await runPrepared<FinishedRow & object>(tx, FINISH, [
        free.map(({ run }) => run.resultId),
        free.map(({ run }) => run.attempt),
        free.map(({ outcome }) => outcome.status),
        free.map(({ outcome }) => JSON.stringify(outcome.body)),
        free.map(({ outcome }) => JSON.stringify(outcome.details)),
        free.map(({ done }) => JSON.stringify(done)),
      ]);
      const finished = new Map(rows.map((row) => [`${row.resultId} ${row.attempt}`, row]));
      return free.map(({ run: { resultId, attempt } }) => {
        const row = finished.get(`${resultId} ${attempt}`);
        return row && (row.next ? { next: row.next } : {});
      });
    });
  }

  /**
   * Writers of a contract's results and runs come one after the other. Of several contracts those go together that nobody has
   * locked; each of the others waits for its own lock, in a transaction of its own.
   */
  private async locked<Ask extends { readonly contract: string }, Answer>(
    asks: readonly Ask[],
    work: (tx: Transaction, free: readonly Ask[]) => Promise<Answer[]>,
  ): Promise<MaybeLater<Answer>[]> {
    const alone = (ask: Ask): Promise<Answer> =>
      this.database.transaction(async (tx) => {
        await runPrepared(tx, LOCK, [ask.contract]);
        return (await work(tx, [ask]))[0] as Answer;
      });
    const answers = await this.database.transaction(async (tx) => {
      const rows = await runPrepared<{ node: string }>(tx, LOCK_FREE, [asks.map(({ contract }) => contract)]);
      const locked = new Set(rows.map(({ node }) => node));
      const free = asks.filter(({ contract }) => locked.has(contract));
      const done = free.length > 0 ? await work(tx, free) : [];
      return new Map(free.map((ask, at) => [ask, done[at] as Answer]));
    });
    return asks.map((ask) => (answers.has(ask) ? (answers.get(ask) as Answer) : alone(ask)));
  }
}

/** An answer, or one that has to wait for what others hold. */
type MaybeLater<Answer> = Answer | Promise<Answer>;

interface FinishedRow {
  readonly resultId: string;
  readonly attempt: number;
  readonly next: WaitingRun | null;
}
