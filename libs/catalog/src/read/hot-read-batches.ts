import { sqlState } from '@app/database';

/** Statements under way at a time; what comes meanwhile goes together with the next one. More would wait in the pool. */
const MOST_IN_FLIGHT = 4;
/** Keys of one statement: a longer one would keep the first of its callers waiting for the last. */
const MOST_KEYS = 64;
/** Class of the SQLSTATEs that speak of a value, so of one key and not of the statement. */
const DATA_FAULT = /^22/;

/** What is asked of the database at once; keys of one kind can share a statement. */
export interface BatchKind {
  readonly name: string;
}

interface Caller<Answer> {
  readonly resolve: (answer: Answer | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Callers by key. */
type Batch<Answer> = Map<string, Caller<Answer>[]>;

interface Waiting<Kind, Answer> {
  readonly kind: Kind;
  readonly batches: Batch<Answer>[];
}

/**
 * Gathers the reads that come within one turn of the event loop and puts those of one kind to the database in one
 * statement. A statement is sent after all of its callers have asked, so none of them is answered with what was before.
 */
export class HotReadBatches<Kind extends BatchKind, Answer> {
  private readonly waiting = new Map<string, Waiting<Kind, Answer>>();
  private inFlight = 0;
  private isTurnOpen = false;

  /** @param load answers by key; a key that is not among them was not found */
  constructor(private readonly load: (kind: Kind, keys: readonly string[]) => Promise<ReadonlyMap<string, Answer>>) {}

  /** The answer for one key, or undefined where there is none. Fails with what its own statement failed with. */
  ask(kind: Kind, key: string): Promise<Answer | undefined> {
    return new Promise((resolve, reject) => {
      this.join(kind, key, { resolve, reject });
      if (this.isTurnOpen) return;
      this.isTurnOpen = true;
      setImmediate(() => {
        this.isTurnOpen = false;
        this.send();
      });
    });
  }

  private join(kind: Kind, key: string, caller: Caller<Answer>): void {
    let waiting = this.waiting.get(kind.name);
    if (!waiting) this.waiting.set(kind.name, (waiting = { kind, batches: [] }));
    let batch = waiting.batches.at(-1);
    if (!batch || (batch.size >= MOST_KEYS && !batch.has(key))) waiting.batches.push((batch = new Map()));
    const callers = batch.get(key);
    if (callers) callers.push(caller);
    else batch.set(key, [caller]);
  }

  /** Kinds take turns: the one that was served stands last, should it have more. */
  private send(): void {
    for (const [name, waiting] of this.waiting) {
      if (this.inFlight >= MOST_IN_FLIGHT) return;
      const batch = waiting.batches.shift() as Batch<Answer>;
      this.waiting.delete(name);
      if (waiting.batches.length) this.waiting.set(name, waiting);
      void this.run(waiting.kind, batch);
    }
  }

  private async run(kind: Kind, batch: Batch<Answer>): Promise<void> {
    this.inFlight++;
    await this.answer(kind, batch);
    this.inFlight--;
    // What has come in this turn waits for its end, to go together.
    if (!this.isTurnOpen) this.send();
  }

  /** A key that the database refuses (a data fault) fails its own callers only: the others are asked for alone. */
  private async answer(kind: Kind, batch: Batch<Answer>): Promise<void> {
    try {
      const found = await this.load(kind, [...batch.keys()]);
      for (const [key, callers] of batch) for (const { resolve } of callers) resolve(found.get(key));
    } catch (error) {
      if (batch.size > 1 && DATA_FAULT.test(sqlState(error) ?? '')) await this.answerOneByOne(kind, batch);
      else for (const callers of batch.values()) for (const { reject } of callers) reject(error);
    }
  }

  private async answerOneByOne(kind: Kind, batch: Batch<Answer>): Promise<void> {
    for (const entry of batch) await this.answer(kind, new Map([entry]));
  }
}
