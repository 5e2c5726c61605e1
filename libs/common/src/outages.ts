/** Time without a failure after which a part counts as answering again, in ms. */
const QUIET_MS = 60_000;
/** Messages that are remembered: those of parts that are away are few. */
const MOST = 100;

/** Which parts are known to be away, where many fail for it at once: the cause of an outage is logged with the first failure alone. */
export class Outages {
  private readonly last = new Map<string, number>();

  /** @param now in ms, from any start */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Whether such a failure belongs to an outage that was reported already. @param part its name, or the message that names it */
  isKnown(part: string): boolean {
    const now = this.now();
    const before = this.last.get(part);
    if (before === undefined && this.last.size >= MOST) this.last.clear();
    this.last.set(part, now);
    return before !== undefined && now - before < QUIET_MS;
  }
}
