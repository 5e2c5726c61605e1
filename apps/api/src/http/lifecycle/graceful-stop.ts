import type { Server } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { Shutdown } from './shutdown';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** Requests that are not done by then are cut, so that all is closed before a supervisor's 10 s are over. */
const DRAIN_MS = 8_000;
/** After this time the process exits without waiting any longer. */
const END_MS = 9_500;
/** How soon a connection is closed after its last answer. */
const IDLE_CHECK_MS = 50;

/** Ends an API in order: no new connections, requests in work are finished, then the modules close what they hold. */
export class GracefulStop {
  private stopping: Promise<void> | undefined;

  constructor(
    private readonly app: NestFastifyApplication,
    private readonly logger: Logger,
  ) {}

  /** On the first signal; further ones change nothing. `exit` ends the process. */
  onSignals(exit: (code: number) => void = (code) => process.exit(code)): void {
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (this.stopping) return;
        this.logger.info({ signal }, 'stopping');
        setTimeout(() => this.giveUp(exit), END_MS).unref();
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
    await this.drain(this.app.getHttpServer() as Server);
    await this.app.close();
    this.logger.info('stopped');
  }

  /** Fastify waits for all connections; those that were busy when it began to close end here as they fall idle. */
  private async drain(server: Server): Promise<void> {
    // eslint-disable-next-line house/one-of-each-tool -- one call that cannot fail, until the server is closed
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
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
