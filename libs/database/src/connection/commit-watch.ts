import { AppError, PeriodicTask, READY, notReady, withTimeout, type PartState } from '@app/common';
import { Logger } from '@nestjs/common';
import { sqlState } from '../transaction';

/** How often it is looked whether something is stuck, in ms. */
const LOOK_MS = 1_000;
/** A connection that is in use for longer is a reason to ask the server, in ms. */
const SUSPECT_MS = 1_000;
/** Time for the answer, in ms. */
const ANSWER_MS = 2_000;
/** A commit that waits for so long is no slow standby any more, in ms: writes are refused before they would wait as well. */
const STALL_MS = 3_000;
/** Longest wait where the settings say nothing else, in ms. */
const LIMIT_MS = 8_000;
/** Retry-After in seconds. */
const RETRY_AFTER = 5;

/** The server as the watch sees it. */
export interface WatchedServer {
  /** How long the oldest commit has waited for a synchronous standby, in ms; 0 where none waits. */
  readonly askWait: () => Promise<number>;
  /** Ends what `askWait` uses. */
  readonly rest: () => void;
  /** How long a connection of this process has been in use, the longest, in ms. */
  readonly longestUse: () => number;
  /** Ends connections that have been in use for longer. */
  readonly abort: (olderThanMs: number, error: Error) => void;
}

/** A write that is under way. */
interface Write {
  readonly since: number;
  readonly fail: (error: AppError) => void;
}

/**
 * The watch over writes whose end does not come, since a synchronous standby is lost or the server is frozen. While commits wait, further
 * writes are refused, so that reads find connections. A write that was under way is answered after the limit; its connection stays in use
 * until the server answers, and returns to the pool then. A server that answers nothing has the connections ended instead.
 */
export class CommitWatch {
  /** Writes of which the end was not waited for, since the start. */
  readonly counts = { unanswered: 0 };
  private readonly log = new Logger('Database');
  private readonly writes = new Set<Write>();
  private readonly task = new PeriodicTask(() => this.look(), {
    ...{ restMs: LOOK_MS, longestRetryMs: LOOK_MS, log: this.log },
    failing: 'it is not known whether commits wait',
  });
  private waitMs = 0;
  private silentSince: number | undefined;

  constructor(
    private readonly server: WatchedServer,
    private readonly limitMs = LIMIT_MS,
  ) {}

  start(): void {
    this.task.start();
  }

  close(): void {
    void this.task.stop();
    this.server.rest();
  }

  /** How long the oldest commit waits for a standby, in ms. */
  get oldestWaitMs(): number {
    return this.waitMs;
  }

  /** Records what the server reported of the oldest wait to another query. */
  note(waitMs: number): void {
    const wasStalled = this.isStalled;
    this.waitMs = waitMs;
    if (this.isStalled === wasStalled) return;
    if (wasStalled) this.log.log('commits are confirmed again: writes go on');
    else this.log.error(`${this.reason()}: writes are refused until it confirms them; reads work`);
  }

  state(): PartState {
    return this.isStalled ? notReady(this.reason()) : READY;
  }

  /**
   * Runs a write, which may go on after this has failed.
   * @throws {AppError} SERVICE_UNAVAILABLE at once while commits wait, and after the limit for a write whose end has not come
   */
  run<T>(work: () => Promise<T>): Promise<T> {
    if (this.isStalled) throw refused(this.reason());
    return new Promise<T>((resolve, reject) => {
      const write: Write = { since: performance.now(), fail: reject };
      this.writes.add(write);
      void work()
        .then(resolve, reject)
        .finally(() => this.writes.delete(write));
    });
  }

  private get isStalled(): boolean {
    return this.waitMs >= STALL_MS;
  }

  private reason(): string {
    return `a commit has waited ${Math.round(this.waitMs / 1_000)} s for a synchronous standby (synchronous_standby_names)`;
  }

  private async look(): Promise<void> {
    if (this.waitMs === 0 && this.silentSince === undefined && this.server.longestUse() < SUSPECT_MS)
      return this.server.rest();
    const asked = performance.now();
    try {
      this.note(await withTimeout(this.server.askWait(), ANSWER_MS, 'The database'));
      this.silentSince = undefined;
    } catch (error) {
      // An answer, if only a refusal.
      if (sqlState(error) !== undefined && /^[0-9A-Z]{5}$/.test(sqlState(error) ?? '')) this.silentSince = undefined;
      else this.silentSince ??= asked;
      this.server.rest();
    }
    this.giveUp();
  }

  private giveUp(): void {
    const now = performance.now();
    // A single missed answer is a busy machine.
    const isSilent = this.silentSince !== undefined && now - this.silentSince >= this.limitMs / 2;
    if (!this.isStalled && !isSilent) return;
    for (const write of this.writes) {
      if (now - write.since < this.limitMs - LOOK_MS) continue;
      this.writes.delete(write);
      this.counts.unanswered++;
      write.fail(
        unconfirmed(Math.round((now - write.since) / 1_000), isSilent ? 'the database does not answer' : this.reason()),
      );
    }
    if (isSilent)
      this.server.abort(this.limitMs - LOOK_MS, new Error('Connection terminated: the database does not answer'));
  }
}

function refused(reason: string): AppError {
  const message = `Nothing was written: ${reason}. Reads work`;
  return new AppError('SERVICE_UNAVAILABLE', message, { retryAfter: RETRY_AFTER });
}

function unconfirmed(seconds: number, reason: string): AppError {
  const message =
    `The write was not confirmed within ${seconds} s and may have been written: ${reason}. ` +
    'Send it again with the same Idempotency-Key, or look before it is sent again';
  return new AppError('SERVICE_UNAVAILABLE', message, { retryAfter: RETRY_AFTER });
}
