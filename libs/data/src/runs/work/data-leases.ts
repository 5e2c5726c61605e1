import { PeriodicTask, withTimeout } from '@app/common';
import { Database, type Subscription } from '@app/database';
import { Injectable, Logger } from '@nestjs/common';
import { hasEnded, readNotice, RUN_CHANNEL } from '../data-run';
import { DataClaimRepository, LEASE_MS, type DataFence } from './data-claim.repository';

/** Interval of renewals, in ms. Three fit into a lease, so that one may fail. */
const RENEW_MS = 1_500;

export interface DataLease {
  /** Aborted when the run has ended from outside, another worker has it, or nobody knows since the database is away. */
  readonly lost: AbortSignal;
  release(): void;
}

interface HeldLease {
  readonly run: DataFence;
  readonly lost: AbortController;
  renewedAt: number;
}

/**
 * Renews the leases of this process, in one statement. It hears of runs that were ended from outside, so that what goes on in the source is
 * cancelled at once; the next renewal finds what it did not hear.
 */
@Injectable()
export class DataLeases {
  private readonly held = new Map<string, HeldLease>();
  private subscription: Promise<Subscription> | undefined;
  private readonly renewal = new PeriodicTask(() => this.renewInTime(), {
    restMs: RENEW_MS,
    fromStart: true,
    restFirst: true,
    longestRetryMs: RENEW_MS,
    log: new Logger(DataLeases.name),
    failing: 'could not renew leases of data runs',
    recovered: 'leases of data runs are renewed again',
  });

  constructor(
    private readonly database: Database,
    private readonly claims: DataClaimRepository,
  ) {}

  hold(run: DataFence): DataLease {
    const held = { run, lost: new AbortController(), renewedAt: performance.now() };
    this.held.set(run.id, held);
    this.renewal.start();
    this.listen();
    return { lost: held.lost.signal, release: () => this.release(held) };
  }

  private release(held: HeldLease): void {
    if (this.held.get(held.run.id) === held) this.held.delete(held.run.id);
    if (this.held.size === 0) void this.renewal.stop();
  }

  /** A connection that listens is opened with the first run, and again with the next one where that failed. */
  private listen(): void {
    this.subscription ??= this.database.listen(
      RUN_CHANNEL,
      (payload) => this.hear(payload),
      () => this.renewal.wake(),
    );
    this.subscription.catch(() => (this.subscription = undefined));
  }

  private hear(payload: string): void {
    const { id, status } = readNotice(payload);
    // Its own end is notified as well: nothing goes on by then. That it was asked for may be heard only after it was claimed.
    if (hasEnded(status)) this.held.get(id)?.lost.abort();
  }

  private async renewInTime(): Promise<void> {
    const now = performance.now();
    for (const { renewedAt, lost } of this.held.values()) if (now - renewedAt > LEASE_MS) lost.abort();
    await withTimeout(this.renew(), RENEW_MS, 'A renewal');
  }

  private async renew(): Promise<void> {
    const held = [...this.held.values()];
    if (held.length === 0) return;
    const at = performance.now();
    const ours = new Set(await this.claims.renew(held.map(({ run }) => run)));
    for (const one of held) {
      if (ours.has(one.run.id)) one.renewedAt = at;
      else one.lost.abort();
    }
  }
}
