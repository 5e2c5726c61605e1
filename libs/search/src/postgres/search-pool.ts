import { AppError, badRequest, Semaphore } from '@app/common';
import {
  FreshPool,
  readPreparedOn,
  ResilientClient,
  sqlState,
  type PreparedStatement,
  type RowShapes,
} from '@app/database';
import type { PoolClient, PoolConfig, QueryResultRow } from 'pg';
import type { ShapedStatement } from './statement-shapes';

export interface SearchPoolOptions {
  readonly url: string;
  /** Searches of this process at a time. */
  readonly size: number;
  /** A statement that takes longer is given up, in ms. */
  readonly timeoutMs: number;
  readonly onConnectionError?: (error: Error) => void;
  /** The class of the connections; a measurement observes its statements by it. */
  readonly Client?: typeof ResilientClient;
}

/**
 * Compiling a plan costs more than it gains here; all hits of a common word have to fit; an index is mostly in memory. The
 * planner does not know what it costs to fetch a vector from the toast table, so it shall not read all rows where an index can
 * answer.
 */
export const SEARCH_SETTINGS = {
  jit: 'off',
  work_mem: '64MB',
  random_page_cost: '1.1',
  enable_seqscan: 'off',
} as const;
const CONNECTION_WAIT_MS = 2_000;
/** Time after which the search of a process that is frozen ends, in ms. */
const IDLE_MS = 10_000;

/**
 * SQLSTATEs: cancelled by the statement time-out; an expression, a tsquery, a product of boosts or a time that
 * exceeds a PostgreSQL limit.
 */
const TIMED_OUT = '57014';
const TOO_COMPLEX = new Set(['2201B', '54001', '54000', '22023', '22003', '22008']);

/** The share of one user, while there are searches of it. */
interface Share {
  readonly turns: Semaphore;
  wanting: number;
}

export type SharedPool = Pick<SearchPool, 'read' | 'query' | 'session'>;

/** A statement, or what is asked before it, took longer than it may. */
class SearchTimeout extends Error {}

export const timedOut = (): Error => new SearchTimeout('A search took longer than it may');

export const isTimeout = (error: unknown): boolean => error instanceof SearchTimeout;

/** A separate pool for searches: a slow search never delays a write, and the database cancels it. */
export class SearchPool {
  private readonly pool: FreshPool;
  /** The row shapes of prepared statements. */
  private readonly shapes: RowShapes = new Map();
  /** By user. */
  private readonly shares = new Map<string, Share>();
  private readonly largestShare: number;
  /** Settings belong to a transaction, since behind a pooler a session is not ours beyond it. */
  private readonly beginning: string;

  /** The limit of one statement, and of all that is asked before the first one. */
  readonly timeoutMs: number;

  constructor({ url, size, timeoutMs, onConnectionError, Client = ResilientClient }: SearchPoolOptions) {
    this.pool = new FreshPool({
      connectionString: url,
      max: size,
      connectionTimeoutMillis: CONNECTION_WAIT_MS,
      keepAlive: true,
      pipeline: true,
      Client,
      application_name: 'metadata-catalog-search',
    } as PoolConfig);
    const limits = { statement_timeout: timeoutMs, idle_in_transaction_session_timeout: IDLE_MS };
    const settings = Object.entries({ ...SEARCH_SETTINGS, ...limits });
    this.beginning = ['begin', ...settings.map(([name, value]) => `set local ${name} = '${value}'`)].join('; ');
    this.timeoutMs = timeoutMs;
    this.largestShare = Math.max(1, size - Math.ceil(size / 4));
    this.pool.on('error', onConnectionError ?? ((): void => undefined));
  }

  /** A statement whose text is always the same. */
  read<Row extends QueryResultRow>(statement: PreparedStatement, values: readonly unknown[]): Promise<Row[]> {
    return this.query({ ...statement, values });
  }

  /** A statement whose text varies: it is planned for these very values, or, where it has a name, once for all. */
  query<Row extends QueryResultRow>(statement: ShapedStatement): Promise<Row[]> {
    return this.inTransaction((query) => query<Row>(statement), true);
  }

  /**
   * One transaction for statements that follow each other: a connection for each of them costs as much as reading its answer.
   * `work` must wait for no other connection of this pool.
   */
  session<T>(work: (query: SearchPool['query']) => Promise<T>): Promise<T> {
    return this.inTransaction(work, false);
  }

