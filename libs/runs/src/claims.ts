import { query, type Database, type Transaction } from '@app/database';
import { leaseStatements, type LeasedTable } from './leased-table';

/** Distinguishes the writes of a claim from those of another one. */
export interface Fence {
  readonly id: string;
  readonly claim: string;
}

/** A run that a worker has claimed, as the rules of the kernel look at it. */
export interface ClaimedWork extends Fence {
  /** Leases that ran out while a worker had the run; from the third on only where it was tried alone. */
  readonly crashes: number;
  /** Attempts that ended with an error worth another one. */
  readonly failures: number;
}

/** The lease of claimed runs of one table. Each write is refused (false) once the run is of another claim, or has ended. */
export class Claims {
  private readonly statements: ReturnType<typeof leaseStatements>;

  constructor(
    private readonly database: Database,
    readonly table: LeasedTable,
  ) {
    this.statements = leaseStatements(table);
  }

  /** Has the run tried again after a while, by any worker; the attempt counts as failed. */
  retryAfter(run: Fence, ms: number): Promise<boolean> {
    return this.changes(this.statements.retry, run, ms, 1);
  }

  /** Lets go of the run for a while; nothing is counted. */
  postpone(run: Fence, ms: number): Promise<boolean> {
    return this.changes(this.statements.retry, run, ms, 0);
  }

  /** Releases the run and wakes workers: any may claim it at once, and no crash is counted. */
  handBack(run: Fence): Promise<boolean> {
    return this.changes(this.statements.handBack, run);
  }

  /** Records which process evaluates the run, or that it waits: a crash is not attributed to runs that wait. */
  setWorker(run: Fence, worker?: string): Promise<boolean> {
    return this.changes(this.statements.setWorker, run, worker ?? null);
  }

  /** Records that no other run of the table is evaluated in this process: a crash is attributed to this run alone. */
  markAlone(run: Fence): Promise<boolean> {
    return this.changes(this.statements.markAlone, run);
  }

  /** @returns whether the run is this claim's; no other process ends or claims it before the transaction ends */
  async fence(tx: Transaction, { id, claim }: Fence): Promise<boolean> {
    return (await query(tx, this.statements.fence, [id, claim])).length > 0;
  }

  private async changes(statement: string, { id, claim }: Fence, ...more: readonly unknown[]): Promise<boolean> {
    return (await this.database.query(statement, [id, claim, ...more])).length > 0;
  }
}
