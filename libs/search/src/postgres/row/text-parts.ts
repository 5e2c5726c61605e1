import { analyzeValues } from '../../analysis/analyzer';
import type { Token } from '../../analysis/analyzer';
import type { TextField } from '../../document/search-mapping';
import { textsAt } from './field-values';
import { countedCode, vectorOf } from './layout';
import type { CountedCode } from './layout';
import { fitPositions } from './position-fit';
import { VectorText } from './vector-text';

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
  readonly names: string;
  readonly texts: string;
  readonly chunks: string;
  readonly terms: readonly DictionaryTerm[];
  /** By counted code: all tokens, and those that make the field's length. */
  readonly counts: ReadonlyMap<CountedCode, { readonly all: number; readonly length: number }>;
  /** Names of the fields that did not fit as a whole. */
  readonly trimmed: readonly string[];
}

export function textParts(document: unknown, fields: readonly (readonly [string, TextField])[]): TextParts {
  const vectors = { names: new VectorText(), texts: new VectorText() };
  const chunks = new Map<string, Set<string>>();
  const terms = new Map<string, DictionaryTerm>();
  const counts = new Map<CountedCode, { all: number; length: number }>();
  const trimmed: string[] = [];
  for (const [name, field] of fields) {
    const values = textsAt(document, field.source);
    if (values.length === 0) continue;
    const tokens = analyzeValues(values, field.analysis);
    const vector = vectors[vectorOf(field)];
    const lostBefore = vector.lost;
    const { positions, crowded } = fitPositions(tokens.map(({ position }) => position));
    tokens.forEach(({ token }, at) => vector.add(field.code, token, positions[at] as number));
    if (crowded || vector.lost > lostBefore) trimmed.push(name);
    for (const token of tokens) note(token, field.code, chunks, terms);
    const length = tokens.filter(({ stacked }) => !stacked).length;
    counts.set(countedCode(field), { all: tokens.length, length });
  }
  return {
    names: vectors.names.toString(),
    texts: vectors.texts.toString(),
    chunks: chunkLines(chunks),
    terms: [...terms.values()],
    counts,
    trimmed,
  };
}

function note(
  { token, stacked }: Token,
  field: string,
  chunks: Map<string, Set<string>>,
  terms: Map<string, DictionaryTerm>,
): void {
  if (stacked) chunks.set(token, (chunks.get(token) ?? new Set()).add(field));
  if (stacked && token.length > LONGEST_WHOLE) return;
  const key = `${field}:${stacked ? 'w' : 'p'}:${token}`;
  if (!terms.has(key)) terms.set(key, { field, term: token, whole: stacked });
}

/** See search_row.chunks: `:n:ns:<tab>fact_orders<newline>`. */
function chunkLines(chunks: ReadonlyMap<string, ReadonlySet<string>>): string {
  return [...chunks].map(([token, codes]) => `:${[...codes].join(':')}:\t${token}\n`).join('');
}
