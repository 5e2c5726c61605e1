import type { Steps } from '@app/common';
import { PackedLists } from './packed-lists';

/** Where one lexeme stands, while an index is put together. */
export interface Places {
  /** In ascending order. */
  readonly documents: number[];
  /** Of each document the number of its positions. */
  readonly counts: number[];
  /** Of the first document, then of the second …. */
  readonly positions: number[];
}

/** Of all lexemes, by number, the documents that have them, and where. */
export class PostingLists {
  private constructor(
    private readonly documents: PackedLists,
    /** Of each entry of the documents the number of its positions. */
    private readonly counts: PackedLists,
    private readonly positions: PackedLists,
    private readonly frequencies: Uint32Array,
  ) {}

  /** @param frequencies of each lexeme how many documents were counted that have it, or 0 */
  static *from(words: readonly Places[], frequencies: Uint32Array): Steps<PostingLists> {
    return new PostingLists(
      yield* PackedLists.from(words.map(({ documents }) => documents)),
      yield* PackedLists.from(words.map(({ counts }) => counts)),
      yield* PackedLists.from(words.map(({ positions }) => positions)),
      frequencies,
    );
  }

  of(lexeme: number): Postings {
    const documents = this.documents.of(lexeme);
    const frequency = this.frequencies[lexeme] || documents.length;
    return new Postings(documents, frequency, this.counts.of(lexeme), this.positions.of(lexeme));
  }
}

/** The documents that have a lexeme, in ascending order, and where. */
export class Postings {
  constructor(
    readonly documents: Uint32Array,
    /** How many documents have it, as scores take it: as of the last count, if there was one. */
    readonly frequency: number,
    /** Of each document the number of its positions. */
    private readonly counts: Uint32Array,
    /** Of the first document, then of the second …. */
    private readonly positions: Uint32Array,
  ) {}

  /** How often each of the documents has it: without positions once. */
  frequencies(): Uint32Array {
    return this.counts.map((count) => count || 1);
  }

  /** The positions in each of the documents. */
  places(): readonly Uint32Array[] {
    let end = 0;
    return Array.from(this.counts, (count) => this.positions.subarray(end, (end += count)));
  }
}
