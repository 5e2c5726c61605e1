import { byCodePoint } from '@app/common';
import { textField, valueField, type TextField } from '../../document/search-field';
import type {
  ExistsQuery,
  IdsQuery,
  KeywordQuery,
  PatternQuery,
  PhraseQuery,
  RangeQuery,
  TermQuery,
} from '../../query/bound-query';
import { asPrefix } from '../../query/query-parts';
import { held } from '../compile/compiled';
import { fieldNorm, inverseFrequency, scoreBound } from '../compile/relevance';
import { existsTerm, keywordTerm } from '../row/keyword-term';
import { countedCode } from '../row/layout';
import { lexeme } from '../row/lexeme';
import {
  NOT_IN_MEMORY,
  NO_DOCUMENTS,
  NOTHING,
  numbersOf,
  type DocumentSets,
  type Documents,
  type Found,
} from './document-sets';
import type { MemoryIndex } from './memory-index';
import type { Postings } from './postings';
import type { ColumnValue } from './sort-column';

/** What a look at a term, or at the positions of a word in a document, takes beside one at a document. */
const STEPS = 20;

/** Looks for queries that look into fields themselves. */
export class MemoryLeaf {
  constructor(
    private readonly index: MemoryIndex,
    private readonly sets: DocumentSets,
  ) {}

  term({ field: name, token, boost }: TermQuery): Found {
    const field = textField(name);
    const postings = field && token !== '' ? this.index.words.get(lexeme(field.code, token)) : undefined;
    if (!field || !postings) return NOTHING;
    return this.relevance(field, postings.documents, postings.frequencies(), this.idf(field, postings), boost);
  }

  /** Words side by side. How often words that may move stand there is left to PostgreSQL, and so are equal ones. */
  phrase({ field: name, tokens, slop, prefix, boost }: PhraseQuery): Found {
    const field = textField(name);
    if (!field) return NOTHING;
    if (slop > 0 || prefix || new Set(tokens).size < tokens.length) throw NOT_IN_MEMORY;
    const words = tokens.map((token) => this.index.words.get(lexeme(field.code, token)));
    if (!words.every((each) => each !== undefined)) return NOTHING;
    this.sets.spend(words.reduce((sum, each) => sum + STEPS * each.documents.length, 0));
    const { documents, frequencies } = sideBySide(words as [Postings, ...Postings[]]);
    const idf = words.reduce((sum, each) => sum + this.idf(field, each), 0);
    return this.relevance(field, documents, frequencies, idf, boost);
  }

  private idf(field: TextField, { frequency }: Postings): number {
    return inverseFrequency(this.index.statistics.documents(countedCode(field)), frequency);
  }

  /** BM25, see `fieldScore`. */
  private relevance(
    field: TextField,
    documents: Documents,
    frequencies: ArrayLike<number>,
    idf: number,
    boost: number,
  ): Found {
    const code = countedCode(field);
    const lengths = this.index.lengths[code];
    const { base, slope } = fieldNorm(this.index.statistics.average(code));
    const bound = held(scoreBound(idf, boost));
    const score = numbersOf(documents, (document, nth) => {
      const norm = base + slope * (lengths[document] as number);
      return bound * (1 - 1 / (1 + (frequencies[nth] as number) / norm));
    });
    return { documents, score };
  }

  keyword({ field, values }: KeywordQuery): Documents {
    const known = valueField(field);
    if (!known || values.length === 0) return NO_DOCUMENTS;
    const isCompared = known.kind !== 'keyword' && this.index.column(field) !== undefined;
    const [only, second] = isCompared ? [] : values;
    if (only !== undefined && second === undefined) return this.withKeyword(field, only);
    return this.index.remembered(JSON.stringify([field, values]), () =>
      isCompared ? this.havingOne(field, values) : this.sets.anyOf(values.map((each) => this.withKeyword(field, each))),
    );
  }

  private withKeyword(field: string, value: ColumnValue): Documents {
    return this.index.keywords.get(keywordTerm(field, value)) ?? NO_DOCUMENTS;
  }

