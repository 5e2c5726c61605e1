import { textsAt } from '../../document/search-document';
import type { TextField } from '../../document/search-field';
import type { AnalysedTexts, IndexedToken } from './analysed-texts';
import type { KnownLists } from './known-lists';
import { countedCode, vectorOf, type CountedCode } from './layout';
import { fitPositions } from './position-fit';
import { Vector } from './vector';

/** Whole chunks up to this length stand in the dictionary; longer ones are nearly as many as documents. */
export const LONGEST_WHOLE = 24;

export interface DictionaryTerm {
  readonly field: string;
  readonly term: string;
  readonly whole: boolean;
}

/** The vectors of the text fields of one document. */
export interface TextParts {
  /** The parts of each tsvector. */
  readonly names: readonly Vector[];
  readonly texts: readonly Vector[];
  readonly chunks: string;
  /** By counted code: all tokens, and those that make the field's length. */
  readonly counts: ReadonlyMap<CountedCode, { readonly all: number; readonly length: number }>;
  /** For the dictionary, a list for each field. */
  readonly terms: readonly (readonly DictionaryTerm[])[];
  /** Names of the fields that did not fit as a whole. */
  readonly trimmed: readonly string[];
}

interface FieldParts {
  readonly name: string;
  readonly field: TextField;
  readonly tokens: readonly IndexedToken[];
  readonly positions: readonly number[];
  readonly crowded: boolean;
  readonly vector: Vector;
  readonly length: number;
  /** Whole chunks, each once. */
  readonly wholes: readonly string[];
  readonly terms: readonly DictionaryTerm[];
}

/**
 * @param analysed caches the tokens of this document's texts: its elements are read once more, each as a row of its own
 */
export function textParts(
  document: unknown,
  fields: readonly (readonly [string, TextField])[],
  analysed: AnalysedTexts,
  lists: KnownLists,
): TextParts {
  const made = fields.flatMap(([name, field]) => {
    const make = (): FieldParts | undefined => fieldParts(document, name, field, analysed);
    return lists.of(field.source, name, make) ?? [];
  });
  const trimmed = new Set(made.flatMap(({ name, crowded }) => (crowded ? [name] : [])));
  const vectorsOf = (vector: string): Vector[] =>
    fitted(
      made.filter(({ field }) => vectorOf(field) === vector),
      trimmed,
    );
  return {
    ...{ names: vectorsOf('names'), texts: vectorsOf('texts') },
    chunks: chunkLines(made),
    counts: new Map(made.map(({ field, tokens, length }) => [countedCode(field), { all: tokens.length, length }])),
    terms: made.map(({ terms }) => terms),
    trimmed: made.flatMap(({ name }) => (trimmed.has(name) ? [name] : [])),
  };
}

function fieldParts(
  document: unknown,
  name: string,
  field: TextField,
  analysed: AnalysedTexts,
): FieldParts | undefined {
  const values = textsAt(document, field.source);
  if (values.length === 0) return undefined;
  const tokens = analysed.of(values, field.analysis);
  const { positions, crowded } = fitPositions(tokens.map(({ position }) => position));
  const vector = new Vector();
  vector.addAll(field.code, tokens, positions);
  const length = tokens.reduce((sum, { stacked }) => sum + (stacked ? 0 : 1), 0);
  return { name, field, tokens, positions, crowded, vector, length, ...noted(tokens, field.code) };
}

/** Where the fields do not fit together, one takes their tokens one after the other, as far as they do. */
function fitted(made: readonly FieldParts[], trimmed: Set<string>): Vector[] {
  const vectors = made.map(({ vector }) => vector);
  if (Vector.fit(vectors)) return vectors;
  const all = new Vector();
  for (const { name, field, tokens, positions } of made) {
    const lostBefore = all.lost;
    all.addAll(field.code, tokens, positions);
    if (all.lost > lostBefore) trimmed.add(name);
  }
  return [all];
}

function noted(tokens: readonly IndexedToken[], field: string): Pick<FieldParts, 'wholes' | 'terms'> {
  const seen = { parts: new Set<string>(), wholes: new Set<string>() };
  const terms: DictionaryTerm[] = [];
  for (const { token: term, stacked: whole } of tokens) {
    const same = whole ? seen.wholes : seen.parts;
    if (same.has(term)) continue;
    same.add(term);
    if (!whole || term.length <= LONGEST_WHOLE) terms.push({ field, term, whole });
  }
  return { wholes: [...seen.wholes], terms };
}

function chunkLines(made: readonly FieldParts[]): string {
  const lines = new ChunkLines();
  for (const { field, wholes } of made) for (const whole of wholes) lines.add(whole, field.code);
  return lines.toString();
}

/** The same columns of a row for one element of a document. Few texts, and many elements: it makes nothing else of them. */
export function elementTexts(
  element: unknown,
  fields: readonly (readonly [string, TextField])[],
  analysed: AnalysedTexts,
): { names: string; texts: string; chunks: string } {
  const vectors = { names: new Vector(), texts: new Vector() };
  const lines = new ChunkLines();
  for (const [, field] of fields) {
    const values = textsAt(element, field.source);
    if (values.length === 0) continue;
    const tokens = analysed.of(values, field.analysis);
    const { positions } = fitPositions(tokens.map(({ position }) => position));
    vectors[vectorOf(field)].addAll(field.code, tokens, positions);
    for (const { token, stacked } of tokens) if (stacked) lines.add(token, field.code);
  }
  return { names: Vector.text([vectors.names]), texts: Vector.text([vectors.texts]), chunks: lines.toString() };
}

/** See search_row.chunks: `:n:ns:<tab>fact_orders<newline>`. */
class ChunkLines {
  private readonly codes = new Map<string, string>();

  /** All of one field follow each other. */
  add(whole: string, code: string): void {
    const before = this.codes.get(whole);
    if (before === undefined) this.codes.set(whole, `:${code}:`);
    else if (!before.endsWith(`:${code}:`)) this.codes.set(whole, `${before}${code}:`);
  }

  toString(): string {
    let lines = '';
    for (const [whole, codes] of this.codes) lines += `${codes}\t${whole}\n`;
    return lines;
  }
}
