import { AppError } from '@app/common';

/** Failures in a row that open it. */
const FAILURES = 3;
/** How long it stays open before one call may try again, in ms. */
const PAUSE_MS = 1_000;

/** The error for an unavailable search server; it names the component, never the address. */
export const searchUnavailable = (cause?: unknown): AppError =>
  new AppError('SERVICE_UNAVAILABLE', 'The search engine does not answer', { retryAfter: 1, cause });

/**
 * Circuit breaker for an unavailable server: after several consecutive failures calls fail at once, except for one
 * trial call per second.
 */
export class CircuitBreaker {
  private failures = 0;
  private nextTry = 0;

  constructor(private readonly now: () => number = Date.now) {}

  get isOpen(): boolean {
    return this.failures >= FAILURES;
  }

  /**
   * @param isFailure whether an error says that the server is away
   * @throws {AppError} SERVICE_UNAVAILABLE without a call while it is open
   */
  async call<T>(work: () => Promise<T>, isFailure: (error: unknown) => boolean): Promise<T> {
    this.admit();
    try {
      const result = await work();
      this.failures = 0;
      return result;
    } catch (error) {
      if (isFailure(error)) this.failed();
      else this.failures = 0;
      throw error;
    }
  }

  private admit(): void {
    if (!this.isOpen) return;
    if (this.now() < this.nextTry) throw searchUnavailable();
    // The next caller waits for the outcome of this try.
    this.nextTry = this.now() + PAUSE_MS;
  }

  private failed(): void {
    this.failures += 1;
    this.nextTry = this.now() + PAUSE_MS;
  }
}
