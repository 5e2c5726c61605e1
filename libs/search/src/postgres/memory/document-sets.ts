import { held } from '../compile/compiled';

/** Numbers of documents, each once. */
export type Documents = ArrayLike<number>;

/** Documents that match, and what they score: all the same, or each its own. */
export interface Found {
  readonly documents: Documents;
  readonly score: number | ArrayLike<number>;
}

/** What one search may take: a look at a document is a step. Some 20 ms. */
const MOST_STEPS = 4_000_000;

export const NO_DOCUMENTS: Documents = [];
export const NOTHING: Found = { documents: NO_DOCUMENTS, score: 0 };

/** Thrown where a search is left to the engine that does all kinds of them. */
export const NOT_IN_MEMORY = new Error('This search is not done in memory');

/** Gives work an array with a zero for each document, which it must not keep. */
export type Scratch = <Result>(work: (numbers: Float64Array) => Result) => Result;

/** The arrays are used again and again: one that is made for each step of a search costs more than the step. */
export function scratchOf(documents: number): Scratch {
  const free: Float64Array[] = [];
  return (work) => {
    const numbers = free.pop() ?? new Float64Array(documents);
    numbers.fill(0);
    const result = work(numbers);
    free.push(numbers);
    return result;
  };
}

/** Of which documents some are wanted. */
export interface Wanted {
  /** In each of these lists. */
  readonly all: readonly Documents[];
  /** In at least so many of those. */
  readonly least: number;
  readonly some: readonly Documents[];
  readonly none: readonly Documents[];
}

/** Sets of the documents of one index, for one search. */
export class DocumentSets {
  private steps = 0;

  constructor(
    private readonly scratch: Scratch,
    /** All documents. */
    private readonly every: Documents,
  ) {}

  /** Those in any of the lists. */
  anyOf(lists: readonly Documents[]): Documents {
    const filled = lists.filter(({ length }) => length > 0);
    const [only, second] = filled;
    if (!only) return NO_DOCUMENTS;
    if (!second) return only;
    return this.scratch((met) => {
      const documents: number[] = [];
      for (const list of filled) {
        this.spend(list.length);
        for (let at = 0; at < list.length; at++) {
          const document = list[at] as number;
          if (met[document] === 0) documents.push(document);
          met[document] = 1;
        }
      }
      return documents;
    });
  }

  matching({ all, least, some, none }: Wanted): Documents {
    const needed = all.filter(({ length }) => length < this.every.length);
    if (least > 0) needed.push(this.atLeast(least, some));
    const [first, ...others] = needed.sort((a, b) => a.length - b.length);
    const unwanted = none.filter(({ length }) => length > 0);
    if (others.length === 0 && unwanted.length === 0) return first ?? this.every;
    return this.scratch((met) => {
      for (const list of others) this.count(list, met);
      for (const list of unwanted) {
        this.spend(list.length);
        for (let at = 0; at < list.length; at++) met[list[at] as number] = -1;
      }
      return this.those(first ?? this.every, (document) => met[document] === others.length);
    });
  }

  private atLeast(least: number, lists: readonly Documents[]): Documents {
    if (least === 1) return this.anyOf(lists);
    return this.scratch((met) => {
      for (const list of lists) this.count(list, met);
      return this.those(this.anyOf(lists), (document) => (met[document] as number) >= least);
    });
  }

  those(documents: Documents, isWanted: (document: number) => boolean): Documents {
    this.spend(documents.length);
    const wanted: number[] = [];
    for (let at = 0; at < documents.length; at++) {
      const document = documents[at] as number;
      if (isWanted(document)) wanted.push(document);
    }
    return wanted;
  }

  /** What these documents score in all of the parts: from the first to the last, since sums of doubles depend on their order. */
  sums(documents: Documents, parts: readonly Found[]): number[] {
    return this.scratch((sums) => {
      this.addUp(parts, sums);
      return numbersOf(documents, (document) => sums[document] as number);
    });
  }

  /** What these documents score in the part where they score most, and so many times what they score in the others. */
  greatest(documents: Documents, parts: readonly Found[], times: number): number[] {
    return this.scratch((greatest) => {
      for (const { documents: own, score } of parts) {
        this.spend(own.length);
        for (let nth = 0; nth < own.length; nth++) {
          const [document, scored] = [own[nth] as number, scoreAt(score, nth)];
          if (scored > (greatest[document] as number)) greatest[document] = scored;
        }
      }
      if (times === 0) return numbersOf(documents, (document) => greatest[document] as number);
      return this.scratch((sums) => {
        this.addUp(parts, sums);
        return numbersOf(documents, (document) => {
          const most = greatest[document] as number;
          return most + held(times) * ((sums[document] as number) - most);
        });
      });
    });
  }

  /** By document, while the work lasts: 1 where it is one of these. */
  flagged<Result>(documents: Documents, work: (flags: Float64Array) => Result): Result {
    return this.scratch((flags) => {
      this.count(documents, flags);
      return work(flags);
    });
  }

  private addUp(parts: readonly Found[], sums: Float64Array): void {
    for (const { documents, score } of parts) {
      this.spend(documents.length);
      for (let nth = 0; nth < documents.length; nth++)
        (sums[documents[nth] as number] as number) += scoreAt(score, nth);
    }
  }

  private count(documents: Documents, counts: Float64Array): void {
    this.spend(documents.length);
    for (let at = 0; at < documents.length; at++) (counts[documents[at] as number] as number)++;
  }

  /** @throws {NOT_IN_MEMORY} where the search has taken too many steps */
  spend(steps: number): void {
    this.steps += steps;
    if (this.steps > MOST_STEPS) throw NOT_IN_MEMORY;
  }
}

/** What the nth of the documents scores, as it stands in SQL. */
export function scoreAt(score: Found['score'], nth: number): number {
  return typeof score === 'number' ? held(score) : (score[nth] as number);
}

export function numbersOf(documents: Documents, numberOf: (document: number, nth: number) => number): number[] {
  const numbers: number[] = [];
  for (let nth = 0; nth < documents.length; nth++) numbers.push(numberOf(documents[nth] as number, nth));
  return numbers;
}
