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
