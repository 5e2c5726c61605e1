import { setTimeout as delay } from 'node:timers/promises';
import { endsWithin } from '@app/common';
import { HttpExchange, type HttpAnswer } from '../connect/http-exchange';
import { LimitedRows } from '../connect/limited-rows';
import type { Cell, Rows, Session, SessionContext, SessionLimits } from '../engine';
import { SourceError, wasCancelled } from '../reason';
import { explainTrino, isHeaderText, type TrinoConfig, TrinoError } from './trino-connection';
import { TRINO } from './trino-dialect';

/** Beyond the time-out of the source itself, for the way there and back. */
const SPARE_SECONDS = 10;
/** Most bytes of one answer, which is a page: rows are counted across them. */
const PAGE_BYTES = 64 * 1024 * 1024;
/** The protocol has clients ask again after these. */
const BUSY: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const BUSY_TRIES = 10;
const BUSY_MS = 100;
/** A statement that is cancelled answers that it is; where its node is gone it does not. */
const CANCEL_MS = 5_000;

/** A page of the answer to a statement. All numbers are texts. */
interface Page {
  readonly nextUri?: string;
  readonly columns?: readonly { readonly name: string }[];
  readonly data?: readonly (readonly unknown[])[];
  readonly error?: { readonly errorName?: string; readonly message?: string };
}

/** Reading of one catalog: read-only transactions, over HTTP. A statement that fails ends its transaction; the next one begins another. */
export class TrinoSession implements Session {
  readonly dialect = TRINO;
  private readonly headers: Record<string, string>;
  private readonly limits: SessionLimits;
  private transaction?: string;
  private running?: { readonly ended: Promise<unknown>; next?: string };
  private cancelled = false;

  private constructor(
    private readonly exchange: HttpExchange,
    private readonly config: TrinoConfig,
    { program, limits }: SessionContext,
  ) {
    this.limits = limits;
    const { user, password, catalog } = config;
    const token = Buffer.from(`${user}:${password ?? ''}`).toString('base64');
    this.headers = {
      'content-type': 'text/plain; charset=utf-8',
      'user-agent': 'metadata-catalog',
      'x-trino-user': user,
      'x-trino-source': program,
      'x-trino-catalog': catalog,
      'x-trino-time-zone': 'UTC',
      'x-trino-session': `query_max_run_time=${limits.statementSeconds}s`,
      ...(password !== undefined && { authorization: `Basic ${token}` }),
    };
  }

  /** @throws {SourceError} where it cannot be connected */
  static async open(config: TrinoConfig, context: SessionContext): Promise<TrinoSession> {
    const session = new TrinoSession(new HttpExchange(config, context), config, context);
    try {
      await session.begin(context.limits.connectSeconds);
      return session;
    } catch (error) {
      session.exchange.close();
      throw new SourceError(explainTrino(error, config), { cause: error });
    }
  }

  async query(
    sql: string,
    _params: readonly Cell[] = [],
    bounds: Partial<Pick<SessionLimits, 'rows' | 'bytes'>> = {},
  ): Promise<Rows> {
    if (this.cancelled) throw wasCancelled();
    const asked = this.run(sql, { ...this.limits, ...bounds });
    this.running = { ended: asked.catch(() => undefined) };
    try {
      return await asked;
    } catch (error) {
      this.transaction = undefined;
      if (this.cancelled) throw wasCancelled(error);
      throw new SourceError(explainTrino(error, this.config, sql), { cause: error });
    } finally {
      this.running = undefined;
    }
  }

  enter(schema: string): Promise<void> {
    // Of a name that no header takes unqualified names stay unknown.
    if (isHeaderText(schema)) this.headers['x-trino-schema'] = schema;
    else delete this.headers['x-trino-schema'];
    return Promise.resolve();
  }

  async now(): Promise<number> {
    const { rows } = await this.query('SELECT CAST(floor(to_unixtime(now()) * 1000) AS bigint)');
    return Number(rows[0]![0]);
  }

  async cancel(): Promise<void> {
    this.cancelled = true;
    const { running } = this;
    if (!running) return;
    const until = Date.now() + CANCEL_MS;
    // Before its first answer it has no place yet.
    while (Date.now() < until) {
      if (running.next !== undefined) await this.drop(running.next);
      if (await endsWithin(running.ended, BUSY_MS)) return;
    }
    this.exchange.close();
  }

