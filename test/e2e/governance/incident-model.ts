type Verdict = 'Success' | 'PartialSuccess' | 'Failed';

export interface ModelIncident {
  status: string;
  readonly openedAt: number;
  isAcknowledged: boolean;
  failures: number;
  goodRuns: number;
  resolution?: string;
  resolvedAt?: number;
  /** Of the newest verdict while it was open. */
  last?: readonly [at: number, status: Verdict];
}

const isVerdict = (status: string): status is Verdict => ['Success', 'PartialSuccess', 'Failed'].includes(status);

/** What results and actions make of the incidents of one contract, by the rules alone. Times in minutes. */
export class IncidentModel {
  readonly incidents: ModelIncident[] = [];
  private readonly verdicts = new Map<number, Verdict>();

  constructor(
    private readonly closeAfterRuns: number,
    private readonly isAssigned: boolean,
  ) {}

  get latest(): ModelIncident | undefined {
    return this.incidents.at(-1);
  }

  get open(): ModelIncident | undefined {
    return this.latest?.status === 'Resolved' ? undefined : this.latest;
  }

  push(at: number, status: string): void {
    if (this.verdicts.delete(at)) this.count();
    if (!isVerdict(status)) return;
    const isNewest = [...this.verdicts.keys()].every((other) => other < at);
    this.verdicts.set(at, status);
    const said = this.latest?.last;
    const isSaidAgain = !this.open && said?.[0] === at && said[1] === status;
    if (!this.open && isNewest && status !== 'Success' && !isSaidAgain)
      this.incidents.push({
        ...{ status: this.isAssigned ? 'Assigned' : 'New', openedAt: at, isAcknowledged: false },
        ...{ failures: 0, goodRuns: 0 },
      });
    this.count();
    const { open } = this;
    if (!open || !this.closeAfterRuns || open.goodRuns < this.closeAfterRuns) return;
    if (isNewest && status !== 'Success') return;
    const resolvedAt = this.good(open)[this.closeAfterRuns - 1]!;
    Object.assign(open, { status: 'Resolved', resolution: 'recovered', resolvedAt });
  }

  delete(at: number): boolean {
    const isThere = this.verdicts.delete(at);
    this.count();
    return isThere;
  }

  /** @returns the status of the answer */
  act(action: string): number {
    const { latest } = this;
    if (!latest) return 404;
    if (latest.status === 'Resolved') return action === 'comment' ? 200 : 409;
    if (action === 'acknowledge' && latest.status === 'New') latest.status = 'Ack';
    if (action === 'assign') latest.status = 'Assigned';
    if (action === 'resolve') Object.assign(latest, { status: 'Resolved', resolution: 'Fixed' });
    return 200;
  }

  private count(): void {
    const { open } = this;
    if (!open) return;
    open.failures = this.failing(open).length;
    open.goodRuns = this.good(open).length;
    const newest = [...this.verdicts].sort(([one], [other]) => other - one)[0];
    if (newest) open.last = newest;
    else delete open.last;
  }

  private failing({ openedAt }: ModelIncident): number[] {
    return [...this.verdicts].flatMap(([at, status]) => (status !== 'Success' && at >= openedAt ? [at] : []));
  }

  private good(open: ModelIncident): number[] {
    const since = Math.max(open.openedAt - 1, ...this.failing(open));
    return [...this.verdicts]
      .flatMap(([at, status]) => (status === 'Success' && at > since ? [at] : []))
      .sort((a, b) => a - b);
  }
}
