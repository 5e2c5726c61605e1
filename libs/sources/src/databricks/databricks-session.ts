import { setTimeout as delay } from 'node:timers/promises';
import { endsWithin } from '@app/common';
import { ApiError } from '../connect/api-error';
import { LimitedRows } from '../connect/limited-rows';
import type { Cell, Rows, Session, SessionContext, SessionLimits } from '../engine';
import { SourceError, wasCancelled } from '../reason';
import { guardFault } from '../sql/guard';
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
const CANCEL_EVERY_MS = 200;
const CANCEL_TRIES = 20;

interface Running {
  id?: string;
  ended: Promise<unknown>;
}

/** Reading of one catalog: statements that are asked after until they have ended. It has no transaction and no snapshot. */
export class DatabricksSession implements Session {
  readonly dialect = DATABRICKS;
  private running?: Running;
  private schema?: string;
  private cancelled = false;

  private constructor(
    private readonly api: DatabricksApi,
    private readonly config: DatabricksConfig,
    private readonly limits: SessionLimits,
  ) {}

  /** @throws {SourceError} where it cannot be connected */
  static async open(config: DatabricksConfig, context: SessionContext): Promise<DatabricksSession> {
    const session = new DatabricksSession(new DatabricksApi(config, context), config, context.limits);
    try {
      await session.begin();
      return session;
    } catch (error) {
      session.api.close();
      throw new SourceError(explainDatabricks(error, config), { cause: error });
    }
  }

  async query(
    sql: string,
    _params: readonly Cell[] = [],
    bounds: Partial<Pick<SessionLimits, 'rows' | 'bytes'>> = {},
  ): Promise<Rows> {
    if (this.cancelled) throw wasCancelled();
    requireGuarded(sql);
    const running: Running = { ended: Promise.resolve() };
    const asked = this.run(sql, { ...this.limits, ...bounds }, running);
    running.ended = asked.catch(() => undefined);
    this.running = running;
    try {
      return await asked;
    } catch (error) {
      if (this.cancelled) throw wasCancelled(error);
      throw new SourceError(explainDatabricks(error, this.config, sql), { cause: error });
    } finally {
      this.running = undefined;
    }
  }

  enter(schema: string): Promise<void> {
    this.schema = schema;
    return Promise.resolve();
  }

  async now(): Promise<number> {
    const { rows } = await this.query('SELECT unix_millis(current_timestamp())');
    return Number(rows[0]![0]);
  }

  async cancel(): Promise<void> {
    this.cancelled = true;
    const { running } = this;
    if (!running) return;
    for (let i = 0; i < CANCEL_TRIES; i++) {
      await this.end(running);
      if (await endsWithin(running.ended, CANCEL_EVERY_MS)) return;
    }
    this.api.close();
  }

  async close(): Promise<void> {
    if (this.running) await this.end(this.running);
    this.api.close();
  }

  /** Waits for a warehouse that starts no longer than a connection may take: the first statement of the reading waits on. */
  private async begin(): Promise<void> {
    const { catalog } = this.config;
    // A catalog that is not there is told by a statement alone.
    const from = catalog === undefined ? '' : ` FROM ${DATABRICKS.name(catalog, 'information_schema', 'schemata')}`;
    const submitted = await this.submit(`SELECT 1${from} LIMIT 1`, this.limits);
    const ended = this.ended(submitted, { id: submitted.statement_id, ended: Promise.resolve() });
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

  private async run(sql: string, limits: SessionLimits, running: Running): Promise<Rows> {
    const submitted = await this.submit(sql, limits);
    running.id = submitted.statement_id;
    const { manifest, result } = await this.ended(submitted, running);
    const collected = new LimitedRows(limits);
    for (let chunk = result; chunk;) {
      for (const row of chunk.data_array ?? []) if (!collected.add(row.map(cellOf))) throw collected.excess!;
      const next = chunk.next_chunk_index;
      chunk = next === undefined ? undefined : await this.api.chunk(running.id, next);
    }
    if (manifest?.truncated)
      throw new SourceError({ reason: 'tooLarge', message: `The result has more than ${INLINE_BYTES} bytes` });
    return { columns: (manifest?.schema?.columns ?? []).map(({ name }) => name), rows: collected.rows };
  }

  /** Asks after a statement until it has ended. Its time begins when it runs, not when its warehouse starts. */
  private async ended(submitted: Statement, running: Running): Promise<Statement> {
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
      if (this.cancelled) await this.end(running);
      if (Date.now() >= until) {
        await this.end(running);
        const what = isBegun
          ? `took longer than ${this.limits.statementSeconds} s`
          : 'waited too long for its warehouse';
        throw new ApiError(0, 'DEADLINE_EXCEEDED', `The statement ${what}`);
      }
      await delay(wait);
      statement = await this.api.state(submitted.statement_id);
    }
  }

  private async end({ id }: Running): Promise<void> {
    if (id !== undefined) await this.api.cancel(id).catch(() => undefined);
  }
}

/** Refuses what is no reading: here a statement that begins with WITH may write. @throws {SourceError} `notReadOnly` */
function requireGuarded(sql: string): void {
  const fault = guardFault(sql, DATABRICKS);
  if (fault !== undefined)
    throw new SourceError({ reason: 'notReadOnly', message: `The statement is not sent: ${fault}` });
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
}
