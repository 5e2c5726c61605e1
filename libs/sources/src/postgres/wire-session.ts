import { endsWithin } from '@app/common';
import type { Client } from 'pg';
import { StatementSession } from '../connect/statement-session';
import type { Cell, Rows, SessionContext, SessionLimits } from '../engine';
import { LimitedQuery } from './limited-query';
import type { PostgresConfig } from './postgres-config';
import type { explainPostgres } from './postgres-explain';
import { connected, type Line } from './postgres-line';

const CLOSE_MS = 2_000;

export interface Opened {
  readonly line: Line;
  readonly config: PostgresConfig;
  readonly context: SessionContext;
  readonly explain: typeof explainPostgres;
  /** Id of the process in the server, by which a second connection ends its statement. */
  readonly pid: number;
  /** Begins the reading on another line, where this one was cut. @returns the id of the process there */
  readonly begin: (client: Client) => Promise<number>;
}

/** A session by the protocol of PostgreSQL; servers that speak it differ in how a transaction goes on after an error. */
export abstract class WireSession extends StatementSession {
  protected line: Line;
  private pid: number;
  /** A second connection, which ends the statement of the first. */
  private other?: Line;

  constructor(private readonly parts: Opened) {
    super(parts.context.limits, (error, statement) => parts.explain(error, parts.config, statement));
    this.line = parts.line;
    this.pid = parts.pid;
  }

  override async cancel(): Promise<void> {
    await super.cancel();
    await this.other?.client.end().catch(() => undefined);
  }

  async close(): Promise<void> {
    void this.other?.client.end().catch(() => undefined);
    const ended = this.line.client.end().catch(() => undefined);
    if (!(await endsWithin(ended, CLOSE_MS))) this.cut();
  }

  protected async run(sql: string, limits: SessionLimits, params: readonly Cell[]): Promise<Rows> {
    let stopped: Promise<void> | undefined;
    const query = new LimitedQuery(sql, params, limits, () => void (stopped = this.end().catch(() => undefined)));
    this.line.limit.expect(limits.bytes);
    // Where the connection is gone already the driver refuses by the query's own error.
    this.line.client.query(query);
    try {
      return await query.ended;
    } finally {
      // One that came later would end the next statement.
      await stopped;
    }
  }

  /** A line that was cut is replaced by another, whose snapshot is a new one. */
  protected override async recover(): Promise<void> {
    if (!this.line.limit.wasExceeded) return this.rollBack();
    const { config, context, explain, begin } = this.parts;
    this.line = await connected(config, context, explain);
    this.pid = await begin(this.line.client);
    await this.again();
  }

  /** Rolls back what a statement that failed has left. */
  protected abstract rollBack(): Promise<void>;

  /** Does on a new line what was done on the one before it. */
  protected abstract again(): Promise<unknown>;

  protected async end(): Promise<void> {
    const { config, context, explain } = this.parts;
    this.other ??= await connected(config, context, explain);
    await this.other.client.query('SELECT pg_cancel_backend($1)', [this.pid]);
  }

  /** Destroys the line, which the server notices. */
  protected cut(): void {
    this.line.socket.destroy();
  }
}
