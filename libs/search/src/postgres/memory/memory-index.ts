import { byCodePoint } from '@app/common';
import type { SearchDocument } from '../../document/search-document';
import { valueField } from '../../document/search-field';
import type { TermStatistics } from '../compile/context';
import { keywordTerm } from '../row/keyword-term';
import { COUNTED_CODES, type CountedCode } from '../row/layout';
import { lexemesOf } from './lexemes';
import { OrderedTerms } from './ordered-terms';
import { SortColumn, type ColumnValue } from './sort-column';

/** A row of the index with its document, see `search_row` and `search_source`. */
export interface MemoryRow {
  /** id, entity_type, name_key, display_key, fqn_key. */
  readonly keys: readonly (string | null)[];
  readonly deleted: boolean;
  readonly updatedAt: number;
  readonly totalVotes: number | null;
  /** tsvectors as texts. */
  readonly names: string;
  readonly texts: string;
  readonly keywords: readonly string[];
  readonly facets: readonly string[];
  /** In the order of COUNTED_CODES. */
  readonly lengths: readonly number[];
  /** JSON. */
  readonly document: string;
  /** Of the document, as `document_bytes` counts them. */
  readonly bytes: number;
}

/** The documents, by their numbers in ascending order, that have a lexeme, and where. */
export interface Postings {
  readonly documents: Uint32Array;
  /** Positions of the first document, then of the second …: those of each end before the place that stands here. */
  readonly ends: Uint32Array;
  readonly positions: Uint16Array;
}

/** What the columns of rows are called that hold a value field. */
type ColumnName = 'id' | 'entityType' | 'name' | 'display' | 'fqn' | 'deleted' | 'updatedAt' | 'totalVotes';

const COLUMNS: Readonly<Record<string, ColumnName>> = {
  id: 'id',
  entityType: 'entityType',
  'name.keyword': 'name',
  'displayName.keyword': 'display',
  'fullyQualifiedName.keyword': 'fqn',
  deleted: 'deleted',
  updatedAt: 'updatedAt',
  totalVotes: 'totalVotes',
};

/** Bytes that an entry of a list takes, with its share of what holds it. */
const BYTES_OF_ENTRY = 12;
const BYTES_OF_DOCUMENT = 400;
const BYTES_OF_TERM = 200;
/** Bytes of documents that are kept as objects beside their JSON. */
const MOST_PARSED = 2 * 1024 * 1024;

interface Places {
  readonly documents: number[];
  readonly ends: number[];
  readonly positions: number[];
}

/** Puts an index together, document by document. */
export class MemoryIndexBuilder {
  private readonly rows: Pick<MemoryRow, 'document' | 'bytes' | 'lengths'>[] = [];
  private readonly columns: Record<ColumnName, (ColumnValue | null)[]> = {
    ...{ id: [], entityType: [], name: [], display: [], fqn: [], deleted: [], updatedAt: [], totalVotes: [] },
  };
  private readonly words = new Map<string, Places>();
  private readonly keywords = new Map<string, number[]>();
  private readonly facets = new Map<string, number[]>();
  /** About as much as it takes. */
  bytes = 0;

  add(row: MemoryRow): void {
    const document = this.rows.length;
    this.rows.push({ document: row.document, bytes: row.bytes, lengths: row.lengths });
    (['id', 'entityType', 'name', 'display', 'fqn'] as const).forEach((column, at) =>
      this.columns[column].push(row.keys[at] ?? null),
    );
    for (const column of ['deleted', 'updatedAt', 'totalVotes'] as const) this.columns[column].push(row[column]);
    for (const vector of [row.names, row.texts])
      for (const { lexeme, positions } of lexemesOf(vector)) this.addWord(document, lexeme, positions);
    for (const term of row.keywords) this.addTo(this.keywords, term, document);
    for (const term of row.facets) this.addTo(this.facets, term, document);
    this.bytes += BYTES_OF_DOCUMENT + row.document.length;
  }

  private addWord(document: number, lexeme: string, positions: readonly number[]): void {
    let places = this.words.get(lexeme);
    if (!places) {
      places = { documents: [], ends: [], positions: [] };
      this.words.set(lexeme, places);
      this.bytes += BYTES_OF_TERM;
    }
    places.documents.push(document);
    for (const position of positions) places.positions.push(position);
    places.ends.push(places.positions.length);
    this.bytes += BYTES_OF_ENTRY + 2 * positions.length;
  }

  private addTo(terms: Map<string, number[]>, term: string, document: number): void {
    const documents = terms.get(term);
    if (documents) documents.push(document);
    else {
      terms.set(term, [document]);
      this.bytes += BYTES_OF_TERM;
    }
    this.bytes += BYTES_OF_ENTRY;
  }

