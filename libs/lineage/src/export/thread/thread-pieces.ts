import type { MessagePort } from 'node:worker_threads';
import type { Piece, ThreadAnswer } from './thread-message';

/**
 * The service's end of an export: what the thread made, in its order, as fast as it is asked for. Whoever has it reads it to its
 * end or returns it.
 */
export class ThreadPieces implements AsyncIterableIterator<Piece, void, undefined> {
  private readonly come: Piece[] = [];
  private isOpen = true;
  private failure: Error | undefined;
  private begin: () => void = () => undefined;
  private wake: () => void = () => undefined;
  private readonly answered = new Promise<void>((begin) => (this.begin = begin));

  /** @param onEnd told when nothing more is expected of the thread */
  constructor(
    private readonly port: MessagePort,
    onEnd: () => void,
  ) {
    port.on('message', (answer: ThreadAnswer) => this.take(answer));
    // Also where the thread ended before it said all.
    port.on('close', () => {
      this.fail(new Error('the export thread ended'));
      onEnd();
    });
  }

  /** Nothing comes any more; the first reason is the one that is told. */
  fail(error: Error): void {
    this.end(error);
  }

  /** Waits for the database, then until there is something to read, though no longer than so many ms. @throws what failed first */
  async begun(patience: number): Promise<void> {
    await this.answered;
    if (this.isOpen && this.come.length === 0) await this.news(patience);
    if (this.failure && this.come.length === 0) throw this.failure;
  }

  /** @throws what the thread failed with, behind all that came before */
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
