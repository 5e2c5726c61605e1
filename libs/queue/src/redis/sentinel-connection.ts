import { SentinelConnector, type SentinelConnectionOptions } from 'ioredis';

/** Member of ioredis (5) that its types keep private: the subscription, by the connection made last, to what Sentinels announce. */
interface Watching {
  failoverDetector: { cleanup(): void } | null;
}

/**
 * Connects to the primary that Sentinels name.
 *
 * In ioredis that subscription goes on while the next connection is made. A switch of the primary, which often comes just then, ended
 * the attempt, and with it the client for good: a worker took no more jobs until it was started again.
 */
export class SentinelConnection extends SentinelConnector {
  /** @param options as ioredis gives them */
  constructor(options: unknown) {
    super(options as SentinelConnectionOptions);
  }

  override connect(...words: Parameters<SentinelConnector['connect']>): ReturnType<SentinelConnector['connect']> {
    const watching = this as unknown as Watching;
    watching.failoverDetector?.cleanup();
    watching.failoverDetector = null;
    return super.connect(...words);
  }
}
