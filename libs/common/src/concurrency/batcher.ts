/** Batch composition and limits. */
interface BatcherLimits<Ask> {
  /** Maximum number of requests per batch. */
  readonly most: number;
  /** Maximum number of concurrent batches; requests that arrive meanwhile join the next one. */
  readonly atOnce: number;
  /**
   * Whether a batch failed with this error possibly because of a single request: then each request is retried alone.
   */
  readonly isOnes: (error: unknown) => boolean;
  /** Only requests of one kind share a batch; kinds are compared as Map keys. Default: a single kind. */
  readonly kindOf?: (ask: Ask) => unknown;
  /** Requests of a batch with the same key are merged and share the result. Default: no merging. */
  readonly keyOf?: (ask: Ask) => unknown;
}

interface Caller<Answer> {
  readonly resolve: (answer: Answer | PromiseLike<Answer>) => void;
  readonly reject: (error: unknown) => void;
}

interface Entry<Ask, Answer> {
  readonly ask: Ask;
  readonly callers: Caller<Answer>[];
}

interface Group<Ask, Answer> {
  readonly entries: Entry<Ask, Answer>[];
  readonly byKey: Map<unknown, Entry<Ask, Answer>>;
}

/**
 * Batches requests that arrive within one iteration of the event loop, or while the maximum number of batches is active.
 * There is no artificial batching delay: a single request on an idle system is sent alone, at the end of its iteration. A
 * batch is sent after all of its requests have arrived, so that none is answered with data older than its request.
 * Requests that waited for a batch are sent at the end of the iteration in which it ended, with those that arrive meanwhile.
 */
export class Batcher<Ask, Answer> {
  /** Kinds alternate, in map order; only the last batch of a kind accepts more requests. */
  private readonly waiting = new Map<unknown, Group<Ask, Answer>[]>();
  private underWay = 0;
  private isTurnOpen = false;

  /**
   * @param answer returns one result per request, in order; a result that is a promise is awaited by its own callers
   * only and delays no others
   */
  constructor(
    private readonly answer: (asks: readonly Ask[]) => Promise<readonly (Answer | PromiseLike<Answer>)[]>,
    private readonly limits: BatcherLimits<Ask>,
  ) {}

  /** Rejects with the error of its batch. */
  ask(ask: Ask): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.join(ask, { resolve, reject });
      this.sendAfterTurn();
    });
  }

  private sendAfterTurn(): void {
    if (this.isTurnOpen) return;
    this.isTurnOpen = true;
    setImmediate(() => {
      this.isTurnOpen = false;
      this.send();
    });
  }

  private join(ask: Ask, caller: Caller<Answer>): void {
    const { most, kindOf, keyOf } = this.limits;
    const kind = kindOf?.(ask);
    const key = keyOf?.(ask);
    let groups = this.waiting.get(kind);
    if (!groups) this.waiting.set(kind, (groups = []));
    let group = groups.at(-1);
    const same = keyOf && group?.byKey.get(key);
    if (same) return void same.callers.push(caller);
    if (!group || group.entries.length >= most) groups.push((group = { entries: [], byKey: new Map() }));
    const entry = { ask, callers: [caller] };
    group.entries.push(entry);
    if (keyOf) group.byKey.set(key, entry);
  }

  private send(): void {
    for (const [kind, groups] of this.waiting) {
      if (this.underWay >= this.limits.atOnce) return;
      const group = groups.shift() as Group<Ask, Answer>;
      this.waiting.delete(kind);
      // Reinserts the kind at the end of the map, so that kinds alternate.
      if (groups.length > 0) this.waiting.set(kind, groups);
      this.underWay++;
      void this.settle(group.entries).then(() => {
        this.underWay--;
        if (this.waiting.size > 0) this.sendAfterTurn();
      });
    }
  }

  private async settle(entries: readonly Entry<Ask, Answer>[]): Promise<void> {
    try {
      const answers = await this.answer(entries.map(({ ask }) => ask));
      entries.forEach(({ callers }, at) => {
        for (const { resolve } of callers) resolve(answers[at] as Answer | PromiseLike<Answer>);
      });
    } catch (error) {
      if (entries.length > 1 && this.limits.isOnes(error)) for (const entry of entries) await this.settle([entry]);
      else for (const { callers } of entries) for (const { reject } of callers) reject(error);
    }
  }
}
