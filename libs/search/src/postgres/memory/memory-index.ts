import type { SearchDocument } from '../../document/search-document';
import { valueField } from '../../document/search-field';
import type { FieldStatistics } from '../compile/context';
import { keywordTerm } from '../row/keyword-term';
import { columnOf, type CountedCode } from '../row/layout';
import { scratchOf, type Documents, type Scratch } from './document-sets';
import type { OrderedTerms } from './ordered-terms';
import type { Postings } from './postings';
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

/** Values of documents, by the names of the columns of search_row that hold a value field (`columnOf`). */
export type MemoryColumns = Readonly<Record<string, readonly (ColumnValue | null)[]>>;

/** Bytes of documents that are kept as objects beside their JSON. */
const MOST_PARSED = 2 * 1024 * 1024;
/** Lists of documents that are remembered. */
const MOST_LISTS = 50;
/** The one column of all fields that the mapping does not have. */
const UNMAPPED = '';

/** All that searches read of one state of the index. Documents go by number, from 0 on. */
export class MemoryIndex {
  readonly size: number;
  readonly all: Documents;
  readonly scratch: Scratch;
  private readonly sortColumns = new Map<string, SortColumn>();
  private readonly lists = new Map<string, Documents>();
  private readonly parsed = new Map<number, SearchDocument>();
  private parsedBytes = 0;

  constructor(
    private readonly rows: readonly Pick<MemoryRow, 'document' | 'bytes'>[],
    private readonly columns: MemoryColumns,
    /** By lexeme. */
    readonly words: OrderedTerms<Postings>,
    /** By keyword term, see `keywordTerm`. */
    readonly keywords: OrderedTerms<Uint32Array>,
    /** Those of the fields whose values are counted, ordered by code point. */
    readonly facets: readonly (readonly [term: string, documents: Uint32Array])[],
    readonly lengths: Readonly<Record<CountedCode, Uint16Array>>,
    readonly statistics: FieldStatistics,
  ) {
    this.size = rows.length;
    this.all = Uint32Array.from(rows, (_, document) => document);
    this.scratch = scratchOf(rows.length);
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

  /** Documents that are looked for again and again, such as those of all types that are not deleted. */
  remembered(key: string, find: () => Documents): Documents {
    const known = this.lists.get(key);
    if (known) return known;
    const found = find();
    if (this.lists.size === MOST_LISTS) this.lists.clear();
    this.lists.set(key, found);
    return found;
  }

  bytesOf(document: number): number {
    return (this.rows[document] as MemoryRow).bytes;
  }

  /** By document the values of a field that has a column; undefined: it has none. */
  column(field: string): readonly (ColumnValue | null)[] | undefined {
    const column = columnOf(field);
    return column === undefined ? undefined : this.columns[column];
  }

  /** What a value field orders by. Of several keywords the one that comes first; of several of another kind the least. */
  sortColumn(field: string, direction: 'asc' | 'desc'): SortColumn {
    // Of fields that nothing has there may be any number.
    const key = valueField(field) ? `${direction} ${field}` : UNMAPPED;
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
