import { AppError, badRequest, IdleThread, startThread } from '@app/common';
import { checkYamlSize, yamlToJson } from './yaml-body';
import { valueIn, type YamlAnswer } from './yaml-message';

/**
 * A text up to this size, in bytes, is parsed on the main thread: at most about 50 ms, less than the round trip to
 * the worker thread.
 */
const SHORT = 4 * 1024;
/** Heap of the thread, in MB. The largest texts that are taken need some 150. */
const HEAP = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 192 };
/** An accepted text takes about 3 s on an idle core; a machine may be busy. */
const LONGEST_MS = 30_000;
/** A thread without work gives its memory back after this time, in ms. */
const IDLE_MS = 5_000;
/** Texts that wait for the thread, each of up to 1 MiB. */
const MOST_WAITING = 32;

interface Waiting {
  readonly bytes: Uint8Array;
  readonly settle: (answer: () => unknown) => void;
}

/**
 * Reads YAML bodies. Long ones are read by a thread of their own, one at a time: they take seconds, and other
 * requests must not wait for them. The thread is started when it is needed.
 */
export class YamlReader {
  private readonly thread = new IdleThread<YamlAnswer>({
    start: () => startThread(__dirname, 'yaml-thread', { name: 'yaml', env: {}, resourceLimits: HEAP }),
    idleMs: IDLE_MS,
    onAnswer: (answer) => this.settle(() => valueIn(answer)),
    onLost: (error) => this.fail(reasonOf(error)),
  });
  private readonly waiting: Waiting[] = [];
  private inWork: Waiting | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** @throws {AppError} BAD_REQUEST that names the path, PAYLOAD_TOO_LARGE over 1 MiB, SERVICE_UNAVAILABLE where too many wait */
  async read(bytes: Buffer): Promise<unknown> {
    checkYamlSize(bytes);
    if (bytes.length <= SHORT) return JSON.parse(yamlToJson(bytes));
    if (this.waiting.length >= MOST_WAITING)
      throw new AppError('SERVICE_UNAVAILABLE', 'Too many YAML bodies are being read; send it again', {
        retryAfter: 1,
      });
    const answer = await new Promise<() => unknown>((settle) => {
      this.waiting.push({ bytes, settle });
      this.next();
    });
    return answer();
  }

  async stop(): Promise<void> {
    clearTimeout(this.timer);
    await this.thread.stop();
  }

  private next(): void {
    if (this.inWork) return;
    this.inWork = this.waiting.shift();
    if (!this.inWork) return this.thread.rest();
    this.timer = setTimeout(() => {
      void this.thread.stop();
      this.fail(badRequest('The YAML takes too long to be read; send it as JSON'));
    }, LONGEST_MS);
    this.thread.send(this.inWork.bytes);
  }

  /** Those who wait are next: in a new thread, where this one died. */
  private settle(answer: () => unknown): void {
    clearTimeout(this.timer);
    this.inWork?.settle(answer);
    this.inWork = undefined;
    this.next();
  }

  private fail(reason: Error): void {
    this.settle(() => {
      throw reason;
    });
  }
}

function reasonOf(error: NodeJS.ErrnoException): Error {
  const isTooLarge = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isTooLarge ? badRequest('The YAML needs too much memory to be read; send it as JSON') : error;
}