  async close(): Promise<void> {
    if (this.transaction !== undefined && !this.running)
      await this.pages('ROLLBACK', () => undefined, this.limits.connectSeconds).catch(() => undefined);
    this.exchange.close();
  }

  private async begin(seconds: number): Promise<void> {
    await this.pages('START TRANSACTION READ ONLY', () => undefined, seconds);
    // A name that is not there is told by a statement alone.
    await this.run(`SHOW SCHEMAS FROM ${TRINO.name(this.config.catalog)} LIKE 'information_schema'`, this.limits);
  }

  private async run(sql: string, limits: SessionLimits): Promise<Rows> {
    const seconds = limits.connectSeconds + limits.statementSeconds + SPARE_SECONDS;
    if (this.transaction === undefined) await this.pages('START TRANSACTION READ ONLY', () => undefined, seconds);
    const collected = new LimitedRows(limits);
    let columns: readonly string[] = [];
    await this.pages(
      sql,
      (page) => {
        if (page.columns) columns = page.columns.map(({ name }) => name);
        for (const row of page.data ?? []) collected.add(row.map(cellOf));
        return collected.excess;
      },
      seconds,
    );
    return { columns, rows: collected.rows };
  }

  /** Follows an answer from page to page. @param take why no further page is asked for */
  private async pages(sql: string, take: (page: Page) => SourceError | undefined, seconds: number): Promise<void> {
    let answer = await this.ask('POST', '/v1/statement', seconds, sql);
    for (;;) {
      const page = pageOf(answer.body);
      const started = answer.headers['x-trino-started-transaction-id'];
      if (typeof started === 'string') this.transaction = started;
      if (answer.headers['x-trino-clear-transaction-id'] !== undefined) this.transaction = undefined;
      if (page.error) throw new TrinoError(page.error.errorName ?? '', page.error.message ?? 'no message');
      const excess = take(page);
      // The rest of the way is the server's own; where it leads is not the server's to say.
      const next = page.nextUri === undefined ? undefined : pathOf(page.nextUri);
      if (excess) {
        if (next !== undefined) await this.drop(next);
        throw excess;
      }
      if (next === undefined) return;
      if (this.running) this.running.next = next;
      answer = await this.ask('GET', next, seconds);
    }
  }

  private async ask(method: 'GET' | 'POST', path: string, seconds: number, body?: string): Promise<HttpAnswer> {
    const headers = { ...this.headers, 'x-trino-transaction-id': this.transaction ?? 'NONE' };
    for (let i = 0; ; i++) {
      const answer = await this.exchange.ask({
        method,
        path,
        headers,
        seconds,
        bytes: PAGE_BYTES,
        ...(body !== undefined && { body }),
      });
      if (answer.status === 200) return answer;
      if (BUSY.has(answer.status) && i < BUSY_TRIES) await delay(BUSY_MS);
      else throw refusal(answer);
    }
  }

  /** Ends a statement in the cluster. */
  private async drop(path: string): Promise<void> {
    const { headers, limits } = this;
    await this.exchange
      .ask({ method: 'DELETE', path, headers, seconds: limits.connectSeconds, bytes: PAGE_BYTES })
      .catch(() => undefined);
  }
}

function refusal({ status, body }: HttpAnswer): Error {
  if (status === 401) return new TrinoError('UNAUTHORIZED', body || 'The cluster asks for other credentials');
  if (status === 403) return new TrinoError('FORBIDDEN', body || 'The cluster refuses this user');
  return new TrinoError('UNAVAILABLE', `The answer is no page of a cluster of Trino: status ${status}`);
}

/** Digits beyond those of a double are kept: what is no text becomes one. */
function pageOf(body: string): Page {
  const texts = body.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    token.startsWith('"') ? token : `"${token}"`,
  );
  try {
    return JSON.parse(texts) as Page;
  } catch (error) {
    throw new TrinoError('UNAVAILABLE', `The answer is no page of a cluster of Trino: ${String(error)}`);
  }
}

const pathOf = (uri: string): string => {
  const { pathname, search } = new URL(uri);
  return pathname + search;
};

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | boolean);
}
