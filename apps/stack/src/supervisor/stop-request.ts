/** SIGHUP: the terminal was closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * The request to stop the stack: by a signal, or by a part that cannot continue. The first counts, the rest is
 * ignored.
 */
export class StopRequest {
  private readonly controller = new AbortController();
  private code = 0;

  readonly signal = this.controller.signal;

  /** From here on the signals end nothing by themselves, however often they come. */
  listen(): void {
    for (const name of SIGNALS) process.on(name, () => this.request(0));
  }

  request(exitCode: number): void {
    if (this.signal.aborted) return;
    this.code = exitCode;
    this.controller.abort();
  }

  get exitCode(): number {
    return this.code;
  }

  /** Resolves when the stack is to end. */
  wished(): Promise<void> {
    if (this.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => this.signal.addEventListener('abort', () => resolve(), { once: true }));
  }
}
