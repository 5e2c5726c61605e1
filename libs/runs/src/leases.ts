import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { PeriodicTask, withTimeout } from '@app/common';
import { Database } from '@app/database';
import { Injectable, Logger } from '@nestjs/common';
import type { Claims, Fence } from './claims';
import { LEASE_MS, LossOfLease, renewStatement, type LeasedTable } from './leased-table';

/** Interval of renewals, in ms. Three fit into a lease, so that one may fail. */
const RENEW_MS = 1_500;

export interface Lease {
  /** Aborted, with a `LossOfLease` as the reason, when the run is no longer this worker's. */
  readonly lost: AbortSignal;
  release(): void;
}

interface LeaseOptions {
  /**
   * Whether the lease is lost as well when it could not be renewed in time: of work that must not go on in two workers at once. Else only the
   * database decides, and its fence refuses what comes too late.
   */
  readonly lapses?: boolean;
}

interface LeasedRun {
  readonly run: Fence;
  readonly table: LeasedTable;
  readonly lost: AbortController;
  readonly lapses: boolean;
  renewedAt: number;
}

/** Extends leases of any tables, in one statement. @returns the ids of the runs that are still of their claims */
export async function renewLeases(
  database: Pick<Database, 'query'>,
  leased: readonly Pick<LeasedRun, 'run' | 'table'>[],
): Promise<ReadonlySet<string>> {
  // In one order, whatever was claimed first: as few statements as there are sets of tables.
  const tables = [...new Set(leased.map(({ table }) => table))].sort((a, b) => (a.name < b.name ? -1 : 1));
  const values = [leased.map(({ run }) => run.id), leased.map(({ run }) => run.claim)];
  const rows = await database.query<{ id: string }>(renewStatement(tables), values);
  return new Set(rows.map(({ id }) => id));
}

/** Renews the leases of this process: one statement for all kinds of runs, as long as there are any. */
@Injectable()
export class Leases {
  /** The name of this process in the runs that it has claimed. */
  readonly worker = `${hostname()}-${process.pid}-${randomUUID()}`;
  // eslint-disable-next-line house/no-learned-ways -- runs that are under way
  private readonly leased = new Map<string, LeasedRun>();
  private readonly renewal = new PeriodicTask(() => this.renewInTime(), {
    restMs: RENEW_MS,
    fromStart: true,
    restFirst: true,
    longestRetryMs: RENEW_MS,
    log: new Logger(Leases.name),
    failing: 'could not renew leases',
    recovered: 'leases are renewed again',
  });

  constructor(private readonly database: Database) {}

  lease({ table }: Pick<Claims, 'table'>, run: Fence, { lapses = false }: LeaseOptions = {}): Lease {
    const leased = { run, table, lost: new AbortController(), lapses, renewedAt: performance.now() };
    this.leased.set(run.id, leased);
    this.renewal.start();
    return { lost: leased.lost.signal, release: () => this.release(leased) };
  }

  /** Has the lease of a run lost of which it is known that it has ended; the next renewal would find it. */
  end(id: string): void {
    lose(this.leased.get(id), 'taken');
  }

  /** Renews at once: notifications may have been missed. */
  check(): void {
    this.renewal.wake();
  }

  private release(leased: LeasedRun): void {
    if (this.leased.get(leased.run.id) === leased) this.leased.delete(leased.run.id);
    if (this.leased.size === 0) void this.renewal.stop();
  }

  private async renewInTime(): Promise<void> {
    const now = performance.now();
    for (const one of this.leased.values()) if (one.lapses && now - one.renewedAt > LEASE_MS) lose(one, 'lapsed');
    await withTimeout(this.renew(), RENEW_MS, 'A renewal');
  }

  private async renew(): Promise<void> {
    const leased = [...this.leased.values()];
    if (leased.length === 0) return;
    const at = performance.now();
    const ours = await renewLeases(this.database, leased);
    for (const one of leased) {
      if (ours.has(one.run.id)) one.renewedAt = at;
      else lose(one, 'taken');
    }
  }
}

function lose(leased: LeasedRun | undefined, why: LossOfLease['why']): void {
  leased?.lost.abort(new LossOfLease(why));
}
