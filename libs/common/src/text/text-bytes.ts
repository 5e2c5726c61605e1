/** Of a UTF-16 unit in UTF-8, at most. */
const MOST_A_UNIT = 3;

/**
 * Pieces of text, written behind each other as UTF-8. A long text that is only sent is made so: joined as strings it would be copied to
 * become one, measured, and copied again when it is written.
 */
export class TextBytes {
  private held: Buffer;
  private length = 0;

  /** @param expected how many there will be, about */
  constructor(expected: number) {
    this.held = Buffer.allocUnsafe(expected);
  }

  add(text: string): this {
    if (this.length + text.length * MOST_A_UNIT > this.held.length) this.makeRoom(Buffer.byteLength(text));
    this.length += this.held.write(text, this.length);
    return this;
  }

  /** What was added so far. */
  get bytes(): Buffer {
    return this.held.subarray(0, this.length);
  }

  private makeRoom(bytes: number): void {
    const least = this.length + bytes;
    if (least <= this.held.length) return;
    const grown = Buffer.allocUnsafe(Math.max(least, 2 * this.held.length));
    this.held.copy(grown, 0, 0, this.length);
    this.held = grown;
  }
}
