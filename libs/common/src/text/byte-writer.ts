import type { BufferPool } from './buffer-pool';

/** Bytes that are copied one by one: of so few a call into the engine takes longer. */
const FEW = 48;
/** Bytes of a byte in a JSON text, at most: `\u001f`. */
const MOST_ESCAPED = 6;
const NOTHING = Buffer.alloc(0);
const [QUOTE, BACKSLASH, SPACE] = [0x22, 0x5c, 0x20] as const;

/** Puts JSON together from pieces that are UTF-8 already, without making them strings. Callers reserve the room before they write. */
export class ByteWriter {
  length = 0;

  /** @param pool to which its buffers go back; larger ones are taken from it, too */
  constructor(
    private held: Buffer,
    private readonly pool?: BufferPool,
  ) {}

  /** The bytes written so far: overwritten where the writer goes on after `length` was set back. */
  get bytes(): Buffer {
    return this.held.subarray(0, this.length);
  }

  /**
   * Makes room for so many more bytes. A text that is quoted takes `mostQuoted` of its length.
   * @param expected bytes that all will take, where it is known better than by doubling what there is
   */
  room(bytes: number, expected = 2 * this.held.length): void {
    const least = this.length + bytes;
    if (least <= this.held.length) return;
    const size = Math.max(least, expected);
    const grown = this.pool?.take(size) ?? Buffer.allocUnsafe(size);
    this.held.copy(grown, 0, 0, this.length);
    this.pool?.give(this.held);
    this.held = grown;
  }

  /** Forgets what was written: its buffer may be used by others. */
  release(): void {
    this.pool?.give(this.held);
    this.held = NOTHING;
    this.length = 0;
  }

  byte(value: number): void {
    this.held[this.length++] = value;
  }

  copy(from: Buffer, start = 0, end = from.length): void {
    if (end - start > FEW) {
      this.length += from.copy(this.held, this.length, start, end);
      return;
    }
    const { held } = this;
    let at = this.length;
    for (let read = start; read < end; read++) held[at++] = from[read] as number;
    this.length = at;
  }

  /** A text as a JSON string, as `JSON.stringify` writes it. */
  quoted(from: Buffer, start: number, end: number): void {
    const { held, length } = this;
    let at = length;
    held[at++] = QUOTE;
    for (let read = start; read < end; read++) {
      const byte = from[read] as number;
      if (byte < SPACE || byte === QUOTE || byte === BACKSLASH) return this.escaped(from, start, end);
      held[at++] = byte;
    }
    held[at++] = QUOTE;
    this.length = at;
  }

  private escaped(from: Buffer, start: number, end: number): void {
    this.length += this.held.write(JSON.stringify(from.toString('utf8', start, end)), this.length);
  }
}

/** Bytes that a text of so many may take as a JSON string. */
export const mostQuoted = (bytes: number): number => MOST_ESCAPED * bytes + 2;
