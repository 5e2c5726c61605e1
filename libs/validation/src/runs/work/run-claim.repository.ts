import { Batcher } from '@app/common';
import { lockContracts } from '@app/contracts';
import { Database, isOfAValue, query, type Transaction } from '@app/database';
import type { Lane } from '@app/queue';
import type { ExecutionStatus } from '@app/results';
import { Injectable } from '@nestjs/common';
import type { DoneDimension } from '../../events/run-log';
import type { RunTrigger } from '../request/run.repository';
import type { WaitingRun } from '../run-dispatcher';
import { CLAIM, FINISH, HAND_BACK, MARK_ALONE, RENEW, REPORT, RETRY } from './run-statements';

/** A run claimed by this worker. `attempt` is its fencing token: writes with an older one are refused. */
export interface ClaimedRun {
  readonly resultId: string;
  readonly contract: string;
  readonly attempt: number;
  /** Leases that expired while a worker held the run. */
  readonly crashes: number;
  /** Attempts that ended with an error. */
  readonly failures: number;
  readonly trigger: RunTrigger;
  readonly lane: Lane;
  /** Dimensions that earlier attempts reported. */
  readonly progress: readonly DoneDimension[];
  /** Whether the run was taken over from a worker whose lease expired. */
  readonly retaken: boolean;
}

/** The outcome of a run: the terminal status and the result without the fields stored in separate columns. */
export interface RunOutcome {
  readonly status: ExecutionStatus;
  readonly body: object;
  readonly details: object;
}

export type FenceKey = Pick<ClaimedRun, 'resultId' | 'contract' | 'attempt'>;

/** Runs that are claimed, or ended, in one transaction (group commit): the commit takes longer than the rest. */
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

/** What the end of a run unblocks: the waiting run of the contract, if any. */
interface Finished {
  readonly next?: WaitingRun;
}

/** Open runs: persistence used by workers. */
@Injectable()
export class RunClaimRepository {
  private readonly claiming = new Batcher((claims: readonly Claim[]) => this.claimAll(claims), TOGETHER);
  private readonly finishing = new Batcher((ends: readonly Finish[]) => this.finishAll(ends), TOGETHER);

  constructor(private readonly database: Database) {}

  /**
   * Claims a run that is queued while no other run of its contract is active, or one whose lease expired. Undefined
   * otherwise: it has ended, another worker holds it, or its predecessor will dispatch it. Concurrent claims are
   * batched.
   */
  async claim(resultId: string, contract: string, worker: string): Promise<ClaimedRun | undefined> {
    return this.claiming.ask({ resultId, contract, worker });
  }

  /** Extends the leases of these runs; returns the runs that this worker still holds. */
  async renew(runs: readonly FenceKey[]): Promise<string[]> {
    const values = [runs.map(({ resultId }) => resultId), runs.map(({ attempt }) => attempt)];
    return (await this.database.query<{ id: string }>(RENEW, values)).map(({ id }) => id);
  }

  /**
   * Writes the terminal result and deletes the open run, batched with other runs that end meanwhile. Undefined if the
   * lease was lost; then nothing was written.
   *
   * @param done dimensions that were not reported yet
   */
  async finish(run: FenceKey, outcome: RunOutcome, done: readonly DoneDimension[] = []): Promise<Finished | undefined> {
    return this.finishing.ask({ contract: run.contract, run, outcome, done });
  }

  /** Stores completed dimensions and notifies subscribers. False if the lease was lost. */
  async report({ resultId, attempt }: FenceKey, done: readonly DoneDimension[]): Promise<boolean> {
    return (await this.database.query(REPORT, [resultId, attempt, JSON.stringify(done)])).length > 0;
  }

  /** Keeps the run Running and schedules another attempt after `ms`. False if the lease was lost. */
  async retryAfter({ resultId, attempt }: FenceKey, ms: number): Promise<boolean> {
    return (await this.database.query(RETRY, [resultId, attempt, ms])).length > 0;
  }

  /** Releases the run: any worker may claim it at once, and no crash is counted. False if the lease was lost. */
  async handBack({ resultId, attempt }: FenceKey): Promise<boolean> {
    return (await this.database.query(HAND_BACK, [resultId, attempt])).length > 0;
  }

  /** Records that nothing else runs in this process: from now on a crash is attributed to this run alone. */
  async markAlone({ resultId, attempt }: FenceKey): Promise<boolean> {
    return (await this.database.query(MARK_ALONE, [resultId, attempt])).length > 0;
  }

  private claimAll(claims: readonly Claim[]): Promise<MaybeLater<ClaimedRun | undefined>[]> {
    return this.locked(claims, async (tx, free) => {
      const values = [free.map(({ resultId }) => resultId), free.map(({ worker }) => worker)];
      const rows = await query<ClaimedRun & object>(tx, CLAIM, values);
      const taken = new Map(rows.map((run) => [run.resultId, run]));
      // If two requests claim one run, the first one gets it.
      return free.map(({ resultId }) => {
        const run = taken.get(resultId);
        taken.delete(resultId);
        return run;
      });
    });
  }

  private finishAll(ends: readonly Finish[]): Promise<MaybeLater<Finished | undefined>[]> {
    return this.locked(ends, async (tx, free) => {
      const rows = await query<FinishedRow & object>(tx, FINISH, [
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
   * Writers of a contract's results and runs are serialised. Contracts that are not locked are processed together;
   * each of the others waits for its own lock, in a transaction of its own.
   */
  private async locked<Ask extends { readonly contract: string }, Answer>(
    asks: readonly Ask[],
    work: (tx: Transaction, free: readonly Ask[]) => Promise<Answer[]>,
  ): Promise<MaybeLater<Answer>[]> {
    const alone = (ask: Ask): Promise<Answer> =>
      this.database.transaction(async (tx) => {
        await lockContracts(tx, [ask.contract]);
        return (await work(tx, [ask]))[0] as Answer;
      });
    const answers = await this.database.transaction(async (tx) => {
      const contracts = asks.map(({ contract }) => contract);
      const locked = await lockContracts(tx, contracts, { skipLocked: true });
      const free = asks.filter(({ contract }) => locked.has(contract));
      const done = free.length > 0 ? await work(tx, free) : [];
      return new Map(free.map((ask, at) => [ask, done[at] as Answer]));
    });
    return asks.map((ask) => (answers.has(ask) ? (answers.get(ask) as Answer) : alone(ask)));
  }
}

/** A result, or a promise of one that waits for a lock held by another transaction. */
type MaybeLater<Answer> = Answer | Promise<Answer>;

interface FinishedRow {
  readonly resultId: string;
  readonly attempt: number;
  readonly next: WaitingRun | null;
}
