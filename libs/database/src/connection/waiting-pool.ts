import { AppError } from '@app/common';
import type { PoolClient, PoolConfig } from 'pg';
import { FreshPool, type PoolCallback as Callback } from './fresh-pool';
import { ResilientClient } from '../resilient-client';

/**
 * How long a request waits while no connection comes free for anybody, in ms: with what is around it, its 503 is
 * there within 2 s.
 * While they come free, the queue moves and waiting requests go on waiting.
 */
const WAIT_MS = 1_500;
/** How long a request waits in a queue that moves, in ms: the caller has given up by then. */
const LONGEST_WAIT_MS = 30_000;
/**
 * How long a connection may take to stand, in ms. On a busy machine it takes longer than a request waits, most of all
 * when all of
 * them are lost at once: discarding late connections and starting again would load the machine indefinitely. A
 * connection attempt to a server that drops all packets occupies a slot of the pool that long, and service must be
 * restored 10 s after such a fault.
 */
const STAND_MS = 5_000;
/** How recently a connection came free in a queue that moves, in ms. */
const MOVING_MS = 1_000;
/** Retry-After in seconds: by then another request has probably finished. */
const RETRY_AFTER = 1;

interface Waiting {
  readonly callback: Callback;
  readonly since: number;
}

const noDone = (): void => undefined;

/**
 * A pool with a queue of its own: the request that has waited longest gets the next connection, whether released or
 * opened for another request. A connection that opens too late for its requester serves the next one.
 */
export class WaitingPool extends FreshPool {
  private readonly waiting: Waiting[] = [];
  private readonly most: number;
  /** Connections in use, and those being opened. */
  private lent = 0;
  /** Those in use, with the instant since which they are. */
  private readonly inUse = new Map<PoolClient, number>();
  private begun = 0;
  /** When a connection was last handed out. */
  private movedAt = -Infinity;
  /** The timer of the request that has waited longest: all others may wait longer. */
  private timer: NodeJS.Timeout | undefined;

  constructor(config: PoolConfig) {
    super({ Client: ResilientClient, ...config, connectionTimeoutMillis: STAND_MS });
    this.most = this.options.max;
    this.on('acquire', (client) => {
      this.lent++;
      this.inUse.set(client, performance.now());
    });
    // The pool emits it before it takes the connection back.
    this.on('release', (_error, client) => {
      this.inUse.delete(client);
      process.nextTick(() => this.taken());
    });
  }

  /** Requests that have no connection yet. */
  get waitingRequests(): number {
    return this.waiting.length;
  }

  /** Whether requests wait, and connections came free for them until a moment ago: then the server answers. */
  get isMoving(): boolean {
    return this.waiting.length > 0 && performance.now() - this.movedAt < MOVING_MS;
  }

  /** How long a connection has been in use, the longest, in ms. */
  get longestUse(): number {
    const [since = Infinity] = this.inUse.values();
    return Math.max(0, performance.now() - since);
  }

  /** Ends the connections that have been in use for longer, so that whatever was sent on them fails. */
  abort(olderThanMs: number, error: Error): void {
    const before = performance.now() - olderThanMs;
    for (const [client, since] of this.inUse)
      if (since <= before) (client as PoolClient & ResilientClient).abort(error);
  }

  /**
   * Fails where no connection is free and none came free for as long as a request waits: for requests that waited since then for something
   * else and would now wait as long again.
   * @param since instant of `performance.now()` at which the caller began to wait
   */
  requireMovement(since: number): void {
    if (this.lent + this.begun < this.most) return;
    if (this.patienceLeft(since) <= 0) throw this.failure(since);
  }

  protected override lend(callback: Callback): void {
    this.waiting.push({ callback, since: performance.now() });
    this.watch();
    this.begin();
  }

  /** Asks the pool for as many connections as are waited for and may be lent. */
  private begin(): void {
    while (this.begun < this.waiting.length && this.lent + this.begun < this.most) {
      this.begun++;
      this.lendFresh((error, client, done) => {
        this.begun--;
        if (!client) process.nextTick(() => this.begin());
        this.give(error, client, done);
      });
    }
  }

  private give(
    error: Error | undefined,
    client: PoolClient | undefined,
    done: (release?: Error | boolean) => void,
  ): void {
    const next = this.waiting.shift();
    if (client) this.movedAt = performance.now();
    if (next) next.callback(error, client, done);
    else if (client) done();
  }

  private taken(): void {
    this.lent--;
    this.begin();
  }

  /** Checks the oldest waiting request: all others may wait longer. */
  private watch(): void {
    const [first] = this.waiting;
    if (!first || this.timer) return;
    // eslint-disable-next-line house/one-of-each-tool -- a deadline that moves
    this.timer = setTimeout(() => {
      this.timer = undefined;
      while (this.waiting[0] && this.patienceLeft(this.waiting[0].since) <= 0) {
        const { callback, since } = this.waiting.shift() as Waiting;
        callback(this.failure(since), undefined, noDone);
      }
      this.watch();
    }, this.patienceLeft(first.since)).unref();
  }

  private patienceLeft(since: number): number {
    const now = performance.now();
    return Math.min(Math.max(since, this.movedAt) + WAIT_MS, since + LONGEST_WAIT_MS) - now;
  }

  /** If no connection is in use, the server refuses connections: the message is the driver's own. */
  private failure(since: number): Error {
    if (this.lent === 0) return new Error('timeout exceeded when trying to connect');
    const seconds = Math.round((performance.now() - since) / 100) / 10;
    const message = `The database is busy: none of its ${this.most} connections came free for this request in ${seconds} s`;
    return new AppError('SERVICE_UNAVAILABLE', message, { retryAfter: RETRY_AFTER });
  }
}