  /** @param statisticsOf what scores are made of; `count` tells how many documents have a lexeme */
  build(statisticsOf: (count: (lexeme: string) => number) => TermStatistics): MemoryIndex {
    const words = new Map([...this.words].map(([lexeme, places]) => [lexeme, postingsOf(places)]));
    const lengths = COUNTED_CODES.map((code, at) => [
      code,
      Uint16Array.from(this.rows, (row) => row.lengths[at] as number),
    ]);
    return new MemoryIndex(
      this.rows,
      this.columns,
      new OrderedTerms(words),
      new OrderedTerms(packed(this.keywords)),
      [...packed(this.facets)].sort(([a], [b]) => byCodePoint(a, b)),
      Object.fromEntries(lengths) as MemoryIndex['lengths'],
      statisticsOf((lexeme) => words.get(lexeme)?.documents.length ?? 0),
    );
  }
}

function postingsOf({ documents, ends, positions }: Places): Postings {
  return {
    documents: Uint32Array.from(documents),
    ends: Uint32Array.from(ends),
    positions: Uint16Array.from(positions),
  };
}

function packed(terms: ReadonlyMap<string, readonly number[]>): Map<string, Uint32Array> {
  return new Map([...terms].map(([term, documents]) => [term, Uint32Array.from(documents)]));
}

/** All that searches read of one state of the index. Documents go by number, from 0 on. */
export class MemoryIndex {
  readonly size: number;
  readonly all: Uint32Array;
  private readonly sortColumns = new Map<string, SortColumn>();
  private readonly parsed = new Map<number, SearchDocument>();
  private parsedBytes = 0;

  constructor(
    private readonly rows: readonly Pick<MemoryRow, 'document' | 'bytes'>[],
    private readonly columns: Readonly<Record<ColumnName, readonly (ColumnValue | null)[]>>,
    /** By lexeme. */
    readonly words: OrderedTerms<Postings>,
    /** By keyword term, see `keywordTerm`. */
    readonly keywords: OrderedTerms<Uint32Array>,
    /** Those of the fields whose values are counted, ordered by code point. */
    readonly facets: readonly (readonly [term: string, documents: Uint32Array])[],
    readonly lengths: Readonly<Record<CountedCode, Uint16Array>>,
    readonly statistics: TermStatistics,
  ) {
    this.size = rows.length;
    this.all = Uint32Array.from(rows, (_, document) => document);
  }

  /** The JSON of it is what the answer is made of; those that are found often are parsed once. */
  documentOf(document: number): SearchDocument {
    const known = this.parsed.get(document);
    if (known) return known;
    const { document: json, bytes } = this.rows[document] as MemoryRow;
    const read = JSON.parse(json) as SearchDocument;
    if (this.parsedBytes > MOST_PARSED) {
      this.parsed.clear();
      this.parsedBytes = 0;
    }
    this.parsed.set(document, read);
    this.parsedBytes += bytes;
    return read;
  }

  bytesOf(document: number): number {
    return (this.rows[document] as MemoryRow).bytes;
  }

  /** By document the values of a field that has a column; undefined: it has none. */
  column(field: string): readonly (ColumnValue | null)[] | undefined {
    return Object.hasOwn(COLUMNS, field) ? this.columns[COLUMNS[field] as ColumnName] : undefined;
  }

  /** What a value field orders by. Of several keywords the one that comes first; of several of another kind the least. */
  sortColumn(field: string, direction: 'asc' | 'desc'): SortColumn {
    const key = `${direction} ${field}`;
    const known = this.sortColumns.get(key);
    if (known) return known;
    const made = new SortColumn(this.column(field) ?? this.gathered(field, direction));
    this.sortColumns.set(key, made);
    return made;
  }

  /** From the keyword terms. */
  private gathered(field: string, direction: 'asc' | 'desc'): (ColumnValue | null)[] {
    const kind = valueField(field)?.kind;
    const gathered = new Array<ColumnValue | null>(this.size).fill(null);
    if (kind === undefined) return gathered;
    const prefix = keywordTerm(field, '');
    const terms = [...this.keywords.beginning(prefix)].map(
      ([term, documents]) => [valueOf(term.slice(prefix.length), kind), documents] as const,
    );
    if (kind !== 'keyword') terms.sort(([a], [b]) => Number(a) - Number(b));
    else if (direction === 'desc') terms.reverse();
    for (const [value, documents] of terms) for (const document of documents) gathered[document] ??= value;
    return gathered;
  }
}

function valueOf(text: string, kind: 'keyword' | 'number' | 'date' | 'boolean'): ColumnValue {
  if (kind === 'keyword') return text;
  return kind === 'boolean' ? text === 'true' : Number(text);
}
