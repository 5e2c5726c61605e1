import { stemmer } from 'stemmer';
import { sourceOf, type Corpus } from './corpus';

/** A field as search_row codes it, with its weight for a bare word. */
interface BareField {
  readonly code: string;
  readonly weight: number;
  readonly vector: 'names' | 'texts';
}

/** Weights for a bare word, by the codes of the fields in each vector. */
const WEIGHTS = {
  names: { n: 10, ns: 4, m: 10, ms: 4, f: 2 },
  texts: { c: 2, cs: 0.8, h: 2, hs: 0.8, d: 1, cd: 0.5, hd: 0.5 },
} as const;

export const FIELDS: readonly BareField[] = (['names', 'texts'] as const).flatMap((vector) =>
  Object.entries(WEIGHTS[vector]).map(([code, weight]) => ({ vector, code, weight })),
);

/** Fields whose words nothing else outweighs: a page of them is the page of all. */
export const STRONG = FIELDS.filter(({ weight }) => weight >= 4);

/** What a document has of the words: `in` makes a tsquery of a field's code. */
export function whereText(fields: readonly BareField[], query: (code: string) => string): string {
  const inVector = (vector: BareField['vector']): string[] => {
    const queries = fields.filter((each) => each.vector === vector).map(({ code }) => query(code));
    return queries.length > 0 ? [`r.${vector} @@ $q$${queries.join(' | ')}$q$::tsquery`] : [];
  };
  return `(${[...inVector('names'), ...inVector('texts')].join(' or ')})`;
}

/** The best of the fields by BM25, of one word or of words in a row. */
export async function scoreText(
  fields: readonly BareField[],
  words: readonly string[],
  corpus: Corpus,
): Promise<string> {
  const scores: string[] = [];
  for (const each of fields) scores.push(...(await fieldScore(each, words, corpus)));
  return `greatest(${scores.join(', ')})`;
}

async function fieldScore(
  { code, weight, vector }: BareField,
  words: readonly string[],
  corpus: Corpus,
): Promise<string[]> {
  const idfs: number[] = [];
  for (const word of words) idfs.push(await corpus.idf(code, tokenOf(code, word)));
  if (idfs.includes(0)) return [];
  const bound = 2.2 * weight * idfs.reduce((sum, each) => sum + each);
  const query = `$q$${rowOf(words)(code)}$q$::tsquery`;
  const frequency =
    words.length > 1
      ? `ts_rank_cd('{1,1,1,1}', r.${vector}, ${query})`
      : `round(1 / (1.6449340668 * (1 - ts_rank('{1,1,1,1}', r.${vector}, ${query})::float8)) - 0.5::float8)`;
  const norm = `(0.3 + ${0.9 / corpus.average(sourceOf(code))}::float8 * r.len_${sourceOf(code)})`;
  return [`${bound}::float8 * (1 - 1 / (1 + ${frequency} / ${norm}))`];
}

/** Descriptions and the second form of names hold stems. */
function tokenOf(code: string, word: string): string {
  return code.endsWith('s') || code.endsWith('d') ? stemmer(word) : word;
}

/** These words in a row, as a tsquery on a field. */
export function rowOf(words: readonly string[]): (code: string) => string {
  return (code) => words.map((word) => `'${code}:${tokenOf(code, word)}'`).join(' <-> ');
}
