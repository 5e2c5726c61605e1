import { byCodePoint } from '@app/common';
import { textField, valueField, type TextField } from '../../document/search-field';
import type {
  BestQuery,
  BoolQuery,
  BoostingQuery,
  BoundQuery,
  KeywordQuery,
  PatternQuery,
  PhraseQuery,
  RangeQuery,
  TermQuery,
} from '../../query/bound-query';
import { asPrefix } from '../../query/query-parts';
import { leastShould } from '../compile/compile-query';
import { held } from '../compile/compiled';
import { fieldNorm, inverseFrequency, scoreBound } from '../compile/relevance';
import { existsTerm, keywordTerm } from '../row/keyword-term';
import { countedCode } from '../row/layout';
import { lexeme } from '../row/lexeme';
import type { MemoryIndex } from './memory-index';
import type { Postings } from './posting-lists';
import type { ColumnValue } from './sort-column';

/** Documents that match, each once, and what they score: all the same, or each its own. */
export interface Found {
  readonly documents: Uint32Array;
  readonly score: number | Float64Array;
}

/** Documents that one query may look at, each as often as it is looked at: some 20 ms. */
const MOST_STEPS = 4_000_000;

const NOTHING = new Uint32Array(0);

/** Thrown where a query is left to the engine that has all kinds of them. */
export class NotInMemory extends Error {
  constructor() {
    super('This search is not done in memory');
  }
}

/**
 * Looks for queries in an index in memory. What is found, and each score to its last bit, is what `compileQuery` says in SQL: both work
 * with doubles, in the same order.
 */
export class MemoryQuery {
  private steps = 0;

  constructor(private readonly index: MemoryIndex) {}

  /** @throws {NotInMemory} */
  found(query: BoundQuery): Found {
    switch (query.kind) {
      case 'all':
        return { documents: this.index.all, score: query.boost };
      case 'none':
        return { documents: NOTHING, score: 0 };
      case 'bool':
        return this.bool(query);
      case 'best':
        return this.best(query);
      case 'term':
        return this.term(query);
      case 'phrase':
        return this.phrase(query);
      case 'boosting':
        return this.boosting(query);
      case 'constant':
        return { documents: this.found(query.query).documents, score: query.boost };
      case 'pattern':
        return { documents: this.pattern(query), score: query.boost };
      case 'keyword':
        return { documents: this.keyword(query), score: query.boost };
      case 'range':
        return { documents: this.range(query), score: query.boost };
      case 'exists':
        return { documents: this.anyOf(query.fields.map((each) => this.exists(each))), score: query.boost };
      case 'ids':
        return { documents: this.havingOne('id', query.values), score: query.boost };
      case 'nested':
      case 'functionScore':
        throw new NotInMemory();
    }
  }

  private bool(query: BoolQuery): Found {
    const must = query.must.map((each) => this.found(each));
    const should = query.should.map((each) => this.found(each));
    const least = leastShould(query);
    const filter = query.filter.map((each) => this.found(each));
    const needed = [...must, ...filter].filter(({ documents }) => documents.length < this.index.size);
    const met = new Int32Array(this.spend(this.index.size));
    for (const { documents } of needed) this.count(documents, met);
    let need = needed.length;
    if (least > 0) {
      const matched = new Int32Array(this.index.size);
      for (const { documents } of should) this.count(documents, matched);
      for (let document = 0; document < matched.length; document++)
        if ((matched[document] as number) >= least) (met[document] as number)++;
      need += 1;
    }
    for (const { documents } of query.mustNot.map((each) => this.found(each)))
      for (const document of documents) met[document] = -1;
    const documents = this.index.all.filter((document) => met[document] === need);
    const scored = [...must, ...should].filter(({ score }) => score !== 0);
    if (scored.length === 0) return { documents, score: 0 };
    return boosted({ documents, score: at(documents, this.sum(scored)) }, query.boost);
  }

  private best({ queries, tieBreaker, boost }: BestQuery): Found {
    const parts = queries.map((each) => this.found(each)).filter(({ documents }) => documents.length > 0);
    const [only, second] = parts;
    if (!only) return { documents: NOTHING, score: 0 };
    if (!second) return boosted(only, boost);
    const documents = this.anyOf(parts.map((each) => each.documents));
    const scored = parts.filter(({ score }) => score !== 0);
    if (scored.length === 0) return { documents, score: 0 };
    const greatest = this.greatest(scored);
    if (tieBreaker !== 0) {
      const sums = this.sum(scored);
      for (const document of documents) {
        const best = greatest[document] as number;
        greatest[document] = best + held(tieBreaker) * ((sums[document] as number) - best);
      }
    }
    return boosted({ documents, score: at(documents, greatest) }, boost);
  }

