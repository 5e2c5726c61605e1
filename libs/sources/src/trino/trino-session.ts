import { setTimeout as delay } from 'node:timers/promises';
import { HttpExchange, type HttpAnswer } from '../connect/http-exchange';
import { cellOf, LimitedRows } from '../connect/limited-rows';
import { StatementSession } from '../connect/statement-session';
import type { Rows, SessionContext, SessionLimits } from '../engine';
import type { SourceError } from '../reason';
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

/** A page of the answer to a statement. All numbers are texts. */
interface Page {
  readonly nextUri?: string;
  readonly columns?: readonly { readonly name: string }[];
  readonly data?: readonly (readonly unknown[])[];
  readonly error?: { readonly errorName?: string; readonly message?: string };
}

/** Reading of one catalog: read-only transactions, over HTTP. A statement that fails ends its transaction; the next one begins another. */
export class TrinoSession extends StatementSession {
  readonly dialect = TRINO;
  /** A statement that is cancelled answers that it is; where its node is gone it does not. */
  protected override readonly cancelling = { everyMs: 100, tries: 50 };
  private readonly headers: Record<string, string>;
  private transaction?: string;
  /** URL of the next part of the answer to the running statement; absent before the first part. */
  private next?: string;

  private constructor(
    private readonly exchange: HttpExchange,
    private readonly config: TrinoConfig,
    { program, limits }: SessionContext,
  ) {
    super(limits, (error, statement) => explainTrino(error, config, statement));
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
  static open(config: TrinoConfig, context: SessionContext): Promise<TrinoSession> {
    const session = new TrinoSession(new HttpExchange(config, context), config, context);
    return session.opened(session.begin(context.limits.connectSeconds));
  }

  enter(schema: string): Promise<void> {
    // Of a name that no header takes unqualified names stay unknown.
    if (isHeaderText(schema)) this.headers['x-trino-schema'] = schema;
    else delete this.headers['x-trino-schema'];
    return Promise.resolve();
  }

  now(): Promise<number> {
    return this.numberOf('SELECT CAST(floor(to_unixtime(now()) * 1000) AS bigint)');
  }

  async close(): Promise<void> {
    if (this.transaction !== undefined && !this.running)
      await this.pages('ROLLBACK', () => undefined, this.limits.connectSeconds).catch(() => undefined);
    this.cut();
  }

  private async begin(seconds: number): Promise<void> {
    await this.pages('START TRANSACTION READ ONLY', () => undefined, seconds);
    try {
      // A missing name is reported only by a statement.
      await this.run(`SHOW SCHEMAS FROM ${TRINO.name(this.config.catalog)} LIKE 'information_schema'`, this.limits);
    } catch (error) {
      await this.recover();
      throw error;
    }
  }

  /** The cluster ends a transaction with a statement that fails. */
  protected override recover(): Promise<void> {
    this.transaction = undefined;
    return Promise.resolve();
  }

  protected async run(sql: string, limits: SessionLimits): Promise<Rows> {
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
    this.next = undefined;
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
      this.next = next;
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

  protected async end(): Promise<void> {
    if (this.next !== undefined) await this.drop(this.next);
  }

  protected cut(): void {
    this.exchange.close();
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

/** Digits beyond those of a double are preserved: values that are no texts become texts. */
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