  /** It begins in the packet of the first statement. @param isOne and ends there, too */
  private async inTransaction<T>(work: (query: SearchPool['query']) => Promise<T>, isOne: boolean): Promise<T> {
    const client = await this.connected();
    let failed = false;
    client.sendTogether();
    // It fails only with its connection, and so do the statements behind it.
    client.query(this.beginning).catch(() => undefined);
    const end = (): void => void client.query('commit').catch(() => undefined);
    try {
      const done = work(<Row extends QueryResultRow>(statement: ShapedStatement) =>
        this.send(() => this.queryOn<Row>(client, statement)).catch((error: Error) => {
          failed = true;
          throw error;
        }),
      );
      if (isOne) end();
      return await done;
    } finally {
      if (!failed && !isOne) end();
      // After a failure it may be lost, or still be answering: the next search gets another.
      client.release(failed);
    }
  }

  private async queryOn<Row extends QueryResultRow>(
    client: PoolClient,
    { name, text, values }: ShapedStatement,
  ): Promise<Row[]> {
    const sent = values.map(withoutNul);
    if (name !== undefined) return readPreparedOn<Row>(client, { name, text }, sent, this.shapes);
    return (await client.query<Row>(text, sent)).rows;
  }

  /**
   * The pool as one user has it: at most three quarters of its connections at a time, so that the searches of one user never
   * take all of them from the others.
   */
  sharedBy(user: string): SharedPool {
    const turn = <T>(work: () => Promise<T>): Promise<T> => this.inShare(user, work);
    return {
      read: (statement, values) => turn(() => this.read(statement, values)),
      query: (statement) => turn(() => this.query(statement)),
      session: (work) => turn(() => this.session(work)),
    };
  }

  private async inShare<T>(user: string, work: () => Promise<T>): Promise<T> {
    const share = this.shares.get(user) ?? { turns: this.turns(), wanting: 0 };
    this.shares.set(user, share);
    share.wanting += 1;
    try {
      return await share.turns.run(work);
    } finally {
      share.wanting -= 1;
      if (share.wanting === 0) this.shares.delete(user);
    }
  }

  private turns(): Semaphore {
    const refusal = (): AppError => {
      const message = `${this.largestShare} statements of searches of yours are being answered, and more wait`;
      return new AppError('SERVICE_UNAVAILABLE', message, { retryAfter: 1 });
    };
    return new Semaphore({ atOnce: this.largestShare, longestWaitMs: CONNECTION_WAIT_MS, refusal });
  }

  private async connected(): Promise<PoolClient & ResilientClient> {
    try {
      return (await this.pool.connect()) as PoolClient & ResilientClient;
    } catch (error) {
      throw unavailable(error);
    }
  }

  /** Searches are answered by connections that are opened from now on. */
  renew(): void {
    this.pool.renew();
  }

  async close(): Promise<void> {
    if (!this.pool.ended) await this.pool.end();
  }

  /**
   * @throws {SearchTimeout}
   * @throws {AppError} BAD_REQUEST for what is too complex, SERVICE_UNAVAILABLE where the database does not answer
   */
  private async send<Row>(statement: () => Promise<Row[]>): Promise<Row[]> {
    try {
      return await statement();
    } catch (error) {
      const state = sqlState(error);
      if (state === TIMED_OUT) throw timedOut();
      if (state !== undefined && TOO_COMPLEX.has(state)) throw badRequest('The query is too complex for a search');
      if (isOutage(state)) throw unavailable(error);
      throw error;
    }
  }
}

/** No SQLSTATE at all: the connection failed. Class 08: connection, 53: resources, 57P: shutdown. */
function isOutage(state: string | undefined): boolean {
  return state === undefined || !/^[0-9A-Z]{5}$/.test(state) || /^(?:08|53|57P)/.test(state);
}

function unavailable(cause: unknown): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'The search does not answer', { retryAfter: 1, cause });
}

/** The search is there, and this query is too much for the time that it has; at a quieter moment it may be answered. */
export function tookTooLong(cause: unknown): AppError {
  const message = 'The query takes too long; make it smaller: fewer values, narrower filters';
  return new AppError('SERVICE_UNAVAILABLE', message, { retryAfter: 1, cause });
}

/**
 * PostgreSQL text cannot contain U+0000, so nothing indexed has it; in queries it is replaced by a character that no
 * indexed text has.
 */
function withoutNul(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNul);
  return typeof value === 'string' ? value.replaceAll('\0', '\uffff') : value;
}
