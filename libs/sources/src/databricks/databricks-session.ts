import { setTimeout as delay } from 'node:timers/promises';
import { endsWithin } from '@app/common';
import { ApiError } from '../connect/api-error';
import { cellOf, LimitedRows } from '../connect/limited-rows';
import { StatementSession } from '../connect/statement-session';
import type { Rows, SessionContext, SessionLimits } from '../engine';
import { SourceError } from '../reason';
import { readingFault } from '../sql/guard';
import { DatabricksApi, type Statement } from './databricks-api';
import type { DatabricksConfig } from './databricks-connection';
import { DATABRICKS } from './databricks-dialect';
import { explainDatabricks } from './databricks-explain';

const MS = 1_000;
/** A warehouse that rests is started by a statement, which waits for it. */
const START_SECONDS = 600;
const FIRST_LOOK_MS = 20;
const LONGEST_LOOK_MS = 500;
/** Most bytes of a result that the API answers itself; larger ones lie at other hosts, which are not asked. */
const INLINE_BYTES = 25 * 1024 * 1024;

/** Reading of one catalog: statements that are asked after until they have ended. It has no transaction and no snapshot. */
export class DatabricksSession extends StatementSession {
  readonly dialect = DATABRICKS;
  protected override readonly cancelling = { everyMs: 200, tries: 20 };
  /** Id of the statement that runs, once it is known. */
  private statement?: string;
  private schema?: string;

  private constructor(
    private readonly api: DatabricksApi,
    private readonly config: DatabricksConfig,
    limits: SessionLimits,
  ) {
    super(limits, (error, statement) => explainDatabricks(error, config, statement));
  }

  /** @throws {SourceError} where it cannot be connected */
  static open(config: DatabricksConfig, context: SessionContext): Promise<DatabricksSession> {
    const session = new DatabricksSession(new DatabricksApi(config, context), config, context.limits);
    return session.opened(session.begin());
  }

  enter(schema: string): Promise<void> {
    this.schema = schema;
    return Promise.resolve();
  }

  now(): Promise<number> {
    return this.numberOf('SELECT unix_millis(current_timestamp())');
  }

  async close(): Promise<void> {
    if (this.running) await this.end();
    this.cut();
  }

  /** Here a statement that begins with WITH may write. */
  protected override requireReading(sql: string): void {
    const fault = readingFault(sql, DATABRICKS);
    if (fault !== undefined)
      throw new SourceError({ reason: 'notReadOnly', message: `The statement is not sent: ${fault}` });
  }

  /** Waits for a warehouse that starts no longer than a connection may take: the first statement of the reading waits on. */
  private async begin(): Promise<void> {
    const { catalog } = this.config;
    // A missing catalog is reported only by a statement.
    const from = catalog === undefined ? '' : ` FROM ${DATABRICKS.name(catalog, 'information_schema', 'schemata')}`;
    const submitted = await this.submit(`SELECT 1${from} LIMIT 1`, this.limits);
    const ended = this.ended(submitted);
    if (!(await endsWithin(ended, this.limits.connectSeconds * MS))) ended.catch(() => undefined);
  }

  private submit(sql: string, limits: SessionLimits): Promise<Statement> {
    const { catalog } = this.config;
    return this.api.submit(sql, {
      ...{ row_limit: limits.rows + 1, byte_limit: INLINE_BYTES },
      ...(catalog !== undefined && { catalog }),
      ...(this.schema !== undefined && { schema: this.schema }),
    });
  }

  protected async run(sql: string, limits: SessionLimits): Promise<Rows> {
    this.statement = undefined;
    const submitted = await this.submit(sql, limits);
    const { statement_id: id } = submitted;
    this.statement = id;
    const { manifest, result } = await this.ended(submitted);
    const collected = new LimitedRows(limits);
    for (let chunk = result; chunk;) {
      for (const row of chunk.data_array ?? []) if (!collected.add(row.map(cellOf))) throw collected.excess!;
      const next = chunk.next_chunk_index;
      chunk = next === undefined ? undefined : await this.api.chunk(id, next);
    }
    if (manifest?.truncated)
      throw new SourceError({ reason: 'tooLarge', message: `The result has more than ${INLINE_BYTES} bytes` });
    return { columns: (manifest?.schema?.columns ?? []).map(({ name }) => name), rows: collected.rows };
  }

  /** Asks after a statement until it has ended. Its time begins when it runs, not when its warehouse starts. */
  private async ended(submitted: Statement): Promise<Statement> {
    let statement = submitted;
    let until = Date.now() + START_SECONDS * MS;
    let isBegun = false;
    for (let wait = FIRST_LOOK_MS; ; wait = Math.min(wait * 2, LONGEST_LOOK_MS)) {
      const { state, error } = statement.status;
      if (state === 'SUCCEEDED') return statement;
      if (state !== 'PENDING' && state !== 'RUNNING')
        throw new ApiError(0, error?.error_code ?? state, error?.message ?? `The statement is ${state}`);
      if (state === 'RUNNING' && !isBegun) {
        isBegun = true;
        until = Date.now() + this.limits.statementSeconds * MS;
      }
      if (this.cancelled) await this.stop(submitted.statement_id);
      if (Date.now() >= until) {
        await this.stop(submitted.statement_id);
        const what = isBegun
          ? `took longer than ${this.limits.statementSeconds} s`
          : 'waited too long for its warehouse';
        throw new ApiError(0, 'DEADLINE_EXCEEDED', `The statement ${what}`);
      }
      await delay(wait);
      statement = await this.api.state(submitted.statement_id);
    }
  }

  protected async end(): Promise<void> {
    if (this.statement !== undefined) await this.stop(this.statement);
  }

  private async stop(id: string): Promise<void> {
    await this.api.cancel(id).catch(() => undefined);
  }

  protected cut(): void {
    this.api.close();
  }
}
