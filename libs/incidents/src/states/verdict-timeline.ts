/** The statuses that say whether a contract is met. */
export const VERDICT_STATUSES = ['Success', 'PartialSuccess', 'Failed'] as const;
export type VerdictStatus = (typeof VERDICT_STATUSES)[number];

/** A verdict; its timestamp in epoch ms. */
export interface Verdict {
  readonly timestamp: number;
  readonly status: VerdictStatus;
  readonly message?: string;
}

/** Verdicts that were added and removed at once; one that was replaced is in both. */
export interface VerdictChange {
  readonly added: readonly Verdict[];
  readonly removed: readonly Verdict[];
}

/** The verdicts of a contract by their timestamps, as they were before changes that came since, and then with one after the other. */
export class VerdictTimeline {
  private readonly verdicts: Map<number, Verdict>;

  /**
   * @param present the verdicts as they are
   * @param changes those that have led to them, in the order in which they came: the timeline begins before them
   */
  constructor(present: readonly Verdict[], changes: readonly VerdictChange[]) {
    this.verdicts = new Map(present.map((verdict) => [verdict.timestamp, verdict]));
    for (const { added, removed } of [...changes].reverse()) {
      for (const { timestamp } of added) this.verdicts.delete(timestamp);
      for (const verdict of removed) this.verdicts.set(verdict.timestamp, verdict);
    }
  }

  apply({ added, removed }: VerdictChange): void {
    for (const { timestamp } of removed) this.verdicts.delete(timestamp);
    for (const verdict of added) this.verdicts.set(verdict.timestamp, verdict);
  }

  at(timestamp: number): Verdict | undefined {
    return this.verdicts.get(timestamp);
  }

  /** @returns how many verdicts fail within a span, both ends included, and the timestamps of those behind the last of them that pass */
  between(from: number, to: number): { readonly failures: number; readonly good: readonly number[] } {
    const within = [...this.verdicts.values()].filter(({ timestamp }) => timestamp >= from && timestamp <= to);
    const failing = within.filter(({ status }) => status !== 'Success').map(({ timestamp }) => timestamp);
    const last = failing.reduce((one, other) => Math.max(one, other), -Infinity);
    const good = within.filter(({ status, timestamp }) => status === 'Success' && timestamp > last);
    return { failures: failing.length, good: good.map(({ timestamp }) => timestamp).sort((one, other) => one - other) };
  }
}
