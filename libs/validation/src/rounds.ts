import type { Logger } from '@nestjs/common';

/** Does something again and again, with a rest between two rounds; a round that fails is told to the log and forgotten. */
export class Rounds {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();
  private isStopped = false;

  /** @param work says whether there is more to do at once */
  constructor(
    private readonly restMs: number,
    private readonly log: Logger,
    private readonly work: () => Promise<boolean>,
  ) {}

  start(): void {
    this.wait(this.restMs);
  }

  /** Resolves when the round that is under way has ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.round;
  }

  private wait(ms: number): void {
    if (!this.isStopped) this.timer = setTimeout(() => void (this.round = this.go()), ms);
  }

  private async go(): Promise<void> {
    let isMore = false;
    try {
      isMore = await this.work();
    } catch (error) {
      this.log.warn(`no round: ${(error as Error).message}`);
    }
    this.wait(isMore ? 0 : this.restMs);
  }
}
