import type { Server } from 'node:http';
import { Server as Listener } from 'node:net';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { endsWithin, stopTracing } from '@app/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { Shutdown } from './shutdown';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** Requests that are not done by then are cut, so that all is closed before a supervisor's 10 s are over. */
const DRAIN_MS = 8_000;
/** After this time the process exits without waiting any longer. */
const END_MS = 9_500;
/**
 * How long connections that are idle when the stop begins stay open, in ms: a request that comes on one of them is served, with the notice
 * that it is the last one. A connection that is closed at once may have a request under way, which then fails.
 */
const LAST_REQUESTS_MS = 500;
/** How soon a connection is closed after its last answer. */
const IDLE_CHECK_MS = 50;

/** Ends an API in order: no new connections, requests in work are finished, then the modules close their resources. */
export class GracefulStop {
  private stopping: Promise<void> | undefined;

  constructor(
    private readonly app: NestFastifyApplication,
    private readonly logger: Logger,
    /** How long connections are taken after the begin of the stop, in ms. */
    private readonly delayMs = 0,
  ) {}

  /** On the first signal; further ones change nothing. `exit` ends the process. */
  onSignals(exit: (code: number) => void = (code) => process.exit(code)): void {
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (this.stopping) return;
        this.logger.info({ signal }, 'stopping');
        setTimeout(() => this.giveUp(exit), this.delayMs + END_MS).unref();
        this.stop().then(
          () => exit(0),
          (error: unknown) => {
            this.logger.error({ err: error }, 'could not stop in order');
            exit(1);
          },
        );
      });
    }
  }

  stop(): Promise<void> {
    this.stopping ??= this.drainAndClose();
    return this.stopping;
  }

  private async drainAndClose(): Promise<void> {
    this.app.get(Shutdown).begin();
    const server = this.app.getHttpServer() as Server;
    // Connections that the system took and the process did not would be reset: first balancers stop making new ones.
    if (this.delayMs > 0) await delay(this.delayMs);
    await takeArrived();
    await refuseConnections(server);
    await takeArrived();
    await this.drain(server);
    await this.app.close();
    await stopTracing();
    this.logger.info('stopped');
  }

  /** Fastify waits for all connections; those that were busy when it began to close end here as they fall idle. */
  private async drain(server: Server): Promise<void> {
    // eslint-disable-next-line house/one-of-each-tool -- one call that cannot fail, until the server is closed
    const idle = setInterval(() => setImmediate(() => server.closeIdleConnections()), IDLE_CHECK_MS);
    const deadline = setTimeout(() => {
      this.logger.warn({ waitedMs: DRAIN_MS }, 'requests in work are cut');
      server.closeAllConnections();
    }, DRAIN_MS);
    try {
      await this.app.getHttpAdapter().getInstance().close();
    } finally {
      clearInterval(idle);
      clearTimeout(deadline);
    }
  }

  private giveUp(exit: (code: number) => void): void {
    this.logger.error({ waitedMs: END_MS }, 'a module does not close; ending without it');
    exit(0);
  }
}

/**
 * Accepts the connections that wait and reads the requests that have arrived. A process that got no processor for a while comes to its timers
 * first, and would close connections that it takes for idle, with requests that it has not read.
 */
async function takeArrived(): Promise<void> {
  await nextTurn();
  // The requests of connections that were accepted in this iteration are read in the next one.
  await nextTurn();
}

/** Takes no more connections; resolves when none is left, or after the time for last requests. */
async function refuseConnections(server: Server): Promise<void> {
  // The method of an HTTP server would close idle connections as well.
  const closed = new Promise<void>((resolve) => Listener.prototype.close.call(server, () => resolve()));
  await endsWithin(closed, LAST_REQUESTS_MS);
}
