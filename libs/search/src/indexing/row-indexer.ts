import { endsWithin, OutageLog, type Fault } from '@app/common';
import { isOutage, query, type Database, type PreparedStatement } from '@app/database';
import { Logger } from '@nestjs/common';
import { queueAgain, spreadWideEntries, takeEntries } from '../backend/dirty-set';
import type { RowWriter } from './row-writer';

/** Documents that a search waits for, where the settings say nothing else: while more are to be written it is answered without them. */
export const MOST_AWAITED = 5_000;
/** Longest wait of a search, or of a writer, in ms. */
const LONGEST_WAIT_MS = 5_000;
/** Documents of one transaction. */
const BLOCK = 500;
/** How long documents gather after a commit, in ms: several documents take a third of the time that each takes alone. */
const GATHER_MS = 20;
/** While others follow each other closely they gather for so long, in ms, and until there were so many: a search waits for them all. */
const LONGEST_GATHER_MS = 80;
const MOST_GATHERED = 24;
/** Time without waiting for documents after some could not be written, in ms. */
const REST_MS = 1_000;

/** Advisory lock of the process that writes queued rows; any constant unused by other programs. "rows" in ASCII. */
const LOCK = 0x726f7773;

const BEGIN = {
  name: 'search-begin-rows',
  text: `select pg_try_advisory_xact_lock(${LOCK}) as free, exists (select from search_mark where wide) as wide`,
};
const BEGIN_WAITING = {
  name: 'search-await-rows',
  text: `select exists (select from search_mark where wide) as wide from pg_advisory_xact_lock(${LOCK})`,
};

/** If the end of such a transaction is lost with the server, so is that it took entries: they are there again, and taken again. */
const NOT_DURABLE = 'SET LOCAL synchronous_commit = off';

/** The number of queued documents, counted up to $1, and the newest transaction that queued some: PostgreSQL 14 has no `max(xid8)`. */
const QUEUED = {
  name: 'search-queued',
  text: `with queued as materialized (select xid, wide from search_mark limit (select $1::int))
         select (select count(*)::int from queued) as entries,
                (select q.xid::text from queued q order by q.xid desc limit 1) as newest,
                exists (select from queued where wide) as wide`,
};
const LEFT = {
  name: 'search-rows-left',
  text: `select exists (select from search_mark where xid <= $1::xid8 and not wide) as any`,
};

const BEHIND = 'the search index is behind';

interface Queued {
  readonly entries: number;
  readonly newest: string | null;
  readonly wide: boolean;
}

/**
 * Writes the rows of the index that transactions queue: soon after each commit, in blocks, and before each search. One
 * process at a time writes, and reads a document behind the commit that queued it: of two changes the last row shows both.
 */
export class RowIndexer {
  private readonly log = new Logger('Search');
  private readonly writing = new OutageLog(this.log, 'the search index is written again');
  private readonly asking = new OutageLog(this.log, 'the search index is asked again what is queued');
  private timer: NodeJS.Timeout | undefined;
  /** The commits that the timer waits with. */
  private readonly gathered = { count: 0, since: 0 };
  private underWay: Promise<unknown> = Promise.resolve();
  private upcoming: Promise<boolean> | undefined;
  /** Whether the last transaction left more than it took. */
  private isBehind = false;
  private failedAt = -REST_MS;
  private isClosed = false;

  constructor(
    private readonly database: Database,
    private readonly writer: RowWriter,
    private readonly most = MOST_AWAITED,
  ) {}

  /**
   * Starts the timer after a commit. While there is more than one transaction takes, the writer waits for the next, but for no longer than
   * it wrote: rows take less time than what they show, so the queue grows no faster than it is taken, and a small write does not wait for
   * what a large one has queued.
   */
  committed(tookMs: number): Promise<void> | undefined {
    this.arm();
    return this.isBehind && this.isWorking ? endsWithin(this.next(true), tookMs).then(() => undefined) : undefined;
  }

  /** Writes the rows of queued documents, block by block. Resolves with false when nothing is left that this process could write now. */
  async step(): Promise<boolean> {
    await this.lookAgain();
    return (await this.isAnyQueued()) && this.next(false);
  }

  /** The statements that fail each time. */
  get faults(): readonly Fault[] {
    return [...this.asking.faults, ...this.writing.faults];
  }

  /** Retries the read of the queue after failures: there may be no other read for long. Never rejects. */
  async lookAgain(): Promise<void> {
    if (this.asking.faults.length > 0) await this.queued().catch(() => undefined);
  }

  /**
   * Resolves when the rows show all that was committed before; without that where it takes too long, where it is too much, and where it
   * fails: a search is answered all the same.
   */
  async untilCurrent(): Promise<void> {
    // It was noted as a fault.
    await this.current().catch(() => undefined);
  }

