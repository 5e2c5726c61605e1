import type { MessagePort } from 'node:worker_threads';
import type { Piece, ThreadAnswer } from './thread-message';

/**
 * The service's side of an export: the pieces from the thread, in order and on demand. The consumer must read to the
 * end or call `return`.
 */
export class ThreadPieces implements AsyncIterableIterator<Piece, void, undefined> {
  private readonly come: Piece[] = [];
  private isOpen = true;
  private failure: Error | undefined;
  private begin: () => void = () => undefined;
  private wake: () => void = () => undefined;
  private readonly answered = new Promise<void>((begin) => (this.begin = begin));

  /** @param onEnd called when nothing more is expected of the thread */
  constructor(
    private readonly port: MessagePort,
    onEnd: () => void,
  ) {
    port.on('message', (answer: ThreadAnswer) => this.take(answer));
    // Also called if the thread ended early.
    port.on('close', () => {
      this.fail(new Error('the export thread ended'));
      onEnd();
    });
  }

  /** No more pieces follow; the first error is the one reported. */
  fail(error: Error): void {
    this.end(error);
  }

  /**
   * Waits for the database, then until there is something to read, but at most `patience` ms. @throws the first
   * failure
   */
  async begun(patience: number): Promise<void> {
    await this.answered;
    if (this.isOpen && this.come.length === 0) await this.news(patience);
    if (this.failure && this.come.length === 0) throw this.failure;
  }

  /** @throws the error of the thread, after all pieces before it */
  async next(): Promise<IteratorResult<Piece, void>> {
    while (this.come.length === 0 && this.isOpen) await this.news();
    const value = this.come.shift();
    if (value === undefined && this.failure) throw this.failure;
    if (value === undefined) return { done: true, value };
    this.port.postMessage(1);
    return { done: false, value };
  }

  return(): Promise<IteratorResult<Piece, void>> {
    this.come.length = 0;
    this.end();
    this.port.close();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  private news(patience?: number): Promise<void> {
    return new Promise((wake) => {
      const timer = patience === undefined ? undefined : setTimeout(wake, patience);
      this.wake = () => {
        clearTimeout(timer);
        wake();
      };
    });
  }

  private take(answer: ThreadAnswer): void {
    if (answer.kind === 'piece' && this.isOpen) this.come.push(answer.piece);
    if (answer.kind === 'end') this.end();
    if (answer.kind === 'failed') this.end(Object.assign(answer.error, { code: answer.code }));
    this.tell();
  }

  private end(failure?: Error): void {
    if (this.isOpen) this.failure = failure;
    this.isOpen = false;
    this.tell();
  }

  private tell(): void {
    this.begin();
    this.wake();
  }
}
