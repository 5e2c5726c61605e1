import type { Steps } from '@app/common';
import { PackedLists } from './packed-lists';
import { Postings } from './postings';

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
