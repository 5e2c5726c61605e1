import type { TextField } from '../../document/search-mapping';
import { textsAt } from '../../document/field-values';
import type { AnalysedTexts, IndexedToken } from './analysed-texts';
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
  const vectors = { names: new VectorText(), texts: new VectorText() };
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
    names: vectors.names.toString(),
    texts: vectors.texts.toString(),
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
