import { AppError } from '@app/common';

const MIB = 1024 * 1024;
/** Bytes of bodies that are being received or worked on. With what they become while they are read, a multiple of it. */
const BUDGET = 256 * MIB;
/** A body up to here is small: it is not asked who sends it, and does not wait behind large ones. */
export const SMALL_BODY = MIB;
/** Bytes that large bodies leave to small ones. */
const KEPT_FOR_SMALL = 32 * MIB;
/** How long a body waits for memory; its connection is not read meanwhile. */
const WAIT_MS = 10_000;

/** Bytes that one request has reserved of the budget. */
interface Hold {
  bytes: number;
}

interface Waiting {
  readonly hold: Hold;
  readonly bytes: number;
  readonly admit: () => void;
}

/**
 * Bounds the bytes of request bodies in memory of the process, over all clients. A body that does not fit
 * waits unread; after the maximum wait it is refused with a retry hint.
 */
export class BodyBudget {
  private used = 0;
  private readonly waiting = new Set<Waiting>();

  constructor(
    private readonly bytes = BUDGET,
    private readonly keptForSmall = KEPT_FOR_SMALL,
    private readonly waitMs = WAIT_MS,
  ) {}

  /**
   * Reserves further bytes for a request, as soon as there is room.
   *
   * @param leaving gives the signal that ends a wait
   * @throws {AppError} SERVICE_UNAVAILABLE where there is none for 10 s; the reason of the signal when it is aborted
   */
  async take(hold: Hold, bytes: number, leaving: () => AbortSignal): Promise<void> {
    if (this.fits(hold, bytes)) this.add(hold, bytes);
    else await this.wait(hold, bytes, leaving());
  }

  /** Releases all bytes of a request. */
  release(hold: Hold): void {
    this.used -= hold.bytes;
    hold.bytes = 0;
    for (const next of [...this.waiting]) if (this.fits(next.hold, next.bytes)) this.admit(next);
  }

  private fits(hold: Hold, bytes: number): boolean {
    const room = hold.bytes + bytes > SMALL_BODY ? this.bytes - this.keptForSmall : this.bytes;
    // A body larger than the whole budget is admitted alone.
    return this.used + bytes <= room || this.used === hold.bytes;
  }

  private add(hold: Hold, bytes: number): void {
    hold.bytes += bytes;
    this.used += bytes;
  }

  private admit(next: Waiting): void {
    this.waiting.delete(next);
    this.add(next.hold, next.bytes);
    next.admit();
  }

  private async wait(hold: Hold, bytes: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const end = (settle: () => void): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        this.waiting.delete(entry);
        settle();
      };
      const leave = () => end(() => reject(signal.reason as Error));
      const timer = setTimeout(() => end(() => reject(this.full())), this.waitMs);
      const entry: Waiting = { hold, bytes, admit: () => end(resolve) };
      signal.addEventListener('abort', leave);
      this.waiting.add(entry);
    });
  }

  private full(): AppError {
    const message = `Too many request bodies are being received: ${this.used} bytes, of ${this.bytes} at one time; send it again later`;
    return new AppError('SERVICE_UNAVAILABLE', message, { retryAfter: this.waitMs / 1_000 });
  }
}
