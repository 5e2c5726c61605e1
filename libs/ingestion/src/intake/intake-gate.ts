import { AppError } from '@app/common';
import { Injectable } from '@nestjs/common';

/** Events that are written at a time: fewer than half of the connections, so that nobody else waits for one. */
const AT_ONCE = 4;

/** How long the newest event in line may have to wait, in ms; producers give up after some seconds. */
const LONGEST_WAIT_MS = 2_000;

/** What an event costs before any was measured, in ms. */
const FIRST_GUESS_MS = 20;

/** Weight of the newest event in the running mean. */
const WEIGHT = 0.1;

/**
 * Lets a few events be written at a time, and refuses more where this process is behind: when those in line would take longer than
 * two seconds, at the pace of the last ones.
 */
@Injectable()
export class IntakeGate {
  private readonly line: (() => void)[] = [];
  private open = 0;
  private meanMs = FIRST_GUESS_MS;

  /** @throws {AppError} TOO_MANY_REQUESTS with the seconds after which there may be room */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    await this.enter();
    const start = performance.now();
    try {
      return await work();
    } finally {
      this.meanMs += (performance.now() - start - this.meanMs) * WEIGHT;
      this.leave();
    }
  }

  private async enter(): Promise<void> {
    if (this.open < AT_ONCE) {
      this.open++;
      return;
    }
    const waitMs = (this.line.length * this.meanMs) / AT_ONCE;
    if (waitMs > LONGEST_WAIT_MS) {
      const retryAfter = Math.ceil(waitMs / 1_000);
      throw new AppError(
        'TOO_MANY_REQUESTS',
        `${this.line.length} lineage events are waiting to be written; send this one again after ${retryAfter} s`,
        { retryAfter },
      );
    }
    // Whoever leaves hands its place on.
    await new Promise<void>((enter) => this.line.push(enter));
  }

  private leave(): void {
    const next = this.line.shift();
    if (next) next();
    else this.open--;
  }
}
