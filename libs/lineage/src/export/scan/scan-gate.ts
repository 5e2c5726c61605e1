/** Scans at a time in one process: each holds a connection, and some megabytes. */
export const MOST_SCANS = 4;

/** Lets in a few at a time, the others in the order in which they came. */
export class ScanGate {
  private inside = 0;
  private readonly waiting: (() => void)[] = [];

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.inside >= MOST_SCANS) await new Promise<void>((enter) => this.waiting.push(enter));
    else this.inside++;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.inside--;
    }
  }
}
