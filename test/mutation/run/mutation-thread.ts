import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Mutant } from '../mutate/mutant';
import type { Answer, Question, ThreadStart } from './mutation-message';

/** Loading the libraries takes seconds on a busy machine. */
const FIRST_ANSWER = 180_000;
/** Specs of a file take a tenth of a second; a mutant that takes this long has an endless loop. */
const ANSWER = 30_000;
const HEAP_MB = 1024;

/** A thread that holds the specs of a target against one mutant after the other. What never ends is ended, and counts as noticed. */
export class MutationThread {
  private worker: Worker | undefined;

  constructor(private readonly start: ThreadStart) {}

  /** @throws {Error} when a spec fails without any change */
  async judge(mutant: Mutant): Promise<Answer> {
    try {
      const worker = await this.started();
      return await ask(worker, { mutant }, ANSWER);
    } catch (error) {
      await this.close();
      if (error instanceof NoAnswer) return { fate: 'killed', by: error.message };
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
    this.worker = undefined;
  }

  private async started(): Promise<Worker> {
    if (this.worker) return this.worker;
    const file = join(__dirname, 'mutation-thread.main.js');
    const worker = new Worker(file, { workerData: this.start, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
    this.worker = worker;
    const { fate, by } = await ask(worker, {}, FIRST_ANSWER);
    if (fate !== 'survived') throw new Error(`without any change: ${fate} ${by ?? ''}`);
    return worker;
  }
}

class NoAnswer extends Error {}

function ask(worker: Worker, question: Question, limit: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NoAnswer(`no answer within ${limit / 1000} s`)), limit);
    const ended = (error: Error): void => reject(new NoAnswer(`the thread ended: ${error.message.slice(0, 100)}`));
    worker.once('error', ended);
    worker.once('message', (answer: Answer) => {
      clearTimeout(timer);
      worker.off('error', ended);
      resolve(answer);
    });
    worker.postMessage(question);
  });
}
