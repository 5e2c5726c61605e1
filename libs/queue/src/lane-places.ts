interface PlacesOptions {
  /** At most so many jobs and taken work go on at once. */
  readonly size: number;
  /** Tells the queue how many of its jobs this process may have at once. */
  readonly deliver: (most: number) => void;
  /** Takes work that waits, and begins it: each ends with its work, or when it leaves its slot. Undefined where all comes by jobs. */
  readonly take?: (most: number) => Promise<readonly Promise<void>[]>;
}

/**
 * The places of a lane in this process. A job is fetched and acknowledged by itself, which may take longer than its work. So once jobs hold
 * all slots, there is a backlog: one slot is left to the queue, and work for the others is taken in blocks, until nothing waits.
 */
export class LanePlaces {
  private jobs = 0;
  private taken = 0;
  private isTaking = false;
  private isClosed = false;
  private look: Promise<void> | undefined;

  constructor(private readonly options: PlacesOptions) {}

  /** Runs a job that the queue has delivered. */
  async hold<T>(job: () => Promise<T>): Promise<T> {
    const { size, take } = this.options;
    this.jobs++;
    if (take && size > 1 && this.jobs + this.taken >= size && !this.isClosed) this.isTaking = true;
    this.share();
    try {
      return await job();
    } finally {
      this.jobs--;
      this.takeSoon();
    }
  }

  /** Takes nothing from now on. Resolves when what was just being taken has begun. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.isTaking = false;
    await this.look;
  }

  /** What the queue may deliver: what taken work leaves of the places, or one job at a time. */
  private share(): void {
    const { size, deliver } = this.options;
    deliver(this.isTaking ? 1 : Math.max(1, size - this.taken));
  }

  /** Places that come free in the same turn are filled together. */
  private takeSoon(): void {
    if (!this.isTaking || this.look || this.free <= 0) return;
    this.look = new Promise<void>((resolve) => setImmediate(resolve))
      .then(() => this.takeMore())
      .finally(() => {
        this.look = undefined;
        // A place that came free behind the last look asked for none.
        this.takeSoon();
      });
  }

  private async takeMore(): Promise<void> {
    while (this.isTaking && this.free > 0) {
      const begun = await this.options.take!(this.free);
      for (const work of begun) this.keep(work);
      if (begun.length === 0) this.isTaking = false;
    }
    this.share();
  }

  private keep(work: Promise<void>): void {
    this.taken++;
    void work.finally(() => {
      this.taken--;
      this.share();
      this.takeSoon();
    });
  }

  private get free(): number {
    return this.options.size - Math.max(1, this.jobs) - this.taken;
  }
}