  private boosting({ positive, negative, negativeBoost, boost }: BoostingQuery): Found {
    const { documents, score } = this.found(positive);
    const isNegative = new Uint8Array(this.index.size);
    for (const document of this.found(negative).documents) isNegative[document] = 1;
    const scores = Float64Array.from(
      documents,
      (document, nth) => scoreAt(score, nth) * (isNegative[document] ? held(negativeBoost) : 1),
    );
    return boosted({ documents, score: scores }, boost);
  }

  private term({ field: name, token, boost }: TermQuery): Found {
    const field = textField(name);
    const text = field && token !== '' ? lexeme(field.code, token) : '';
    const postings = this.index.words.get(text);
    if (!field || !postings) return { documents: NOTHING, score: 0 };
    const idf = inverseFrequency(this.index.statistics.documents(countedCode(field)), postings.frequency);
    return this.relevance(field, postings.documents, postings.frequencies(), scoreBound(idf, boost));
  }

  /** BM25, see `fieldScore`. */
  private relevance(
    field: TextField,
    documents: Uint32Array,
    frequencies: ArrayLike<number>,
    bound: number,
  ): Found {
    const code = countedCode(field);
    const lengths = this.index.lengths[code];
    const { base, slope } = fieldNorm(this.index.statistics.average(code));
    const [most, score] = [held(bound), new Float64Array(this.spend(documents.length))];
    for (let nth = 0; nth < documents.length; nth++) {
      const norm = base + slope * (lengths[documents[nth] as number] as number);
      score[nth] = most * (1 - 1 / (1 + (frequencies[nth] as number) / norm));
    }
    return { documents, score };
  }

  /** Words side by side. How often words that may move stand there is left to PostgreSQL, and so are equal ones. */
  private phrase({ field: name, tokens, slop, prefix, boost }: PhraseQuery): Found {
    const field = textField(name);
    if (!field) return { documents: NOTHING, score: 0 };
    if (slop > 0 || prefix || new Set(tokens).size < tokens.length) throw new NotInMemory();
    const lexemes = tokens.map((token) => lexeme(field.code, token));
    const words = lexemes.map((each) => this.index.words.get(each));
    if (!words.every((each) => each !== undefined)) return { documents: NOTHING, score: 0 };
    const { documents, frequencies } = sideBySide(words as [Postings, ...Postings[]]);
    this.spend(words.reduce((sum, each) => sum + each.documents.length, 0));
    const { statistics } = this.index;
    const all = statistics.documents(countedCode(field));
    const idf = words.reduce((sum, { frequency }) => sum + inverseFrequency(all, frequency), 0);
    return this.relevance(field, documents, frequencies, scoreBound(idf, boost));
  }

  private keyword({ field, values }: KeywordQuery): Uint32Array {
    const known = valueField(field);
    if (!known || values.length === 0) return NOTHING;
    const isCompared = known.kind !== 'keyword' && this.index.column(field) !== undefined;
    const [only, second] = isCompared ? [] : values;
    if (only !== undefined && second === undefined) return this.withKeyword(field, only);
    return this.index.remembered(JSON.stringify([field, values]), () =>
      isCompared
        ? this.havingOne(field, values)
        : this.anyOf(values.map((each) => this.withKeyword(field, each))),
    );
  }

  private withKeyword(field: string, value: ColumnValue): Uint32Array {
    return this.index.keywords.get(keywordTerm(field, value)) ?? NOTHING;
  }

  /** Only what is the beginning of a word or a value. */
  private pattern({ field: name, pattern }: PatternQuery): Uint32Array {
    const [text, value] = [textField(name), valueField(name)];
    if (!text && value?.kind !== 'keyword') return NOTHING;
    const prefix = asPrefix(pattern);
    if (prefix === undefined) throw new NotInMemory();
    if (prefix === '') return this.exists(name);
    if (text) {
      const words = [...this.index.words.beginning(lexeme(text.code, prefix))];
      return this.anyOf(words.map(([, { documents }]) => documents));
    }
    const column = name === 'id' ? undefined : this.index.column(name);
    if (column) return this.where(column, (own) => (own as string).startsWith(prefix));
    return this.anyOf([...this.index.keywords.beginning(`${name}=${prefix}`)].map(([, documents]) => documents));
  }

  private range(query: RangeQuery): Uint32Array {
    const { field: name, from, to } = query;
    const [text, value] = [textField(name), valueField(name)];
    if (value && value.kind !== 'keyword') return this.numberRange(query, value.kind);
    if (!text && !value) return NOTHING;
    if (!from && !to) return this.exists(name);
    const isWithin = (term: string): boolean =>
      isBeyond(from, (bound) => byCodePoint(term, String(bound))) &&
      isBeyond(to, (bound) => byCodePoint(String(bound), term));
    const terms = text ? this.documentsOfWords(`${text.code}:`) : this.documentsOfKeywords(`${name}=`);
    return this.anyOf(terms.filter(([term]) => isWithin(term)).map(([, documents]) => documents));
  }

