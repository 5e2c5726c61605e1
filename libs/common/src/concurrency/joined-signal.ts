import { setMaxListeners } from 'node:events';

/**
 * A signal that is aborted with the first of some others, until it is released. What `AbortSignal.any` makes stays with each of the
 * others for as long as that lives (Node 20): some bytes for each run of a worker.
 */
export class JoinedSignal {
  private readonly controller = new AbortController();
  private readonly abort = (): void => {
    this.release();
    this.controller.abort(this.sources.find(({ aborted }) => aborted)?.reason);
  };

  constructor(private readonly sources: readonly AbortSignal[]) {
    for (const source of sources) {
      // One for each piece of work that it stops.
      setMaxListeners(0, source);
      source.addEventListener('abort', this.abort, { once: true });
    }
    if (sources.some(({ aborted }) => aborted)) this.abort();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** From now on nothing aborts it. */
  release(): void {
    for (const source of this.sources) source.removeEventListener('abort', this.abort);
  }
}
