import type { MessagePort } from 'node:worker_threads';
import { ReaderGone } from '../read/reader-gone';
import type { Piece, ThreadAnswer } from './thread-message';
import { ON_THE_WAY } from './thread-message';

/** The thread's side of an export: sending waits until the reader has taken earlier pieces. */
export class Outlet {
  private room = ON_THE_WAY;
  private isGone = false;
  private wake: () => void = () => undefined;

  /** @param onGone called when the reader leaves */
  constructor(
    private readonly port: MessagePort,
    onGone: () => void,
  ) {
    port.on('message', (more: number) => {
      this.room += more;
      this.wake();
    });
    port.on('close', () => {
      this.isGone = true;
      this.wake();
      onGone();
    });
  }

  begin(): void {
    this.answer({ kind: 'begun' });
  }

  /** @throws {ReaderGone} */
  async put(piece: Piece): Promise<void> {
    while (this.room === 0 && !this.isGone) await new Promise<void>((wake) => (this.wake = wake));
    if (this.isGone) throw new ReaderGone();
    this.room--;
    this.answer({ kind: 'piece', piece }, buffersOf(piece));
  }

  end(): void {
    this.answer({ kind: 'end' });
    this.port.close();
  }

  fail(error: Error): void {
    this.answer({ kind: 'failed', error, code: (error as { code?: unknown }).code });
    this.port.close();
  }

  private answer(answer: ThreadAnswer, transferred: ArrayBuffer[] = []): void {
    this.port.postMessage(answer, transferred);
  }
}

/** Buffers that are transferred instead of copied. */
function buffersOf(piece: Piece): ArrayBuffer[] {
  return typeof piece === 'string' ? [] : [piece.from.buffer as ArrayBuffer, piece.to.buffer as ArrayBuffer];
}
