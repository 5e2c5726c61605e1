import { AppError } from '@app/common';
import type { IncomingMessage } from 'node:http';

const KIB = 1024;
/** Minimum average rate of a body, in bytes per second. */
const LEAST_A_SECOND = 16 * KIB;
/** How long a body may deliver no bytes, at its beginning or later. */
const PATIENCE_SECONDS = 10;
const MOST_AHEAD = LEAST_A_SECOND * PATIENCE_SECONDS;
const TICK_MS = 1_000;

interface PacedBody {
  readonly end: (slow: AppError) => void;
  /** Bytes that the connection had brought at the last tick. */
  read: number;
  /** Bytes received beyond the minimum, by which it may fall behind. */
  ahead: number;
}

/** Aborts bodies that arrive too slowly: their received bytes would stay in memory indefinitely. */
export class BodyPace {
  private readonly bodies = new Map<IncomingMessage, PacedBody>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly tickMs = TICK_MS) {}

  /**
   * Watches a body from now on until it is complete or its connection gone; `end` is called where it comes too slowly. Nothing for one
   * that is watched already.
   */
  watch(message: IncomingMessage, end: (slow: AppError) => void): void {
    if (this.bodies.has(message)) return;
    this.bodies.set(message, { end, read: message.socket.bytesRead, ahead: MOST_AHEAD });
    const leave = () => this.bodies.delete(message);
    message.once('end', leave).once('close', leave);
    // eslint-disable-next-line house/one-of-each-tool -- a tick of counters: nothing that fails or has to be waited for
    this.timer ??= setInterval(() => this.tick(), this.tickMs).unref();
  }

  /** Ticks are counted, not time: that this process was busy is not the sender's fault. */
  private tick(): void {
    for (const [message, body] of [...this.bodies]) {
      // Where we do not read, the sender waits for us.
      if (message.isPaused()) continue;
      const { bytesRead } = message.socket;
      body.ahead = Math.min(MOST_AHEAD, body.ahead + bytesRead - body.read) - LEAST_A_SECOND;
      body.read = bytesRead;
      if (body.ahead >= 0) continue;
      this.bodies.delete(message);
      body.end(tooSlow());
    }
    if (this.bodies.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

function tooSlow(): AppError {
  const least = `at least ${LEAST_A_SECOND / KIB} KiB a second after ${PATIENCE_SECONDS} s`;
  return new AppError('REQUEST_TIMEOUT', `The body came too slowly: it has to bring ${least}`);
}
