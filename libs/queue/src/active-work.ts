import { setMaxListeners } from 'node:events';
import { endsWithin } from '@app/common';

/** Time for aborted work to be released and for closing connections, in ms. */
const HAND_BACK_MS = 1_500;

/** Work under way in this process. At a stop it has some time to end, then it has to release what it has. */
export class ActiveWork {
  private readonly all = new Set<Promise<unknown>>();
  private readonly stopping = new AbortController();

  /** @param what it is in messages, such as `jobs` */
  constructor(
    private readonly log: { warn(message: string): void },
    private readonly what: string,
  ) {
    // Each piece of work listens.
    setMaxListeners(0, this.stopping.signal);
  }

  /** Aborted when the work is to be released. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const begun = work();
    this.all.add(begun);
    try {
      return await begun;
    } finally {
      this.all.delete(begun);
    }
  }

  /** @param intake ends when nothing more is begun */
  async stop(graceMs: number, intake: readonly Promise<unknown>[]): Promise<void> {
    const ended = Promise.allSettled(intake).then(() => Promise.allSettled(this.all));
    if (await endsWithin(ended, graceMs)) return;
    this.log.warn(`${this.all.size} ${this.what} did not finish in ${graceMs} ms: they are handed back`);
    this.stopping.abort();
    if (!(await endsWithin(ended, HAND_BACK_MS)))
      this.log.warn(`${this.all.size} ${this.what} are left to the next worker`);
  }
}
