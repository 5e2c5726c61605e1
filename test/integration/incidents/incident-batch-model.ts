/** Statuses that say something about a contract. */
export type Verdict = 'Success' | 'PartialSuccess' | 'Failed';

/** An incident as it is stored; times as the test counts them. */
export interface ShownIncident {
  readonly openedAt: number;
  readonly failures: number;
  readonly goodRuns: number;
  /** The newest verdict that it knows; null: none. */
  readonly last: readonly [at: number, status: string] | null;
  readonly resolvedAt: number | null;
}

/** The verdicts that one statement adds and takes away; a replaced one is in both. */
export interface Batch {
  readonly added: ReadonlyMap<number, string>;
  readonly removed: readonly number[];
}

const isVerdict = (status: string): status is Verdict => ['Success', 'PartialSuccess', 'Failed'].includes(status);

/**
 * Plain bookkeeping of the incidents of one contract. It keeps all verdicts, and counts from the beginning whenever it counts: nothing is kept
 * by steps. Newer verdicts of a statement count one by one in the order of time, older ones before them at once.
 */
export class IncidentBatchModel {
  readonly incidents: ShownIncident[] = [];
  private verdicts = new Map<number, Verdict>();

  /** @param closeAfterRuns 0: never by itself */
  constructor(private readonly closeAfterRuns: number) {}

  apply({ added, removed }: Batch): void {
    const news = [...added].filter(
      (one): one is [number, Verdict] => isVerdict(one[1]) && this.verdicts.get(one[0]) !== one[1],
    );
    const gone = removed.filter((at) => this.verdicts.has(at) && this.verdicts.get(at) !== added.get(at));
    for (const at of gone) this.verdicts.delete(at);
    const newest = Math.max(-Infinity, ...[...this.verdicts.keys()].filter((at) => !news.some(([one]) => one === at)));
    for (const [at, status] of news) this.verdicts.set(at, status);
    const sorted = news.sort(([one], [other]) => one - other);
    const hasOlder = sorted.some(([at]) => at < newest);
    if (gone.length > 0 || hasOlder) this.count(newest);
    if (hasOlder) this.close();
    for (const [at, status] of sorted) if (at > newest) this.follow(at, status);
  }

  private follow(at: number, status: Verdict): void {
    if (!this.open) {
      const said = this.incidents.at(-1)?.last;
      if (status === 'Success' || (said?.[0] === at && said[1] === status)) return;
      this.incidents.push({ openedAt: at, failures: 0, goodRuns: 0, last: null, resolvedAt: null });
    }
    this.count(at);
    if (status === 'Success') this.close();
  }

  private get open(): ShownIncident | undefined {
    const latest = this.incidents.at(-1);
    return latest?.resolvedAt === null ? latest : undefined;
  }

  private change(more: Partial<ShownIncident>): void {
    this.incidents.push({ ...this.incidents.pop()!, ...more });
  }

  /** @param upTo the newest verdict that is known */
  private count(upTo: number): void {
    const { open } = this;
    if (!open) return;
    const last = this.verdicts.get(upTo);
    this.change({
      failures: this.failing(open, upTo).length,
      goodRuns: this.good(open, upTo).length,
      last: last ? [upTo, last] : null,
    });
  }

  private close(): void {
    const { open, closeAfterRuns } = this;
    if (!open || closeAfterRuns === 0 || open.goodRuns < closeAfterRuns) return;
    this.change({ resolvedAt: this.good(open, open.last![0])[closeAfterRuns - 1]! });
  }

  private failing({ openedAt }: ShownIncident, upTo: number): number[] {
    return [...this.verdicts].flatMap(([at, status]) =>
      status !== 'Success' && at >= openedAt && at <= upTo ? [at] : [],
    );
  }

  private good(incident: ShownIncident, upTo: number): number[] {
    const since = Math.max(incident.openedAt - 1, ...this.failing(incident, upTo));
    const found = [...this.verdicts].flatMap(([at, status]) =>
      status === 'Success' && at > since && at <= upTo ? [at] : [],
    );
    return found.sort((one, other) => one - other);
  }
}
