interface WaitingTurn {
  /** How long earlier turns of the same run held a thread, in ms. */
  readonly held: number;
  readonly start: () => void;
  readonly refuse: (error: Error) => void;
}

/** One in so many turns goes to the run that has waited longest. */
const LONGEST_EVERY = 4;

/**
 * Turns on a few threads. They go to the run that has held a thread for the shortest time, and every fourth one to the
 * run that has waited longest: a run of a few rules does not wait for a turn of each heavy one, and heavy runs go on
 * however many short ones come.
 */
export class TurnQueue {
  /** In the order in which they came. */
  private readonly waiting: WaitingTurn[] = [];
  private given = 0;

  constructor(private free: number) {}

  /** Resolves when it is this run's turn; `leave` ends the turn. */
  async take(held: number): Promise<void> {
    if (this.free > 0) {
      this.free -= 1;
      return;
    }
    await new Promise<void>((start, refuse) => this.waiting.push({ held, start, refuse }));
  }

  leave(): void {
    const next = this.next();
    if (next) next.start();
    else this.free += 1;
  }

  /** Rejects all that wait. */
  refuse(error: Error): void {
    for (const { refuse } of this.waiting.splice(0)) refuse(error);
  }

  private next(): WaitingTurn | undefined {
    if (this.waiting.length === 0) return undefined;
    this.given += 1;
    return this.waiting.splice(this.given % LONGEST_EVERY === 0 ? 0 : this.shortest(), 1)[0];
  }

  private shortest(): number {
    const least = Math.min(...this.waiting.map(({ held }) => held));
    return this.waiting.findIndex(({ held }) => held === least);
  }
}
