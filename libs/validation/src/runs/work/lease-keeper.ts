import { Injectable, Logger } from '@nestjs/common';
import { RunClaimRepository } from './run-claim.repository';
import type { FenceKey } from './run-claim.repository';

/** Three renewals fit into a lease: one may be lost. */
const RENEW_MS = 1_500;

export interface Lease {
  /** Aborted when another worker has taken the run, or it was ended from outside. */
  readonly lost: AbortSignal;
  release(): void;
}

interface HeldRun {
  readonly run: FenceKey;
  readonly lost: AbortController;
}

/** Keeps the runs of this process: one statement for all of them, as long as there are any. */
@Injectable()
export class LeaseKeeper {
  private readonly log = new Logger(LeaseKeeper.name);
  private readonly held = new Set<HeldRun>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly claims: RunClaimRepository) {}

  hold(run: FenceKey): Lease {
    const held = { run, lost: new AbortController() };
    this.held.add(held);
    this.timer ??= setInterval(() => void this.renew(), RENEW_MS);
    return { lost: held.lost.signal, release: () => this.release(held) };
  }

  private release(held: HeldRun): void {
    this.held.delete(held);
    if (this.held.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private async renew(): Promise<void> {
    const held = [...this.held];
    try {
      const ours = new Set(await this.claims.renew(held.map(({ run }) => run)));
      for (const { run, lost } of held) if (!ours.has(run.resultId)) lost.abort();
    } catch (error) {
      // Whether the leases hold is the database's to say; the writes at the end are fenced in any case.
      this.log.warn(`could not renew ${held.length} leases: ${(error as Error).message}`);
    }
  }
}
