import { lexeme, quoted } from './lexeme';

/** A tsvector holds 1 MiB of lexemes with their positions. */
const MOST_BYTES = 1_000_000;
/** Of one lexeme; PostgreSQL drops further ones itself. */
const MOST_POSITIONS = 255;
/** Padding and the count of positions. */
const OVERHEAD = 4;
const BYTES_A_POSITION = 2;

/** Builds the text form of a tsvector. */
export class VectorText {
  private readonly positions = new Map<string, number[]>();
  private bytes = 0;
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

  toString(): string {
    return [...this.positions].map(([key, at]) => `${quoted(key)}:${at.join(',')}`).join(' ');
  }
}
