import { endsWithin } from '@app/common';
import type { Cell, Rows, Session, SessionContext, SessionLimits } from '../engine';
import { SourceError, wasCancelled } from '../reason';
import type { Dialect } from '../sql/dialect';
import { LimitedQuery } from './limited-query';
import type { PostgresConfig } from './postgres-config';
import type { explainPostgres } from './postgres-explain';
import { connected, type Line } from './postgres-line';

/** A cancel that comes before the statement has begun is lost: it is sent again until the statement has ended. */
const CANCEL_EVERY_MS = 100;
const CANCEL_TRIES = 20;
const CLOSE_MS = 2_000;

/** Parts of a session. */
export interface Opened {
  readonly line: Line;
  readonly config: PostgresConfig;
  readonly context: SessionContext;
  /** Id of the process in the server, by which a second connection ends its statement. */
  readonly pid: number;
}

/** A session by the protocol of PostgreSQL; servers that speak it differ in how a transaction goes on after an error. */
export abstract class WireSession implements Session {
  abstract readonly dialect: Dialect;
  protected readonly line: Line;
  private running?: { readonly ended: Promise<unknown> };
  private cancelled = false;

  protected constructor(
    private readonly opened: Opened,
    private readonly explain: typeof explainPostgres,
  ) {
    this.line = opened.line;
  }

  abstract enter(schema: string): Promise<void>;
  abstract now(): Promise<number>;
  /** Takes the transaction up again after a statement that failed. */
  protected abstract recover(): Promise<unknown>;

  async query(
    sql: string,
    params: readonly Cell[] = [],
    bounds: Partial<Pick<SessionLimits, 'rows' | 'bytes'>> = {},
  ): Promise<Rows> {
    if (this.cancelled) throw wasCancelled();
    const query = new LimitedQuery(sql, params, { ...this.opened.context.limits, ...bounds });
    const ended = query.ended.catch(() => undefined);
    this.running = { ended };
    try {
      // Where the connection is gone already the driver refuses by the query's own error.
      this.line.client.query(query);
      return await query.ended;
    } catch (error) {
      await this.recover().catch(() => undefined);
      if (this.cancelled && !(error instanceof SourceError)) throw wasCancelled(error);
      throw new SourceError(this.explain(error, this.opened.config, sql), { cause: error });
    } finally {
      this.running = undefined;
    }
  }

  async cancel(): Promise<void> {
    this.cancelled = true;
    if (!this.running) return;
    const { ended } = this.running;
    const { config, context, pid } = this.opened;
    const other = await connected(config, context, this.explain).catch(() => undefined);
    try {
      for (let i = 0; other && i < CANCEL_TRIES; i++) {
        await other.client.query('SELECT pg_cancel_backend($1)', [pid]);
        if (await endsWithin(ended, CANCEL_EVERY_MS)) return;
      }
    } catch {
      // As where the source gives no second connection.
    } finally {
      await other?.client.end().catch(() => undefined);
    }
    // The server notices that nobody listens any more.
    this.line.socket.destroy();
  }

  async close(): Promise<void> {
    const ended = this.line.client.end().catch(() => undefined);
    if (!(await endsWithin(ended, CLOSE_MS))) this.line.socket.destroy();
  }
}