  /** Only what is the beginning of a word or a value. */
  pattern({ field: name, pattern }: PatternQuery): Documents {
    const text = textField(name);
    if (!text && valueField(name)?.kind !== 'keyword') return NO_DOCUMENTS;
    const prefix = asPrefix(pattern);
    if (prefix === undefined) throw NOT_IN_MEMORY;
    if (prefix === '') return this.exists({ fields: [name] });
    if (text) {
      return this.sets.anyOf(this.wordsOf(lexeme(text.code, prefix)).map(([, documents]) => documents));
    }
    // Keyword terms of long values are cut.
    const column = name === 'id' ? undefined : this.index.column(name);
    if (column) return this.where(column, (value) => String(value).startsWith(prefix));
    return this.sets.anyOf(this.keywordsOf(`${name}=${prefix}`).map(([, documents]) => documents));
  }

  range(query: RangeQuery): Documents {
    const { field: name, from, to } = query;
    const [text, value] = [textField(name), valueField(name)];
    if (value && value.kind !== 'keyword') return this.numberRange(query, value.kind);
    if (!text && !value) return NO_DOCUMENTS;
    if (!from && !to) return this.exists({ fields: [name] });
    const isWithin = (term: string): boolean =>
      isBeyond(from, (bound) => byCodePoint(term, String(bound))) &&
      isBeyond(to, (bound) => byCodePoint(String(bound), term));
    const terms = text ? this.wordsOf(`${text.code}:`) : this.keywordsOf(`${name}=`);
    return this.sets.anyOf(terms.filter(([term]) => isWithin(term)).map(([, documents]) => documents));
  }

  private numberRange({ field, from, to }: RangeQuery, kind: 'number' | 'date' | 'boolean'): Documents {
    if (kind === 'boolean') throw NOT_IN_MEMORY;
    if ([from, to].some((bound) => bound && Number.isNaN(Number(bound.value)))) return NO_DOCUMENTS;
    return this.where(
      this.index.sortColumn(field, 'asc').values,
      (value) =>
        isBeyond(from, (bound) => Number(value) - Number(bound)) &&
        isBeyond(to, (bound) => Number(bound) - Number(value)),
    );
  }

  /** With what comes behind the prefix. */
  private wordsOf(prefix: string): (readonly [rest: string, Documents])[] {
    const words = [...this.index.words.beginning(prefix)];
    this.sets.spend(STEPS * words.length);
    return words.map(([term, { documents }]) => [term.slice(prefix.length), documents]);
  }

  private keywordsOf(prefix: string): (readonly [rest: string, Documents])[] {
    const terms = [...this.index.keywords.beginning(prefix)];
    this.sets.spend(STEPS * terms.length);
    return terms.map(([term, documents]) => [term.slice(prefix.length), documents]);
  }

  exists({ fields }: Pick<ExistsQuery, 'fields'>): Documents {
    return this.sets.anyOf(fields.map((each) => this.index.keywords.get(existsTerm(each)) ?? NO_DOCUMENTS));
  }

  ids({ values }: IdsQuery): Documents {
    return this.havingOne('id', values);
  }

  private havingOne(field: string, values: readonly ColumnValue[]): Documents {
    const wanted = new Set(values);
    return this.where(this.index.column(field) ?? [], (value) => wanted.has(value));
  }

  private where(values: readonly (ColumnValue | null)[], isWanted: (value: ColumnValue) => boolean): Documents {
    return this.sets.those(this.index.all, (document) => {
      const value = values[document] ?? null;
      return value !== null && isWanted(value);
    });
  }
}

/** The documents in which the words stand one behind the other, and how often. */
function sideBySide([first, ...others]: readonly [Postings, ...Postings[]]): {
  readonly documents: Documents;
  readonly frequencies: readonly number[];
} {
  const places = others.map((each) => each.places());
  const nths = others.map(() => 0);
  const [documents, frequencies]: [number[], number[]] = [[], []];
  for (const [nth, positions] of first.places().entries()) {
    const document = first.documents[nth] as number;
    const following = others.map((each, at) => {
      while ((each.documents[nths[at] as number] ?? Infinity) < document) (nths[at] as number)++;
      return each.documents[nths[at] as number] === document ? places[at]?.[nths[at] as number] : undefined;
    });
    const starts = positions.filter((position) => following.every((each, at) => each?.includes(position + at + 1)));
    if (starts.length === 0) continue;
    documents.push(document);
    frequencies.push(starts.length);
  }
  return { documents, frequencies };
}

/** @param compare above 0 where the value lies beyond the bound */
function isBeyond(bound: RangeQuery['from'], compare: (bound: string | number) => number): boolean {
  if (!bound) return true;
  const compared = compare(bound.value);
  return compared > 0 || (compared === 0 && bound.inclusive);
}