  private async current(): Promise<void> {
    const deadline = performance.now() + LONGEST_WAIT_MS;
    for (let isAgain = true; isAgain;) {
      const { entries, newest, wide } = await this.queued();
      if (entries === 0 || entries > this.most || newest === null) return;
      do {
        if (!this.isWorking || performance.now() > deadline) return;
        await this.next(true);
      } while (await this.isLeft(newest));
      // The entries that replace a wide one are newer.
      isAgain = wide && entries > 1;
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.underWay;
  }

  private arm(): void {
    if (this.isClosed) return;
    const now = performance.now();
    if (this.timer === undefined) {
      this.timer = setTimeout(() => void this.catchUp(), GATHER_MS).unref();
      Object.assign(this.gathered, { count: 1, since: now });
    } else if (++this.gathered.count < MOST_GATHERED && now - this.gathered.since < LONGEST_GATHER_MS)
      this.timer.refresh();
  }

  private get isWorking(): boolean {
    return performance.now() - this.failedAt > REST_MS;
  }

  private async queued(): Promise<Queued> {
    return this.ask<Queued & object>(QUEUED, this.most + 1);
  }

  /** One statement in place of a transaction, which most steps need not begin. True where that cannot be known. */
  private async isAnyQueued(): Promise<boolean> {
    return this.queued().then(
      ({ entries }) => entries > 0,
      () => true,
    );
  }

  private async isLeft(newest: string): Promise<boolean> {
    return (await this.ask<{ any: boolean }>(LEFT, newest)).any;
  }

  private async ask<Row extends object>(statement: PreparedStatement, value: unknown): Promise<Row> {
    try {
      const [found] = await this.database.read<Row>(statement, [value]);
      this.asking.succeeded();
      return found!;
    } catch (error) {
      this.failedAt = performance.now();
      this.asking.failed(BEHIND, error);
      throw error;
    }
  }

  private async catchUp(): Promise<void> {
    this.timer = undefined;
    try {
      if ((await this.queued()).entries === 0) return;
      while (!this.isClosed && (await this.next(false)));
    } catch {
      // It was noted as a fault.
    }
  }

  /** The next transaction; concurrent callers share it. */
  private next(waits: boolean): Promise<boolean> {
    return (this.upcoming ??= this.underWay.then(() => {
      this.upcoming = undefined;
      const turn = this.write(waits);
      this.underWay = turn;
      return turn;
    }));
  }

  /** Never rejects. Returns whether there may be more. */
  private async write(waits: boolean): Promise<boolean> {
    try {
      this.isBehind = await this.blockOrEach(waits);
      this.writing.succeeded();
      return this.isBehind;
    } catch (error) {
      this.failedAt = performance.now();
      this.writing.failed(BEHIND, error);
      return false;
    }
  }

  private async blockOrEach(waits: boolean): Promise<boolean> {
    try {
      return (await this.block(BLOCK, waits)) >= BLOCK;
    } catch (error) {
      this.failedAt = performance.now();
      // No document is the cause of an outage.
      if (isOutage(error)) throw error;
      this.log.warn(`a block of documents is not written, now one by one: ${(error as Error).message}`);
      for (let i = 0; i < BLOCK && (await this.one()); i++);
      return false;
    }
  }

  /** A document that cannot be written must not block the others: it goes to the end of the queue. */
  private async one(): Promise<boolean> {
    try {
      return (await this.block(1, true)) > 0;
    } catch (error) {
      this.log.error(`a document is not written: ${(error as Error).message}`);
      await this.database.aside(async (tx) => queueAgain(tx, await takeEntries(tx, 1)));
      return true;
    }
  }

  /** Returns how many entries it took. */
  private async block(most: number, waits: boolean): Promise<number> {
    // What the timer waits with is taken now, unless something comes between.
    const isAwaited = this.timer !== undefined;
    clearTimeout(this.timer);
    this.timer = undefined;
    try {
      const taken = await this.taken(most, waits);
      if (taken === undefined || (isAwaited && taken >= most)) this.arm();
      return taken ?? 0;
    } catch (error) {
      if (isAwaited) this.arm();
      throw error;
    }
  }

  /** Undefined where another process is at work: it may have looked before the last commit of this one. */
  private async taken(most: number, waits: boolean): Promise<number | undefined> {
    return await this.database.aside(async (tx) => {
      const beginning = query<{ free?: boolean; wide: boolean }>(tx, waits ? BEGIN_WAITING : BEGIN);
      const [[begun]] = await Promise.all([beginning, query(tx, NOT_DURABLE)]);
      if (begun?.free === false) return undefined;
      if (begun?.wide) await spreadWideEntries(tx);
      const nodes = await takeEntries(tx, most);
      if (nodes.length > 0) await this.writer.write(tx, nodes);
      return nodes.length;
    }, LONGEST_WAIT_MS);
  }
}
