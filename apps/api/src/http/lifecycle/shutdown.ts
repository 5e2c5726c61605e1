import { setMaxListeners } from 'node:events';
import { Injectable } from '@nestjs/common';

/** Signals to code that waits on behalf of a request that the process is shutting down. */
@Injectable()
export class Shutdown {
  private readonly controller = new AbortController();

  constructor() {
    // One for each request that waits.
    setMaxListeners(0, this.signal);
  }

  /** Aborted when the process was asked to end: long waits are answered at once with what is known. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  begin(): void {
    this.controller.abort();
  }
}
