import { AppError } from '@app/common';
import { Injectable } from '@nestjs/common';

/** Streams of one user at one time in this process: each is judged, and sent, by itself whenever something happens. */
const MOST_OF_ONE = 100;
const RETRY_SECONDS = 5;

/** Counts the open streams of each user. */
@Injectable()
export class OpenStreams {
  private readonly open = new Map<string, number>();

  /**
   * Counts one more.
   * @returns what is called once when it has ended
   * @throws {AppError} SERVICE_UNAVAILABLE where the user has too many
   */
  take(userId: string): () => void {
    const count = this.open.get(userId) ?? 0;
    if (count >= MOST_OF_ONE) {
      const message = `You have ${MOST_OF_ONE} open streams of events here; end some, or come back later`;
      throw new AppError('SERVICE_UNAVAILABLE', message, { retryAfter: RETRY_SECONDS });
    }
    this.open.set(userId, count + 1);
    return () => this.release(userId);
  }

  private release(userId: string): void {
    const left = (this.open.get(userId) ?? 1) - 1;
    if (left) this.open.set(userId, left);
    else this.open.delete(userId);
  }
}
