import { AppError, Semaphore } from '@app/common';
import { Injectable } from '@nestjs/common';

/** A page of more rows is a large read. */
export const LARGE_PAGE = 200;
/** Statements and texts of large reads at a time; the other connections, and most of the event loop, are for what is small. */
const AT_ONCE = 2;
/** Large reads that are being made; with more, each would take longer than a client waits. */
const MOST_READS = 32;
const RETRY_SECONDS = 5;

/**
 * Bounds the large reads of a process, each of which is thousands of rows and megabytes of text, or seconds of work: long pages of lists and
 * searches, searches for many words, exports of searches, large lineages. They run piece by piece, alternately: a reader who is slow, or
 * gone, occupies nothing between two pieces, and many of them neither take all memory nor let others wait.
 */
@Injectable()
export class LargeReads {
  private readonly turns = new Semaphore({ atOnce: AT_ONCE });
  /** Reads that wait for a slot, or have one. */
  private wanting = 0;

  /** Asked before a large read begins. @throws {AppError} SERVICE_UNAVAILABLE where too many are being made */
  requireRoom(): void {
    if (this.wanting < MOST_READS) return;
    const message = `Too many large answers are being made: ${MOST_READS} at one time; ask again later, or for less`;
    throw new AppError('SERVICE_UNAVAILABLE', message, { retryAfter: RETRY_SECONDS });
  }

  /** Makes one piece of a large read. A piece must not wait for another one. */
  async turn<T>(work: () => Promise<T>): Promise<T> {
    // eslint-disable-next-line house/no-learned-ways -- reads that are under way
    this.wanting += 1;
    try {
      return await this.turns.run(work);
    } finally {
      // eslint-disable-next-line house/no-learned-ways -- reads that are under way
      this.wanting -= 1;
    }
  }

  /** Reads a page: in a slot if it is long. @throws {AppError} SERVICE_UNAVAILABLE */
  page<T>(rows: number, work: () => Promise<T>): Promise<T> {
    return this.read(rows > LARGE_PAGE, work);
  }

  /** Reads in a slot a read that is known to be large. @throws {AppError} SERVICE_UNAVAILABLE */
  async read<T>(isLarge: boolean, work: () => Promise<T>): Promise<T> {
    if (!isLarge) return work();
    this.requireRoom();
    return this.turn(work);
  }
}
