/** Points between two steps at which a crash must be harmless. */
export const FAILPOINTS = [
  'after-commit-before-enqueue',
  'after-enqueue-before-answer',
  'after-claim',
  'after-compute-before-commit',
  'after-commit-before-ack',
  'after-index-before-forget',
  'after-forget-before-commit',
  'after-plan-before-send',
  'after-send-before-note',
  'after-reading-asked',
  'after-gone-before-delete',
  'after-notices-before-commit',
  'after-notices-committed',
] as const;

type FailpointName = (typeof FAILPOINTS)[number];

/** kill: SIGKILL to this process. stop: SIGSTOP, a zombie until someone sends SIGCONT. error: an Error is thrown. */
const DEEDS = ['kill', 'stop', 'error'] as const;

interface Failpoint {
  readonly deed: (typeof DEEDS)[number];
  /** Which hit triggers it. */
  readonly at: number;
}

/**
 * Fault injection for chaos tests, configured by a text such as `after-claim=kill,after-commit-before-ack=stop@3`:
 * failpoint, action, and which hit triggers it (default: the first). A failpoint may occur several times, with
 * different hits. Without a text no failpoint triggers.
 */
export class Failpoints {
  private readonly points = new Map<FailpointName, Failpoint[]>();
  private readonly hits = new Map<FailpointName, number>();

  constructor(text = '') {
    for (const part of text.split(',').filter(Boolean)) this.add(part.trim());
  }

  async pass(name: FailpointName): Promise<void> {
    const points = this.points.get(name);
    if (!points) return;
    const hit = (this.hits.get(name) ?? 0) + 1;
    this.hits.set(name, hit);
    const point = points.find(({ at }) => at === hit);
    if (!point) return;
    if (point.deed === 'error') throw new Error(`failpoint ${name}`);
    process.kill(process.pid, point.deed === 'kill' ? 'SIGKILL' : 'SIGSTOP');
    // The signal is asynchronous: no later step may run before it arrives.
    await new Promise((resolve) => setTimeout(resolve, 50));
  }

  private add(part: string): void {
    const [, name, deed, at = '1'] = /^([a-z-]+)=(kill|stop|error)(?:@([1-9]\d{0,8}))?$/.exec(part) ?? [];
    if (!FAILPOINTS.some((known) => known === name)) {
      const allowed = `name=deed or name=deed@hit with a name of ${FAILPOINTS.join(', ')}; a deed of ${DEEDS.join(', ')}`;
      throw new Error(`FAILPOINTS: "${part}" is none; allowed: ${allowed}`);
    }
    const known = this.points.get(name as FailpointName) ?? [];
    this.points.set(name as FailpointName, [...known, { deed: deed as Failpoint['deed'], at: Number(at) }]);
  }
}
