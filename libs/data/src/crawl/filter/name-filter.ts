import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { endsWithin, startThread } from '@app/common';
import { SourceError } from '@app/sources';
import { isOpen, type NamePatterns } from './name-patterns';
import type { PatternAnswer, PatternRequest } from './pattern-thread';

/** For all patterns of a crawl together, in ms of matching. */
const PATTERN_BUDGET_MS = 1_000;
/** Until the thread has started, in ms: not the fault of a pattern. */
const START_MS = 30_000;

/** Matches names in a thread, since a pattern may take for ever. One for each crawl; to be closed. */
export class NameFilter {
  private worker: Worker | undefined;
  private left: number;

  constructor(private readonly budgetMs = PATTERN_BUDGET_MS) {
    this.left = budgetMs;
  }

  /** The names that pass. @throws {SourceError} `badParameter` where the patterns take too long */
  async passing(names: readonly string[], patterns: NamePatterns): Promise<ReadonlySet<string>> {
    const distinct = [...new Set(names)];
    if (isOpen(patterns) || !distinct.length) return new Set(distinct);
    this.worker ??= await this.started();
    const since = performance.now();
    const answer = await this.asked({ names: distinct, patterns }, this.worker);
    this.left -= performance.now() - since;
    return new Set(distinct.filter((_, at) => answer[at]));
  }

  async close(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }

  private async started(): Promise<Worker> {
    this.worker = startThread(__dirname, 'pattern-thread', { name: 'patterns', env: {} });
    const ready = nextAnswer(this.worker);
    if (!(await endsWithin(ready, START_MS))) throw new Error('The thread that matches patterns did not start in time');
    return this.worker;
  }

  private async asked(request: PatternRequest, worker: Worker): Promise<readonly boolean[]> {
    const answer = nextAnswer(worker);
    worker.postMessage(request);
    if (await endsWithin(answer, Math.max(0, this.left))) return (await answer) as readonly boolean[];
    await this.close();
    const message = `Matching the filter patterns took longer than ${this.budgetMs / 1000} s`;
    throw new SourceError({ reason: 'badParameter', message });
  }
}

/** One request at a time, so that it is the answer to the last one. Rejects where the thread fails. */
async function nextAnswer(worker: Worker): Promise<PatternAnswer> {
  const [answer] = (await once(worker, 'message')) as [PatternAnswer];
  return answer;
}
