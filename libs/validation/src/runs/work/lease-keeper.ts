import { PeriodicTask, withTimeout } from '@app/common';
import { Injectable, Logger } from '@nestjs/common';
import { RunClaimRepository, type FenceKey } from './run-claim.repository';

/** Interval of renewals, in ms. Three fit into a lease, so that one may fail. */
const RENEW_MS = 1_500;

export interface Lease {
  /** Aborted if another worker has taken the run, or it was ended externally. */
  readonly lost: AbortSignal;
  release(): void;
}

interface HeldRun {
  readonly run: FenceKey;
  readonly lost: AbortController;
}

/** Renews the leases of this process: one statement for all of them, as long as there are any. */
@Injectable()
export class LeaseKeeper {
  private readonly held = new Set<HeldRun>();
  // The database decides whether leases are valid; final writes are fenced in any case.
  private readonly renewal = new PeriodicTask(() => withTimeout(this.renew(), RENEW_MS, 'A renewal'), {
    restMs: RENEW_MS,
    fromStart: true,
    restFirst: true,
    longestRetryMs: RENEW_MS,
    log: new Logger(LeaseKeeper.name),
    failing: 'could not renew leases',
    recovered: 'leases are renewed again',
  });

  constructor(private readonly claims: RunClaimRepository) {}

  hold(run: FenceKey): Lease {
    const held = { run, lost: new AbortController() };
    this.held.add(held);
    this.renewal.start();
    return { lost: held.lost.signal, release: () => this.release(held) };
  }

  private release(held: HeldRun): void {
    this.held.delete(held);
    if (this.held.size === 0) void this.renewal.stop();
  }

  private async renew(): Promise<void> {
    const held = [...this.held];
    const ours = new Set(await this.claims.renew(held.map(({ run }) => run)));
    for (const { run, lost } of held) if (!ours.has(run.resultId)) lost.abort();
  }
}
