import { Batcher } from '@app/common';
import { lockContracts } from '@app/contracts';
import { Database, isOfAValue, query, type Transaction } from '@app/database';
import type { Lane } from '@app/queue';
import { RunParts, type RunVerdict } from '@app/results';
import { Claims, type ClaimedRuns, type ClaimedWork, type LeasedTable } from '@app/runs';
import { Injectable } from '@nestjs/common';
import type { DoneDimension } from '../../events/run-log';
import type { RunTrigger } from '../request/run.repository';
import { wakeUpSql, type RunDocuments } from '../../events/run-notice';
import { ContractLoader, type FoundDocuments } from './contract-loader';
import type { ResolvedEvidence } from '../../readings/evidence';
import { AWAIT_READINGS, CLAIM, FINISH, REPORT, REPORT_ALL } from './run-statements';

/** The lease of validation runs. */
const VALIDATION_RUNS: LeasedTable = {
  name: 'validation_run',
  id: 'result_id',
  state: 'state',
  wake: `${wakeUpSql('lane')}::text`,
};

/**
 * A run claimed by this worker; its id is that of its result. Writes of another attempt or another claim are refused: a crash of the database may
 * undo a claim, and then the number of the attempt is given again.
 */
export interface ClaimedRun extends ClaimedWork {
  readonly contract: string;
  readonly attempt: number;
  readonly trigger: RunTrigger;
  readonly lane: Lane;
  readonly requestedBy: string;
  /** Dimensions that earlier attempts reported. */
  readonly progress: readonly DoneDimension[];
  /** Whether the run was taken over from a worker whose lease expired. */
  readonly retaken: boolean;
  /** Where its evidence comes from, as it is at the claim. */
  readonly evidence: ResolvedEvidence;
  /** The trace of the request that made it, if that is traced. */
  readonly traceparent: string | null;
  /** The documents loaded for it, if they are read right behind the claim: it never rejects, but may take long. */
  readonly found: Promise<FoundDocuments | undefined> | undefined;
}

type ClaimedRow = Omit<ClaimedRun, 'found'>;

export type FenceKey = Pick<ClaimedRun, 'id' | 'contract' | 'attempt' | 'claim'>;

/** Runs that go on, or end, in one transaction (group commit): the commit takes longer than the rest. */
const TOGETHER = { most: 32, atOnce: 1, isOnes: isOfAValue };

export interface AwaitedReadings {
  ask(tx: Transaction): Promise<void>;
  areOpen(tx: Transaction): Promise<boolean>;
}

/** Undoes the wait for readings that have all ended. */
class NoneOpen extends Error {}

interface Report {
  readonly run: FenceKey;
  readonly done: readonly DoneDimension[];
}

interface Finish extends Report {
  readonly outcome: RunVerdict;
}

@Injectable()
export class RunClaimRepository {
  /** Retries and hand-backs. */
  readonly leased: Claims;
  private readonly finishing = new Batcher((ends: readonly Finish[]) => this.finishAll(ends), TOGETHER);
  private readonly reporting = new Batcher((reports: readonly Report[]) => this.reportAll(reports), TOGETHER);

  constructor(
    private readonly database: Database,
    private readonly loader: ContractLoader,
    private readonly parts: RunParts,
  ) {
    this.leased = new Claims(database, VALIDATION_RUNS);
  }

  /**
   * Claims up to `most` runs of a lane: those whose lease expired, then queued ones while no other run of their contract is active, the oldest
   * first. Left out are those that another worker is about to claim, and those of locked contracts. Nothing shows a claim
   * until it is reported: its commit does not wait for the disk.
   *
   * @param likely what one of them will most likely be evaluated with: it is prefetched in the same round trip
   */
  async claim(lane: Lane, most: number, worker: string, likely?: RunDocuments): Promise<ClaimedRuns<ClaimedRun>> {
    const values = [lane, most, worker];
    const { rows, found } = likely
      ? await this.database.executeAndRead<ClaimRow, FoundDocuments | undefined>({ statement: CLAIM, values }, (db) =>
          this.loader.look(db, likely),
        )
      : { rows: await this.database.executeAside<ClaimRow>(CLAIM, values) };
    const runs = rows.flatMap(({ waiting: _waiting, ...run }) =>
      run.id === null ? [] : [{ ...run, found: run.contract === likely?.contract ? found : undefined }],
    );
    return { runs, hasSkipped: runs.length < Math.min(most, rows[0]!.waiting) };
  }

  /**
   * Writes the terminal result and deletes the open run, batched with other runs that end meanwhile, and wakes workers for the run behind it.
   * False if the lease was lost; then nothing was written.
   *
   * @param done dimensions that were not reported yet
   */
  async finish(run: FenceKey, outcome: RunVerdict, done: readonly DoneDimension[] = []): Promise<boolean> {
    return this.finishing.ask({ run, outcome, done });
  }

