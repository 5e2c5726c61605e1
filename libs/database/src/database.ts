import { setTimeout as delay } from 'node:timers/promises';
import { Semaphore, type RequestOrigin } from '@app/common';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { PoolClient, QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { connectDataSource, dataSourceOptions, type DataSourceOptions } from './data-source';
import { glanceAtDisk, probeDisk } from './disk/disk-probe';
import { DiskRoom } from './disk/disk-room';
import { DiskSign } from './disk/disk-sign';
import { firstConnection } from './first-connection';
import { Listener, type Subscription } from './listener';
import {
  commit,
  isLocked,
  isReadOnly,
  isRepeatable,
  NOW_MS,
  type PreparedStatement,
  type Transaction,
} from './transaction';
import { readBytes, readPrepared, readTexts, type RowShapes, type TextRow } from './rows/prepared-read';
import { ResilientClient } from './resilient-client';
import type { RowBytes } from './rows/row-bytes';
import { CommitWait, OLDEST_COMMIT_WAIT } from './connection/commit-wait';
import { CommitWatch } from './connection/commit-watch';
import { LOCK_MS, LockWaits, LONGEST_STANDSTILL_MS, LONGEST_WAIT_MS, waitedTooLong } from './connection/lock-waits';
import { lastHost } from './connection/chosen-host';
import { warnOfSharedSessions } from './connection/shared-sessions';
import { runReads, runTransaction, type TransactionOptions } from './run-transaction';
import { WaitingPool } from './connection/waiting-pool';

const NOW: PreparedStatement = { name: 'now', text: `select ${NOW_MS}::text as now` };

/** Times that a transaction is run again after a deadlock or a serialization failure. */
const REPEATS = 8;
/**
 * Longest pause before it is, in ms, times the number of tries: so that conflicting transactions do not collide
 * again.
 */
const PAUSE_MS = 10;

/** Connections are given up at most so often, in ms: while no server takes writes each of them says so. */
const RENEWED_MS = 1_000;
/** A round trip like `select 1`, and proof that a write would be taken. */
const TAKES_WRITES = `select current_setting('transaction_read_only') = 'off' as writes, w.ms from (${OLDEST_COMMIT_WAIT}) w`;

interface Statement {
  readonly statement: PreparedStatement;
  readonly values: readonly unknown[];
}

/** Notified of each commit, with the duration of its transaction. The writer waits for a promise that it returns. */
type Follower = (tookMs: number) => Promise<void> | undefined;

/**
 * The database of a process: transactions by TypeORM, hot reads as named prepared statements by pg (TypeORM has
 * none), and
 * notifications. Every method fails with the driver's error; the HTTP layer decides which error the caller gets.
 */
@Injectable()
export class Database implements OnApplicationShutdown {
  /** Statements sent since the start: what a bench or a test asserts per request. */
  statements = 0;
  /** Transactions since the start, by their end. */
  readonly transactions = { committed: 0, rolled_back: 0, repeated: 0 };
  /** Learns from every transaction of this process, and is asked before each. */
  readonly disk: DiskRoom;
  /** Learns of commits whose end does not come. */
  readonly commits: CommitWatch;
  /** The row shapes of prepared reads. */
  // eslint-disable-next-line house/no-learned-ways -- follows from the statement
  private readonly shapes: RowShapes = new Map();
  private readonly followers: Follower[] = [];
  private readonly movers: (() => void)[] = [];
  private renewedAt = -Infinity;
  /** The answer of the database when it was last asked. */
  private takes = true;
  private asked: Promise<boolean> | undefined;
  private bulkLane = 0;
  /** Migrations that were missing when the database was last asked. */
  private pending: readonly string[] | undefined;
  private readonly locks = new LockWaits(() => Math.floor(this.reads.options.max / 4));
  private readonly writers = new Semaphore({
    atOnce: Infinity,
    longestWaitMs: LONGEST_WAIT_MS,
    longestStandstillMs: LONGEST_STANDSTILL_MS,
    refusal: waitedTooLong,
  });
  /** For bulk writes, whose transactions may take long one by one. */
  private readonly bulkWriters = new Semaphore({
    atOnce: Infinity,
    longestWaitMs: LONGEST_WAIT_MS,
    refusal: waitedTooLong,
  });

  private constructor(
    /** Where it is, with what is needed to be let in. */
    readonly url: string,
    private readonly source: DataSource,
    private readonly reads: WaitingPool,
    private readonly listener: Listener,
    /** Where the listener connects. */
    private readonly sessions: { readonly url: string; readonly setting: string },
    commitWaitMs: number | undefined,
  ) {
    const wait = new CommitWait(url);
    this.commits = new CommitWatch(
      {
        askWait: () => wait.ask(),
        rest: () => wait.rest(),
        longestUse: () => Math.max(...Object.values(this.pools).map((pool) => pool.longestUse)),
        abort: (...which) => Object.values(this.pools).forEach((pool) => pool.abort(...which)),
      },
      commitWaitMs,
    );
    this.disk = new DiskRoom({
      probe: () => runTransaction(source, probeDisk),
      glance: () => runTransaction(source, glanceAtDisk),
      sign: new DiskSign(url, (text) => reads.query(text)),
    });
  }

  /** Without Nest, and so without TypeORM entities. */
  static async connect(options: DataSourceOptions): Promise<Database> {
    const source = await connectDataSource(dataSourceOptions(options));
    return Database.on(source, options).catch(async (error: unknown) => {
      await source.destroy();
      throw error;
    });
  }

  /** @param source is connected; it ends with the database */
  static async on(source: DataSource, options: DataSourceOptions): Promise<Database> {
    const reads = new WaitingPool({
      connectionString: options.url,
      max: options.poolSize,
      keepAlive: true,
      application_name: 'metadata-catalog-reads',
      Client: options.Client ?? ResilientClient,
    });
    reads.on('error', options.onConnectionError ?? ((): void => undefined));
    try {
      await firstConnection(async () => (await reads.connect()).release());
    } catch (error) {
      await reads.end();
      throw error;
    }
    const { url, directUrl } = options;
    const sessions = directUrl ? { url: directUrl, setting: 'DATABASE_DIRECT_URL' } : { url, setting: 'DATABASE_URL' };
    return new Database(url, source, reads, new Listener(sessions.url), sessions, options.commitWaitMs);
  }

  /**
   * Runs `work` in one transaction, again from its beginning where the database asks for it. Refused while the disk is full.
   * @param origin of the request that it is for
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, origin?: RequestOrigin): Promise<T> {
    return this.begun(work, { origin });
  }

  private begun<T>(work: (tx: Transaction) => Promise<T>, options: TransactionOptions): Promise<T> {
    return this.followed(() => runTransaction(this.source, work, options));
  }

  /** Runs a transaction of which no follower is notified: for work that commits cause. @param lockTimeoutMs longest wait for a lock */
  async aside<T>(work: (tx: Transaction) => Promise<T>, lockTimeoutMs?: number): Promise<T> {
    return this.repeated(() => runTransaction(this.source, work, { lockTimeoutMs }));
  }

  /** `queuedTransaction` of one statement, such as the call of a function that locks, looks and writes: one round trip. */
  execute<Row extends QueryResultRow>(
    keys: readonly string[],
    statement: PreparedStatement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    return this.oneAtATime(keys, () =>
      this.followed(async () => (await this.writes.query<Row>({ ...statement, values: [...values] })).rows),
    );
  }

  /** Executes a statement of which no follower is notified, since nothing follows from what it writes. */
  async executeAside<Row extends QueryResultRow>(
    statement: PreparedStatement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    return this.repeated(async () => (await this.writes.query<Row>({ ...statement, values: [...values] })).rows);
  }

  /**
   * `executeAside` with reads of what follows: what `reads` asks before it waits goes out in the same packet, and its snapshots are taken
   * after the statement was committed. The rows do not wait for them. `found` resolves to undefined where they failed, and never rejects.
   */
  executeAndRead<Row extends QueryResultRow, Found>(
    { statement, values }: Statement,
    reads: (db: Pick<Database, 'read'>) => Promise<Found>,
  ): Promise<{ readonly rows: Row[]; readonly found: Promise<Found | undefined> }> {
    return this.repeated(async () => {
      const client = (await this.writes.connect()) as PoolClient & ResilientClient;
      client.sendTogether();
      const ask = async <One extends QueryResultRow>(asked: PreparedStatement, given: readonly unknown[]) =>
        (await client.query<One>({ ...asked, values: [...given] })).rows;
      const [written, found] = [ask<Row>(statement, values), reads({ read: ask })];
      void Promise.allSettled([written, found]).then((ends) =>
        client.release(ends.some(({ status }) => status === 'rejected')),
      );
      return { rows: await written, found: found.catch(() => undefined) };
    });
  }

  /** For statements that share a connection and write nothing: also while the disk is full, and nothing follows from it. */
  readTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return runReads(this.source, work);
  }

  /**
   * `transaction` of few rows, one at a time of each key in this process. The others wait for it without a connection, where each would
   * occupy one to wait for a row.
   * @param keys callers that pass several keys must pass them in one global order
   */
  queuedTransaction<T>(
    keys: readonly string[],
    work: (tx: Transaction) => Promise<T>,
    origin?: RequestOrigin,
  ): Promise<T> {
    return this.oneAtATime(keys, () =>
      this.locks.whenUnlocked((lockTimeoutMs) => this.begun(work, { origin, plansOnce: true, lockTimeoutMs })),
    );
  }

  /** Runs `work` in its slot among the writers of the keys, as `queuedTransaction` does, without a transaction. */
  oneAtATime<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const [key, ...others] = keys;
    return key === undefined ? work() : this.queued(this.writers, key, () => this.oneAtATime(others, work));
  }

  /**
   * `transaction` of few rows, for several requests that share it: it fails soon at a lock, so that no request waits for what holds
   * another one up.
   * @param origin where it turned out to be one request; else each row that it writes names the origin of its own
   */
  sharedTransaction<T>(work: (tx: Transaction) => Promise<T>, origin?: RequestOrigin): Promise<T> {
    return this.begun(work, { origin, plansOnce: true, lockTimeoutMs: LOCK_MS.again });
  }

  /** `transaction` with half of the connections at most: a transaction of many rows waits for many others. */
  bulkTransaction<T>(work: (tx: Transaction) => Promise<T>, origin?: RequestOrigin): Promise<T> {
    const lanes = Math.max(1, Math.floor(this.reads.options.max / 2));
    // eslint-disable-next-line house/no-learned-ways -- spreads bulk writes over connections
    this.bulkLane = (this.bulkLane + 1) % lanes;
    return this.queued(this.bulkWriters, this.bulkLane, () => this.transaction(work, origin));
  }

  /** For a process that serves: notices a full disk without a write of its own, and warns of a pooler that blocks notifications. */
  watch(): void {
    this.disk.watch();
    this.commits.start();
    void warnOfSharedSessions(this.sessions.url, this.sessions.setting);
  }

  /** Registers a follower, which is notified of every commit of this process that may have written something. */
  afterCommit(follower: Follower): void {
    this.followers.push(follower);
  }

  /** For work whose last statement has just been sent: the commit goes out along with it, and takes place unless a statement fails. */
  endsNow(tx: Transaction): void {
    void commit(tx);
  }

  read<Row extends QueryResultRow>(statement: PreparedStatement, values: readonly unknown[]): Promise<Row[]> {
    this.countStatement();
    return readPrepared(this.reads, statement, values, this.shapes);
  }

  /** `read` of many rows: each is the texts of its columns. */
  readTexts(statement: PreparedStatement, values: readonly unknown[]): Promise<readonly TextRow[]> {
    this.countStatement();
    return readTexts(this.reads, statement, values, this.shapes);
  }

  /** `read` of rows that are only passed on: each is handed over as it comes, and is the driver's again afterwards. */
  readBytes(statement: PreparedStatement, values: readonly unknown[], onRow: (row: RowBytes) => void): Promise<void> {
    this.countStatement();
    return readBytes(this.reads, statement, values, this.shapes, onRow);
  }

  /** For a statement whose text varies: it is planned each time. */
  async query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    this.countStatement();
    const { rows } = await this.reads.query<Row>(text, [...values]);
    return rows;
  }

  /**
   * Calls `handler` with the payload of each notification on `channel`, and `onGap` when some may have been missed because
   * the connection was lost. Returns when the subscription stands.
   */
  listen(channel: string, handler: (payload: string) => void, onGap: () => void): Promise<Subscription> {
    return this.listener.listen(channel, handler, onGap);
  }

  /** Now, by the clock of the database, in epoch ms: those of the processes may differ from it and from each other. */
  async now(): Promise<number> {
    const [row] = await this.read<{ now: string }>(NOW, []);
    return Number(row?.now);
  }

  /** Resolves where the database answers. Connections that come free for others show it: a check does not wait behind them. */
  async ping(): Promise<void> {
    if (!this.reads.isMoving) await this.reads.query('select 1');
  }

  /** Whether it takes writes; as it was last where requests wait for connections. Where it takes none, connections are opened anew. Those who ask together share the answer. */
  takesWrites(): Promise<boolean> {
    if (this.reads.isMoving) return Promise.resolve(this.takes);
    // eslint-disable-next-line house/no-learned-ways -- of questions at the same time, which share one answer
    return (this.asked ??= this.askWrites().finally(() => (this.asked = undefined)));
  }

  private async askWrites(): Promise<boolean> {
    const { rows } = await this.reads.query<{ writes: boolean; ms: number }>(TAKES_WRITES);
    // eslint-disable-next-line house/no-learned-ways -- of health, which is told while no connection is free
    this.takes = rows[0]?.writes === true;
    this.commits.note(rows[0]?.ms ?? 0);
    if (!this.takes) this.renew();
    return this.takes;
  }

  /** Has `mover` called when the server turned out to take no writes any more: another one may have replaced it. */
  whenMoved(mover: () => void): void {
    this.movers.push(mover);
  }

  /** Names of the migrations that this program knows and the database lacks; as they were last where requests wait for connections. */
  async pendingMigrations(): Promise<readonly string[]> {
    if (this.pending && this.reads.isMoving) return this.pending;
    const known = this.source.migrations.map(({ name, constructor }) => name ?? constructor.name);
    const { rows } = await this.reads.query<{ name: string }>('select name from migration');
    const done = new Set(rows.map(({ name }) => name));
    // eslint-disable-next-line house/no-learned-ways -- of health, which is told while no connection is free
    this.pending = known.filter((name) => !done.has(name));
    return this.pending;
  }

  /** Where its connections lead now, for a thread that connects by itself. */
  get hostUrl(): string {
    return lastHost(this.url);
  }

  /** The pools of connections of this process, by name. */
  get pools(): Readonly<Record<string, WaitingPool>> {
    return { reads: this.reads, writes: this.writes };
  }

  /** The connections of transactions. */
  private get writes(): WaitingPool {
    return (this.source.driver as PostgresDriver & { readonly master: WaitingPool }).master;
  }

  private countStatement(): void {
    // eslint-disable-next-line house/no-learned-ways -- counts, and nothing follows from it
    this.statements++;
  }

  private async followed<T>(work: () => Promise<T>): Promise<T> {
    const since = performance.now();
    const done = await this.repeated(work);
    const tookMs = performance.now() - since;
    for (const follower of this.followers) {
      const waited = follower(tookMs);
      if (waited) await waited;
    }
    return done;
  }

  private async repeated<T>(work: () => Promise<T>): Promise<T> {
    this.disk.requireRoom();
    for (let attempt = 1; ; attempt++) {
      try {
        const done = await this.commits.run(work);
        // eslint-disable-next-line house/no-learned-ways -- counts, and nothing follows from it
        this.transactions.committed++;
        return done;
      } catch (error) {
        this.disk.note(error);
        if (isReadOnly(error)) this.renew();
        const isLast = attempt > REPEATS || !isRepeatable(error);
        // eslint-disable-next-line house/no-learned-ways -- counts, and nothing follows from it
        this.transactions[isLast && !isLocked(error) ? 'rolled_back' : 'repeated']++;
        if (isLast) throw error;
        await delay(Math.random() * PAUSE_MS * attempt);
      }
    }
  }

  private renew(): void {
    // eslint-disable-next-line house/no-learned-ways -- of health, which is told while no connection is free
    this.takes = false;
    if (performance.now() - this.renewedAt < RENEWED_MS) return;
    // eslint-disable-next-line house/no-learned-ways -- says when connections are opened anew, not what is asked by them
    this.renewedAt = performance.now();
    for (const pool of Object.values(this.pools)) pool.renew();
    this.listener.renew();
    for (const mover of this.movers) mover();
  }

  private queued<T>(writers: Semaphore, key: unknown, work: () => Promise<T>): Promise<T> {
    const since = performance.now();
    return writers.runKeyed(key, () => {
      this.writes.requireMovement(since);
      return work();
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.close();
  }

  async close(): Promise<void> {
    this.commits.close();
    await this.disk.close();
    await this.listener.close();
    await Promise.all([
      this.source.isInitialized ? this.source.destroy() : undefined,
      this.reads.ended ? undefined : this.reads.end(),
    ]);
  }
}
