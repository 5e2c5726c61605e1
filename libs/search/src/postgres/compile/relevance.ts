import { textField, type TextField } from '../../document/search-field';
import type { BoundQuery, TermQuery } from '../../query/bound-query';
import { partsOf } from '../../query/query-parts';
import { countedCode, vectorOf, type Vector } from '../row/layout';
import { lexeme, word } from '../row/lexeme';
import { constantly, HELD, NOTHING, numberText, ROW, type Compiled, type Score } from './compiled';
import type { CompileContext, TermStatistics } from './context';

/** BM25 as Lucene has it by default. */
const K1 = 1.2;
const B = 0.75;

/** ln(1 + (N − df + 0.5) / (df + 0.5)); N: documents that have the field. */
export function inverseFrequency(documents: number, df: number): number {
  const all = Math.max(documents, df);
  return Math.log(1 + (all - df + 0.5) / (df + 0.5));
}

/** The most that a term of this idf can score. */
export function scoreBound(idf: number, boost: number): number {
  return boost * (K1 + 1) * idf;
}

/**
 * How often a single lexeme occurs. ts_rank with equal weights is (1 + 1/4 + … + 1/tf²) ÷ 1.64493…, which has one tf for each
 * value; without the lexeme it is 0, which gives 0.
 */
function termFrequency(vector: Vector, query: string): string {
  return `round(1 / (1.6449340668::float8 * (1 - ts_rank('{1,1,1,1}', ${HELD}.${vector}, ${query})::float8)) - 0.5::float8)`;
}

/** How often a phrase occurs: a cover of words side by side counts 1, of words with others between them 1 ÷ (1 + others). */
export function phraseFrequency(vector: Vector, query: string): string {
  return `ts_rank_cd('{1,1,1,1}', ${HELD}.${vector}, ${query})::float8`;
}

/** BM25 of a frequency in a field: boost · 2.2 · idf · (1 − 1 / (1 + tf / (1.2 · (0.25 + 0.75 · dl / avgdl)))). */
export function fieldScore(field: TextField, frequency: string, bound: number, { average }: TermStatistics): Score {
  const code = countedCode(field);
  const length = `${ROW}.len_${code}`;
  const norm = `(${numberText(K1 * (1 - B))} + ${numberText((K1 * B) / average(code))} * ${length})`;
  return { is: 'sql', zero: true, text: `(${numberText(bound)} * (1 - 1 / (1 + ${frequency} / ${norm})))` };
}

/** One token in a text field: BM25. */
export function compileTerm(query: TermQuery, { statistics, parameters }: CompileContext): Compiled {
  const field = textField(query.field);
  if (!field || query.token === '') return NOTHING;
  const text = word(field.code, query.token);
  const where = { is: 'words', vector: vectorOf(field), query: text } as const;
  const df = statistics.frequency(lexeme(field.code, query.token));
  if (df === 0) return constantly(where, 0);
  const idf = inverseFrequency(statistics.documents(countedCode(field)), df);
  const bound = scoreBound(idf, query.boost);
  const frequency = termFrequency(vectorOf(field), parameters.add(text, 'tsquery'));
  return { where, score: fieldScore(field, frequency, bound, statistics) };
}

/** The lexemes whose frequencies a query's scores are made of, each with its vector. */
export function lexemesIn(query: BoundQuery): Map<string, Vector> {
  if (query.kind === 'term') return lexemesOf(query.field, [query.token]);
  if (query.kind === 'phrase') return lexemesOf(query.field, query.tokens);
  if (query.kind === 'constant') return new Map();
  return new Map(partsOf(query).flatMap((part) => [...lexemesIn(part)]));
}

function lexemesOf(name: string, tokens: readonly string[]): Map<string, Vector> {
  const field = textField(name);
  return new Map(field ? tokens.map((token) => [lexeme(field.code, token), vectorOf(field)]) : []);
}
