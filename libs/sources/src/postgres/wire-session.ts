import { endsWithin } from '@app/common';
import { StatementSession } from '../connect/statement-session';
import type { Cell, Rows, SessionContext, SessionLimits } from '../engine';
import { LimitedQuery } from './limited-query';
import type { PostgresConfig } from './postgres-config';
import type { explainPostgres } from './postgres-explain';
import { connected, type Line } from './postgres-line';

const CLOSE_MS = 2_000;

/** Parts of a session. */
export interface Opened {
  readonly line: Line;
  readonly config: PostgresConfig;
  readonly context: SessionContext;
  readonly explain: typeof explainPostgres;
  /** Id of the process in the server, by which a second connection ends its statement. */
  readonly pid: number;
}

/** A session by the protocol of PostgreSQL; servers that speak it differ in how a transaction goes on after an error. */
export abstract class WireSession extends StatementSession {
  protected readonly line: Line;
  /** A second connection, which ends the statement of the first. */
  private other?: Line;

  constructor(private readonly parts: Opened) {
    super(parts.context.limits, (error, statement) => parts.explain(error, parts.config, statement));
    this.line = parts.line;
  }

  override async cancel(): Promise<void> {
    await super.cancel();
    await this.other?.client.end().catch(() => undefined);
  }

  async close(): Promise<void> {
    const ended = this.line.client.end().catch(() => undefined);
    if (!(await endsWithin(ended, CLOSE_MS))) this.cut();
  }

  protected run(sql: string, limits: SessionLimits, params: readonly Cell[]): Promise<Rows> {
    const query = new LimitedQuery(sql, params, limits);
    // Where the connection is gone already the driver refuses by the query's own error.
    this.line.client.query(query);
    return query.ended;
  }

  protected async end(): Promise<void> {
    const { config, context, explain, pid } = this.parts;
    this.other ??= await connected(config, context, explain);
    await this.other.client.query('SELECT pg_cancel_backend($1)', [pid]);
  }

  /** Destroys the line, which the server notices. */
  protected cut(): void {
    this.line.socket.destroy();
  }
}
