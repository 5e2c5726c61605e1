import { Worker } from 'node:worker_threads';
import { AppError, badRequest, threadFile } from '@app/common';
import { checkYamlSize, yamlToJson } from './yaml-body';
import { valueIn } from './yaml-message';
import type { YamlAnswer } from './yaml-message';

/** A text of this size, in bytes, is read where it came: at most some 50 ms, less than the way to the thread and back. */
const SHORT = 4 * 1024;
/** Heap of the thread, in MB. The largest texts that are taken need some 150. */
const HEAP = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 192 };
/** What is taken needs some 3 s of a core of its own; a machine may be busy. */
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
 * Reads YAML bodies. Long ones are read by a thread of their own, one at a time: they take seconds, and somebody else's requests
 * must not wait for them. The thread is started when it is needed.
 */
export class YamlReader {
  private worker: Worker | undefined;
  private readonly waiting: Waiting[] = [];
  private inWork: Waiting | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** @throws {AppError} BAD_REQUEST that names the place, PAYLOAD_TOO_LARGE over 1 MiB, SERVICE_UNAVAILABLE where too many wait */
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
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }

  private next(): void {
    if (this.inWork) return;
    clearTimeout(this.timer);
    this.inWork = this.waiting.shift();
    if (!this.inWork) {
      this.timer = setTimeout(() => void this.stop(), IDLE_MS).unref();
      return;
    }
    const worker = (this.worker ??= this.begin());
    worker.ref();
    this.timer = setTimeout(
      () => this.died(worker, badRequest('The YAML takes too long to be read; send it as JSON')),
      LONGEST_MS,
    );
    worker.postMessage(this.inWork.bytes);
  }

  private begin(): Worker {
    const worker = new Worker(threadFile(__dirname, 'yaml-thread'), {
      name: 'yaml',
      env: {},
      execArgv: [],
      argv: [],
      resourceLimits: HEAP,
    });
    worker.on('message', (answer: YamlAnswer) => this.settle(worker, () => valueIn(answer)));
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const isTooLarge = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.died(worker, isTooLarge ? badRequest('The YAML needs too much memory to be read; send it as JSON') : error);
    });
    worker.on('exit', () => this.died(worker, new Error('the YAML thread ended unexpectedly')));
    return worker;
  }

  private settle(worker: Worker, answer: () => unknown): void {
    if (worker !== this.worker) return;
    // An idle thread does not keep the process alive.
    worker.unref();
    this.inWork?.settle(answer);
    this.inWork = undefined;
    this.next();
  }

  /** What it was working on is answered with the reason; a new thread goes on with those who wait. */
  private died(worker: Worker, reason: Error): void {
    if (worker !== this.worker) return;
    this.worker = undefined;
    void worker.terminate();
    this.inWork?.settle(() => {
      throw reason;
    });
    this.inWork = undefined;
    this.next();
  }
}
