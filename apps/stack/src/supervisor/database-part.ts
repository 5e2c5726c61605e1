import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedPostgres, stopEmbeddedPostgres, type EmbeddedPostgres } from '@app/embedded';
import { BackOff } from '@app/common';

export interface DatabasePlan {
  readonly dataDir: string;
  /** That it takes at one time. */
  readonly connections: number;
  print(line: string): void;
  /** Called when the server restarted under another URL. */
  onMoved(): void;
}

/** The embedded PostgreSQL, supervised until it is stopped. */
export class DatabasePart {
  private readonly backOff = new BackOff();
  private readonly stopping = new AbortController();
  private server: EmbeddedPostgres | null = null;
  private starting: Promise<unknown> = Promise.resolve();

  constructor(private readonly plan: DatabasePlan) {}

  /**
   * Starts the server and says how. Throws EmbeddedPostgresError when this first start fails: a second would fail too.
   */
  async start(): Promise<string> {
    const server = await this.open();
    void this.keep(server);
    if (server.adopted) return 'ready, taken over: it was still running';
    return server.cold ? `ready, new in ${this.plan.dataDir}` : 'ready';
  }

  /** The connection string of the running server, or of the last one that ran. */
  get url(): string {
    if (!this.server) throw new Error('The database was not started yet');
    return this.server.url;
  }

  /** Ends the server, also one that is just starting; in good order if that takes less than the time given in ms. */
  async stop(limitMs: number): Promise<void> {
    this.stopping.abort();
    await stopEmbeddedPostgres(this.plan.dataDir, limitMs);
    await this.starting.catch(() => undefined);
    await stopEmbeddedPostgres(this.plan.dataDir, limitMs);
  }

  private async open(preferredPort?: number): Promise<EmbeddedPostgres> {
    const opening = startEmbeddedPostgres({
      dataDir: this.plan.dataDir,
      connections: this.plan.connections,
      preferredPort,
      signal: this.stopping.signal,
    });
    this.starting = opening;
    this.server = await opening;
    return this.server;
  }

  private async keep(first: EmbeddedPostgres): Promise<void> {
    for (let server = first; !this.stopping.signal.aborted;) {
      const since = performance.now();
      await server.exited();
      if (this.stopping.signal.aborted) return;
      const next = await this.reopen(server, performance.now() - since);
      if (!next) return;
      if (next.url !== server.url) this.plan.onMoved();
      server = next;
    }
  }

  /** Tries till the server is back; null when the stack is stopped meanwhile. */
  private async reopen(lost: EmbeddedPostgres, livedMs: number): Promise<EmbeddedPostgres | null> {
    for (let pauseMs = this.backOff.next(livedMs); ; pauseMs = this.backOff.next(0)) {
      this.plan.print(`database has gone; it starts again in ${pauseMs / 1000} s`);
      await delay(pauseMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      if (this.stopping.signal.aborted) return null;
      try {
        const server = await this.open(lost.port);
        this.plan.print('database is back');
        return server;
      } catch (error) {
        if (!this.stopping.signal.aborted) this.plan.print((error as Error).message);
      }
    }
  }
}
