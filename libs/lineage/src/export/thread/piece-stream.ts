import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';
import type { EdgeKeys } from '../edge-queue';

/**
 * Text is sent as strings: bytes could be transferred without a copy, but do not trigger garbage collection, and an
 * export left up to 64 MB of them behind. Strings are collected in the young generation.
 */
export type Piece = string | EdgeKeys;

/** begun: the database responds. Error fields that structured cloning would lose are sent separately. */
type ThreadAnswer =
  | { readonly kind: 'begun' | 'end' }
  | { readonly kind: 'piece'; readonly piece: Piece }
  | { readonly kind: 'failed'; readonly error: Error; readonly code: unknown };

/** Pieces buffered for the socket, each about 64 Ki characters, or the ends of 500 edges. */
export const PIECES_AHEAD = 2;

/**
 * The service's side of an export: a stream of the pieces that the thread generates. The thread is asked for a piece
 * when this stream has room for one, so the reader's backpressure reaches the thread. Destroying the stream ends the
 * export.
 */
export class PieceStream extends Readable {
  constructor(private readonly port: MessagePort) {
    super({ objectMode: true, highWaterMark: PIECES_AHEAD });
    // A failure is reported to the reader; until then there is no listener.
    this.on('error', () => undefined);
    port.on('message', (answer: ThreadAnswer) => this.receive(answer));
    port.on('close', this.lost);
  }

  /** Waits until the database responds, then at most `patience` ms for the first piece. @throws the first failure */
  async begun(patience: number): Promise<void> {
    await once(this, 'begun');
    const signal = AbortSignal.timeout(patience);
    await once(this, 'readable', { signal }).catch((error: Error) => {
      if (!signal.aborted) throw error;
    });
  }

  override _read(): void {
    this.port.postMessage('next');
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.port.close();
    done(error);
  }

  private receive(answer: ThreadAnswer): void {
    switch (answer.kind) {
      case 'begun':
        this.emit('begun');
        break;
      case 'piece':
        this.push(answer.piece);
        break;
      case 'end':
        this.port.off('close', this.lost);
        this.push(null);
        break;
      case 'failed':
        this.destroy(Object.assign(answer.error, { code: answer.code }));
    }
  }

  private readonly lost = (): void => void this.destroy(new Error('the export thread ended'));
}

/** The thread's side of an export: answers each request of a `PieceStream` with the next piece. */
export function servePieces(port: MessagePort, pieces: AsyncIterator<Piece, void>): void {
  port.on('message', () => {
    pieces.next().then(
      ({ done, value }) => send(port, done ? { kind: 'end' } : { kind: 'piece', piece: value }),
      (error: Error) => sendFailure(port, error),
    );
  });
}

/** Notifies the service that the database responds. */
export function sendBegun(port: MessagePort): void {
  send(port, { kind: 'begun' });
}

export function sendFailure(port: MessagePort, error: Error): void {
  send(port, { kind: 'failed', error, code: (error as { code?: unknown }).code });
}

function send(port: MessagePort, answer: ThreadAnswer): void {
  const keys = answer.kind === 'piece' && typeof answer.piece === 'object' ? answer.piece : undefined;
  port.postMessage(answer, keys ? [keys.from.buffer, keys.to.buffer] : []);
}
