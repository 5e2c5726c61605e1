import { endsWithin } from '@app/common';

/**
 * Allows many shared holders or one exclusive holder. An exclusive request waits for the active holders, and later
 * requests wait for it.
 */
export class SharedExclusiveLock {
  private atWork = 0;
  private readonly drained: (() => void)[] = [];
  private solo: Promise<void> = Promise.resolve();
  private soloWaiting = 0;

  /** Whether an exclusive holder waits or works. */
  get isClosed(): boolean {
    return this.soloWaiting > 0;
  }

  async shared<T>(work: () => Promise<T>): Promise<T> {
    while (this.soloWaiting > 0) await this.solo;
    this.atWork++;
    try {
      return await work();
    } finally {
      if (--this.atWork === 0) this.drained.splice(0).forEach((wake) => wake());
    }
  }

  /** @returns undefined, without the work, where active holders did not end within `waitMs` */
  async alone<T>(work: () => Promise<T>, waitMs: number): Promise<T | undefined> {
    this.soloWaiting++;
    const turn = this.solo.then(async () => ((await this.isDrained(waitMs)) ? work() : undefined));
    this.solo = turn.then(
      () => void this.soloWaiting--,
      () => void this.soloWaiting--,
    );
    return turn;
  }

  private async isDrained(waitMs: number): Promise<boolean> {
    return this.atWork === 0 || endsWithin(new Promise<void>((wake) => this.drained.push(wake)), waitMs);
  }
}
