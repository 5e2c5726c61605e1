import { textsAt } from '../../document/search-document';
import type { TextField } from '../../document/search-field';
import type { AnalysedTexts, IndexedToken } from './analysed-texts';
import { countedCode, vectorOf, type CountedCode } from './layout';
import { lexeme, quoted } from './lexeme';

/** Whole chunks up to this length stand in the dictionary; longer ones are nearly as many as documents. */
export const LONGEST_WHOLE = 24;

/** A token of the dictionary. */
export interface DictionaryTerm {
  readonly field: string;
  readonly term: string;
  readonly whole: boolean;
}

/** What the text fields of one document, or of one element in it, come to. */
export interface TextParts {
  readonly names: Vector;
  readonly texts: Vector;
  readonly chunks: string;
  /** By counted code: all tokens, and those that make the field's length. */
  readonly counts: ReadonlyMap<CountedCode, { readonly all: number; readonly length: number }>;
  /** Names of the fields that did not fit as a whole. */
  readonly trimmed: readonly string[];
}

/**
 * @param analysed keeps the tokens of this document's texts: its elements are read once more, each as a row of its own
 * @param terms gets the words for the dictionary; absent for elements, whose words the document has
 */
export function textParts(
  document: unknown,
  fields: readonly (readonly [string, TextField])[],
  analysed: AnalysedTexts,
  terms?: DictionaryTerm[],
): TextParts {
  const vectors = { names: new Vector(), texts: new Vector() };
  const chunks = new Map<string, Set<string>>();
  const counts = new Map<CountedCode, { all: number; length: number }>();
  const trimmed: string[] = [];
  for (const [name, field] of fields) {
    const values = textsAt(document, field.source);
    if (values.length === 0) continue;
    const tokens = analysed.of(values, field.analysis);
    const vector = vectors[vectorOf(field)];
    const lostBefore = vector.lost;
    const { positions, crowded } = fitPositions(tokens.map(({ position }) => position));
    tokens.forEach(({ token }, at) => vector.add(field.code, token, positions[at] as number));
    if (crowded || vector.lost > lostBefore) trimmed.push(name);
    note(tokens, field.code, chunks, terms);
    const length = tokens.reduce((sum, { stacked }) => sum + (stacked ? 0 : 1), 0);
    counts.set(countedCode(field), { all: tokens.length, length });
  }
  return {
    ...vectors,
    chunks: chunkLines(chunks),
    counts,
    trimmed,
  };
}

function note(
  tokens: readonly IndexedToken[],
  field: string,
  chunks: Map<string, Set<string>>,
  terms: DictionaryTerm[] | undefined,
): void {
  const noted = { parts: new Set<string>(), wholes: new Set<string>() };
  for (const { token: term, stacked: whole } of tokens) {
    const seen = whole ? noted.wholes : noted.parts;
    if (seen.has(term)) continue;
    seen.add(term);
    if (whole) chunks.set(term, (chunks.get(term) ?? new Set()).add(field));
    if (!whole || term.length <= LONGEST_WHOLE) terms?.push({ field, term, whole });
  }
}

/** See search_row.chunks: `:n:ns:<tab>fact_orders<newline>`. */
function chunkLines(chunks: ReadonlyMap<string, ReadonlySet<string>>): string {
  return [...chunks].map(([token, codes]) => `:${[...codes].join(':')}:\t${token}\n`).join('');
}

/** A tsvector holds 1 MiB of lexemes with their positions. */
const MOST_BYTES = 1_000_000;
/** Of one lexeme; PostgreSQL drops further ones itself. */
const MOST_POSITIONS = 255;
/** Padding and the count of positions. */
const OVERHEAD = 4;
const BYTES_A_POSITION = 2;

/** Builds a tsvector. */
export class Vector {
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

  /** Its text. */
  toString(): string {
    return [...this.positions].map(([key, at]) => `${quoted(key)}:${at.join(',')}`).join(' ');
  }

  /** As PostgreSQL receives it in binary: the number of lexemes, each with an end, the number of its positions and these. */
  toBinary(): Buffer {
    // Each lexeme was counted with as much as goes around it here.
    const bytes = Buffer.allocUnsafe(4 + this.bytes);
    let to = bytes.writeInt32BE(this.positions.size, 0);
    for (const [key, at] of this.positions) {
      to = bytes.writeUInt8(0, to + bytes.write(key, to, 'utf8'));
      to = bytes.writeInt16BE(at.length, to);
      for (const position of at) to = bytes.writeUInt16BE(position, to);
    }
    return bytes.subarray(0, to);
  }
}

/** The last position that a tsvector can tell from the others. */
export const LAST_POSITION = 16_383;

export interface FittedPositions {
  /** From 1, in the order of the tokens. */
  readonly positions: readonly number[];
  /** Tokens that share the last position: words find them, phrases do not. */
  readonly crowded: boolean;
}

/**
 * Positions of a field's tokens for a tsvector. Where they do not fit, the gaps between values (jumps of more than one)
 * shrink evenly, down to one free position; what is still too far stands at the last one.
 *
 * @param positions counted from 0, never falling
 */
export function fitPositions(positions: readonly number[]): FittedPositions {
  const last = positions.at(-1) ?? 0;
  if (last < LAST_POSITION) return { positions: positions.map((at) => at + 1), crowded: false };
  const fitted = shrink(positions, largestJump(positions));
  const crowded = (fitted.at(-1) ?? 0) > LAST_POSITION;
  return { positions: fitted.map((at) => Math.min(at, LAST_POSITION)), crowded };
}

function largestJump(positions: readonly number[]): number {
  const jumps = positions.map((at, index) => at - (index === 0 ? 0 : (positions[index - 1] as number)));
  const wide = jumps.filter((jump) => jump > 1);
  const dense = jumps.reduce((sum, jump) => sum + (jump > 1 ? 0 : jump), 1);
  return Math.max(2, Math.floor((LAST_POSITION - dense) / Math.max(1, wide.length)));
}

function shrink(positions: readonly number[], largest: number): number[] {
  let [before, at] = [0, 1];
  return positions.map((position) => {
    at += Math.min(position - before, largest);
    before = position;
    return at;
  });
}
