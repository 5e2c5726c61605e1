import { lexeme, quoted } from './lexeme';

/** A tsvector has at most 1 MiB of lexemes with their positions. */
const MOST_BYTES = 1_000_000;
/** Positions of one lexeme; PostgreSQL drops further ones itself. */
const MOST_POSITIONS = 255;
/** Padding and the count of positions. */
const OVERHEAD = 4;
const BYTES_A_POSITION = 2;

/** Builds a tsvector, or the lexemes of a field for one. */
export class Vector {
  private readonly positions = new Map<string, number[]>();
  private bytes = 0;
  private binary: Buffer | undefined;
  /** Tokens that did not fit. */
  lost = 0;

  add(code: string, token: string, position: number): void {
    const key = lexeme(code, token);
    const known = this.positions.get(key);
    const cost = known ? BYTES_A_POSITION : Buffer.byteLength(key) + OVERHEAD + BYTES_A_POSITION;
    if (this.bytes + cost > MOST_BYTES) {
      this.lost++;
      return;
    }
    if (!known) this.positions.set(key, [position]);
    else if (known.length < MOST_POSITIONS && known.at(-1) !== position) known.push(position);
    else return;
    this.bytes += cost;
  }

  /** @param positions of the tokens */
  addAll(code: string, tokens: readonly { readonly token: string }[], positions: readonly number[]): void {
    for (let at = 0; at < tokens.length; at++) this.add(code, tokens[at]!.token, positions[at]!);
  }

  /** Whether the lexemes of all of them fit into one tsvector. */
  static fit(vectors: readonly Vector[]): boolean {
    return vectors.every(({ lost }) => lost === 0) && vectors.reduce((sum, { bytes }) => sum + bytes, 0) <= MOST_BYTES;
  }

  /** The text of one tsvector of several fields, which have no lexeme in common. */
  static text(vectors: readonly Vector[]): string {
    let text = '';
    for (const { positions } of vectors)
      for (const [key, at] of positions) text += `${text === '' ? '' : ' '}${quoted(key)}:${at.join(',')}`;
    return text;
  }

  /** The same as PostgreSQL receives it in binary: the number of lexemes, then each. */
  static binary(vectors: readonly Vector[]): Buffer {
    const count = Buffer.allocUnsafe(4);
    count.writeInt32BE(vectors.reduce((sum, { positions }) => sum + positions.size, 0));
    return Buffer.concat([count, ...vectors.map((vector) => (vector.binary ??= vector.lexemes()))]);
  }

  /** Each with an end, the number of its positions and these. */
  private lexemes(): Buffer {
    // Each was counted with as much as goes around it here.
    const bytes = Buffer.allocUnsafe(this.bytes);
    let to = 0;
    for (const [key, at] of this.positions) {
      to = bytes.writeUInt8(0, to + bytes.write(key, to, 'utf8'));
      to = bytes.writeInt16BE(at.length, to);
      for (const position of at) to = bytes.writeUInt16BE(position, to);
    }
    return bytes.subarray(0, to);
  }
}