  /**
   * Shows the run as Running, with completed dimensions, and notifies subscribers, batched with others that go on meanwhile. False if the
   * lease was lost.
   */
  async report(run: FenceKey, done: readonly DoneDimension[]): Promise<boolean> {
    return this.reporting.ask({ run, done });
  }

  /**
   * Has the run wait for readings, without a lease: it is claimed again when they have ended. `ask` asks for them in the same transaction.
   * `ended`: none is open by now, nothing is changed. `lost`: the lease was, and nothing was asked.
   */
  async awaitReadings(
    { id, contract, attempt, claim }: FenceKey,
    { ask, areOpen }: AwaitedReadings,
  ): Promise<'waiting' | 'ended' | 'lost'> {
    const fence = [id, attempt, claim];
    try {
      return await this.database.transaction(async (tx) => {
        const [row] = await query<{ isOurs: boolean }>(tx, REPORT, [id, contract, attempt, claim, '[]']);
        if (!row!.isOurs) return 'lost';
        await ask(tx);
        await query(tx, AWAIT_READINGS, fence);
        // The row is locked: a reading that ends from here on finds the run waiting, and one that has ended is seen.
        if (!(await areOpen(tx))) throw new NoneOpen();
        return 'waiting';
      });
    } catch (error) {
      if (error instanceof NoneOpen) return 'ended';
      throw error;
    }
  }

  private async finishAll(ends: readonly Finish[]): Promise<MaybeLater<boolean>[]> {
    const rows = await this.finished(ends, false);
    return ends.map((end, at) => (rows[at]!.isFree ? this.ended(end, rows[at]!) : this.finishAlone(end)));
  }

  private async finishAlone(end: Finish): Promise<boolean> {
    return this.ended(end, (await this.finished([end], true))[0]!);
  }

  private ended(end: Finish, row: FinishRow): MaybeLater<boolean> {
    return row.isLeft ? this.finishSummed(end) : row.isEnded;
  }

  /** The end of a run of a contract of which others push results: they are added up. */
  private async finishSummed(end: Finish): Promise<boolean> {
    const { run, outcome } = end;
    const { contract, id } = run;
    return this.database.queuedTransaction([], async (tx) => {
      await lockContracts(tx, [contract]);
      const summed = await this.parts.summed(tx, contract, id, outcome);
      if (!summed) return false;
      const [row] = await query<FinishRow>(tx, FINISH, finishValues([{ ...end, outcome: summed.verdict }], true, true));
      if (row!.isEnded) await summed.keep();
      return row!.isEnded;
    });
  }

  private async reportAll(reports: readonly Report[]): Promise<MaybeLater<boolean>[]> {
    if (reports.length === 1) return [this.reportAlone(reports[0]!)];
    const { ids, contracts, attempts, claims } = fencesOf(reports.map(({ run }) => run));
    const values = [ids, contracts, attempts, claims, reports.map(({ done }) => JSON.stringify(done))];
    const rows = await this.database.execute<{ isOurs: boolean | null }>([], REPORT_ALL, values);
    return reports.map((report, at) => rows[at]!.isOurs ?? this.reportAlone(report));
  }

  private async reportAlone({ run: { id, contract, attempt, claim }, done }: Report): Promise<boolean> {
    const values = [id, contract, attempt, claim, JSON.stringify(done)];
    return (await this.database.execute<{ isOurs: boolean }>([], REPORT, values))[0]!.isOurs;
  }

  private finished(ends: readonly Finish[], waits: boolean): Promise<FinishRow[]> {
    return this.database.execute<FinishRow>([], FINISH, finishValues(ends, waits, false));
  }
}

/** A result, or a promise of one that waits for a lock of another transaction. */
type MaybeLater<Answer> = Answer | Promise<Answer>;

/** Without a run where nothing was claimed; `waiting` counts those that could have been. */
type ClaimRow = { readonly waiting: number } & (ClaimedRow | { readonly [Name in keyof ClaimedRow]: null });

interface FinishRow {
  /** The contract was not locked by another transaction. */
  readonly isFree: boolean;
  /** Whether it is left, since it has to be added up with parts of others first; `isEnded` is false as well if the lease was lost. */
  readonly isLeft: boolean;
  readonly isEnded: boolean;
}

function fencesOf(runs: readonly FenceKey[]) {
  return {
    ids: runs.map(({ id }) => id),
    contracts: runs.map(({ contract }) => contract),
    attempts: runs.map(({ attempt }) => attempt),
    claims: runs.map(({ claim }) => claim),
  };
}

function finishValues(ends: readonly Finish[], waits: boolean, isSummed: boolean): unknown[] {
  const { ids, contracts, attempts, claims } = fencesOf(ends.map(({ run }) => run));
  return [
    ...[ids, contracts, attempts, claims],
    ends.map(({ outcome }) => outcome.status),
    ends.map(({ outcome }) => JSON.stringify(outcome.body)),
    ends.map(({ outcome }) => JSON.stringify(outcome.details)),
    ends.map(({ done }) => JSON.stringify(done)),
    waits,
    isSummed,
  ];
}