  private numberRange({ field, from, to }: RangeQuery, kind: 'number' | 'date' | 'boolean'): Uint32Array {
    if (kind === 'boolean') throw new NotInMemory();
    if ([from, to].some((bound) => bound && Number.isNaN(Number(bound.value)))) return NOTHING;
    return this.where(
      this.index.sortColumn(field, 'asc').values,
      (value) =>
        isBeyond(from, (bound) => Number(value) - Number(bound)) &&
        isBeyond(to, (bound) => Number(bound) - Number(value)),
    );
  }

  private documentsOfWords(prefix: string): (readonly [string, Uint32Array])[] {
    const words = [...this.index.words.beginning(prefix)];
    return words.map(([term, { documents }]) => [term.slice(prefix.length), documents]);
  }

  private documentsOfKeywords(prefix: string): (readonly [string, Uint32Array])[] {
    const terms = [...this.index.keywords.beginning(prefix)];
    return terms.map(([term, documents]) => [term.slice(prefix.length), documents]);
  }

  private exists(field: string): Uint32Array {
    return this.index.keywords.get(existsTerm(field)) ?? NOTHING;
  }

  private havingOne(field: string, values: readonly ColumnValue[]): Uint32Array {
    const wanted = new Set(values);
    return this.where(this.index.column(field) ?? [], (value) => wanted.has(value));
  }

  private where(
    values: readonly (ColumnValue | null)[],
    isWanted: (value: ColumnValue) => boolean,
  ): Uint32Array {
    this.spend(values.length);
    return this.index.all.filter((document) => {
      const value = values[document] ?? null;
      return value !== null && isWanted(value);
    });
  }

  private anyOf(lists: readonly Uint32Array[]): Uint32Array {
    const [only = NOTHING, second] = lists;
    if (!second) return only;
    const isIn = new Uint8Array(this.spend(this.index.size));
    for (const documents of lists) {
      this.spend(documents.length);
      for (const document of documents) isIn[document] = 1;
    }
    return this.index.all.filter((document) => isIn[document]);
  }

  private count(documents: Uint32Array, counts: Int32Array): void {
    this.spend(documents.length);
    for (const document of documents) (counts[document] as number)++;
  }

  /** By document, of those that match none 0. From the first to the last, since sums of doubles depend on their order. */
  private sum(parts: readonly Found[]): Float64Array {
    const sums = new Float64Array(this.spend(this.index.size));
    for (const { documents, score } of parts) {
      this.spend(documents.length);
      for (let nth = 0; nth < documents.length; nth++)
        (sums[documents[nth] as number] as number) += scoreAt(score, nth);
    }
    return sums;
  }

  private greatest(parts: readonly Found[]): Float64Array {
    const greatest = new Float64Array(this.spend(this.index.size));
    for (const { documents, score } of parts) {
      this.spend(documents.length);
      for (let nth = 0; nth < documents.length; nth++) {
        const [document, own] = [documents[nth] as number, scoreAt(score, nth)];
        if (own > (greatest[document] as number)) greatest[document] = own;
      }
    }
    return greatest;
  }

  /** @returns the number of steps */
  private spend(steps: number): number {
    this.steps += steps;
    if (this.steps > MOST_STEPS) throw new NotInMemory();
    return steps;
  }
}

/** What the nth of the documents scores, as it stands in SQL. */
export function scoreAt(score: Found['score'], nth: number): number {
  return typeof score === 'number' ? held(score) : (score[nth] as number);
}

/** The documents in which the words stand one behind the other, and how often. */
function sideBySide([first, ...others]: readonly [Postings, ...Postings[]]): {
  readonly documents: Uint32Array;
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
  return { documents: Uint32Array.from(documents), frequencies };
}

function at(documents: Uint32Array, scores: Float64Array): Float64Array {
  return Float64Array.from(documents, (document) => scores[document] as number);
}

function boosted({ documents, score }: Found, boost: number): Found {
  if (boost === 1) return { documents, score };
  if (typeof score === 'number') return { documents, score: score * boost };
  const factor = held(boost);
  return { documents, score: score.map((each) => held(each * factor)) };
}

/** @param compare above 0 where the value lies beyond the bound */
function isBeyond(bound: RangeQuery['from'], compare: (bound: string | number) => number): boolean {
  if (!bound) return true;
  const compared = compare(bound.value);
  return compared > 0 || (compared === 0 && bound.inclusive);
}
