/** How often something really happened. What was to be met and was not makes its test vacuous, and so fails it. */
export class Tally {
  private readonly counts = new Map<string, number>();

  constructor(
    private readonly title: string,
    /** Each must have happened at least once. */
    private readonly wanted: readonly string[],
  ) {
    for (const name of wanted) this.counts.set(name, 0);
  }

  add(name: string, times = 1): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + times);
  }

  of(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  /** Writes one line with every count. @throws {Error} naming what never happened */
  close(facts: Readonly<Record<string, number>> = {}): void {
    for (const [name, count] of Object.entries(facts)) this.counts.set(name, count);
    const line = [...this.counts].map(([name, count]) => `${name}=${count}`).join(' ');
    process.stdout.write(`chaos ${this.title}: ${line}\n`);
    const missed = this.wanted.filter((name) => !this.counts.get(name));
    if (missed.length > 0) throw new Error(`vacuous: ${missed.join(', ')} never happened`);
  }
}

/** The value below which that share of them lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0);
}
