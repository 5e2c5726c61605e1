/**
 * Allows many shared holders or one exclusive holder. An exclusive request waits for the active holders, and later
 * requests wait for it.
 */
export class SharedExclusiveLock {
  private atWork = 0;
  private readonly drained: (() => void)[] = [];
  private solo: Promise<void> = Promise.resolve();
  private soloWaiting = 0;

  async shared<T>(work: () => Promise<T>): Promise<T> {
    while (this.soloWaiting > 0) await this.solo;
    this.atWork++;
    try {
      return await work();
    } finally {
      if (--this.atWork === 0) this.drained.splice(0).forEach((wake) => wake());
    }
  }

  async alone<T>(work: () => Promise<T>): Promise<T> {
    this.soloWaiting++;
    const before = this.solo;
    const turn = before.then(async () => {
      if (this.atWork > 0) await new Promise<void>((wake) => this.drained.push(wake));
      return work();
    });
    this.solo = turn.then(
      () => void this.soloWaiting--,
      () => void this.soloWaiting--,
    );
    return turn;
  }
}
