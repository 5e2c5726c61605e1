import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const KIB = 1024;
const MIB = 1024 * KIB;
/** Bytes of answers that wait for their readers, over all connections: as many as bodies may take, so that an API's memory has one bound for each way. */
const BUDGET = 256 * MIB;
/** The system buffers answers up to this size, even without a reader. */
const SMALL_ANSWER = 64 * KIB;
/** A larger answer has to be read at the minimum rate. */
const LARGE_ANSWER = MIB;
/** Minimum average rate at which a large answer is taken, in bytes per second: that of bodies. */
const LEAST_A_SECOND = 16 * KIB;
const PATIENCE_SECONDS = 10;
/** Bytes a second: an answer that is read as fast is not ended over the budget, since it is out soon. */
const FAST_A_SECOND = MIB;
const TICK_MS = 1_000;

/** How many bytes wait to be written, which the public interface reports only when a whole write is done. */
interface WritingSocket extends Socket {
  readonly _handle?: { readonly writeQueueSize?: number } | null;
}

type Answered = (error: Error | null, payload?: unknown) => void;

interface UnreadAnswer {
  readonly bytes: number;
  readonly socket: WritingSocket;
  left: number;
  /** Taken by the system during the last tick. */
  taken: number;
  ticks: number;
}

/**
 * Bounds the answers that are given and not read: each is in memory until its last byte is taken. Where they are over the budget,
 * connections end that took nothing lately, the oldest first, then the slowest. Answers that are streamed are made as they are read, and
 * are not among them.
 */
export class UnreadAnswers {
  private held = 0;
  /** The oldest first. */
  private readonly answers = new Map<ServerResponse, UnreadAnswer>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly budget = BUDGET,
    private readonly tickMs = TICK_MS,
  ) {}

  /**
   * Called before an answer is given to its socket.
   * @returns what to write: a large text becomes bytes here, since the system would copy it to write it, and buffer both until it is read
   */
  watch<Payload>(response: ServerResponse, payload: Payload): Payload | Buffer {
    const answer = typeof payload === 'string' && payload.length > LARGE_ANSWER ? Buffer.from(payload) : payload;
    this.add(response, answer);
    return answer;
  }

  private add(response: ServerResponse, payload: unknown): void {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
    const { socket } = response;
    if (bytes <= SMALL_ANSWER || !socket) return;
    this.held += bytes;
    this.answers.set(response, { bytes, socket, left: bytes, taken: 0, ticks: 0 });
    response.once('close', () => {
      this.held -= bytes;
      this.answers.delete(response);
    });
    // eslint-disable-next-line house/one-of-each-tool -- a tick of counters: nothing that fails or has to be waited for
    this.timer ??= setInterval(() => this.tick(), this.tickMs).unref();
    this.shed();
  }

  /** Ticks are counted, not time: that this process was busy is not the reader's fault. */
  private tick(): void {
    for (const answer of this.answers.values()) {
      const left = Math.min(answer.left, answer.socket._handle?.writeQueueSize ?? answer.socket.writableLength);
      answer.taken = answer.left - left;
      answer.left = left;
      answer.ticks += 1;
      if (isTooSlow(answer)) answer.socket.destroy();
    }
    this.shed();
    if (this.answers.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private shed(): void {
    if (this.held <= this.budget) return;
    const slow = [...this.answers.values()].filter((answer) => answer.ticks > 1 && paceOf(answer) < FAST_A_SECOND);
    let over = this.held - this.budget;
    for (const { socket, bytes } of slow.sort((one, other) => paceOf(one) - paceOf(other))) {
      if (over <= 0) return;
      socket.destroy();
      over -= bytes;
    }
  }
}

/** To be called behind all hooks that change answers. */
export function endUnreadAnswers(fastify: FastifyInstance, unread: UnreadAnswers): void {
  fastify.addHook('onSend', (_request, reply, payload: unknown, done: Answered) => {
    done(null, unread.watch(reply.raw, payload));
  });
}

const averageOf = ({ bytes, left, ticks }: UnreadAnswer): number => (bytes - left) / ticks;

/** None where nothing was taken lately, however much the system took at first. */
const paceOf = (answer: UnreadAnswer): number => (answer.taken === 0 ? 0 : averageOf(answer));

/** By the average: the system takes some megabytes at once, and then nothing for as long as its reader needs for them. */
const isTooSlow = (answer: UnreadAnswer): boolean =>
  answer.bytes > LARGE_ANSWER && answer.ticks > PATIENCE_SECONDS && averageOf(answer) < LEAST_A_SECOND;
