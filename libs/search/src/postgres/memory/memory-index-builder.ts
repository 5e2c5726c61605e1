import { byCodePoint, type Steps } from '@app/common';
import type { FieldStatistics } from '../compile/context';
import { COUNTED_CODES } from '../row/layout';
import { lexemesOf } from './lexemes';
import { MemoryIndex, type MemoryRow } from './memory-index';
import { OrderedTerms } from './ordered-terms';
import { PackedLists } from './packed-lists';
import { PostingLists, type Places } from './posting-lists';

/** What entries of lists, documents and terms take, without their texts. */
const BYTES_OF_ENTRY = 8;
const BYTES_OF_DOCUMENT = 200;
const BYTES_OF_TERM = 80;
/** Terms that are looked up without a pause, a ms or so. */
const TERMS = 2_000;

/** Of `MemoryRow.keys`, in their order. */
const KEY_COLUMNS = ['id', 'entity_type', 'name_key', 'display_key', 'fqn_key'] as const;
type KeyColumn = (typeof KEY_COLUMNS)[number];

/** Puts an index together, document by document. */
export class MemoryIndexBuilder {
  private readonly rows: Pick<MemoryRow, 'document' | 'bytes' | 'lengths'>[] = [];
  private readonly columns = {
    ...({ id: [], entity_type: [], name_key: [], display_key: [], fqn_key: [] } as Record<
      KeyColumn,
      (string | null)[]
    >),
    ...{ deleted: [] as boolean[], updated_at: [] as number[], total_votes: [] as (number | null)[] },
  };
  private readonly wordNumbers = new Map<string, number>();
  private readonly words: Places[] = [];
  private readonly keywordNumbers = new Map<string, number>();
  private readonly keywords: number[][] = [];
  private readonly facets = new Set<string>();
  /** About as much as it takes. */
  bytes = 0;

  add(row: MemoryRow): void {
    const document = this.rows.length;
    this.rows.push({ document: row.document, bytes: row.bytes, lengths: row.lengths });
    KEY_COLUMNS.forEach((column, at) => this.columns[column].push(row.keys[at] ?? null));
    this.columns.deleted.push(row.deleted);
    this.columns.updated_at.push(row.updatedAt);
    this.columns.total_votes.push(row.totalVotes);
    for (const vector of [row.names, row.texts])
      for (const { lexeme, positions } of lexemesOf(vector)) this.addWord(document, lexeme, positions);
    for (const term of row.keywords) this.addKeyword(document, term);
    for (const term of row.facets) this.facets.add(term);
    this.bytes += BYTES_OF_DOCUMENT + row.document.length;
  }

  private addWord(document: number, lexeme: string, positions: readonly number[]): void {
    const number = this.numberOf(lexeme, this.wordNumbers);
    const places = (this.words[number] ??= { documents: [], counts: [], positions: [] });
    places.documents.push(document);
    places.counts.push(positions.length);
    for (const position of positions) places.positions.push(position);
    this.bytes += BYTES_OF_ENTRY + 4 * positions.length;
  }

  private addKeyword(document: number, term: string): void {
    const number = this.numberOf(term, this.keywordNumbers);
    (this.keywords[number] ??= []).push(document);
    this.bytes += BYTES_OF_ENTRY;
  }

  private numberOf(term: string, numbers: Map<string, number>): number {
    const known = numbers.get(term);
    if (known !== undefined) return known;
    numbers.set(apart(term), numbers.size);
    this.bytes += BYTES_OF_TERM + term.length;
    return numbers.size - 1;
  }

  /** @param counted what was counted last of lexemes; of the others it is told by their rows how many documents have them */
  *build(counted: ReadonlyMap<string, number>, statistics: FieldStatistics): Steps<MemoryIndex> {
    const counts = yield* countsOf(counted, this.wordNumbers);
    const words = new OrderedTerms(this.wordNumbers, yield* PostingLists.from(this.words, counts));
    const keywords = new OrderedTerms(this.keywordNumbers, yield* PackedLists.from(this.keywords));
    return new MemoryIndex(
      this.rows.map(({ document, bytes }) => ({ document, bytes })),
      this.columns,
      words,
      keywords,
      [...this.facets].sort(byCodePoint).map((term) => [term, keywords.get(term) ?? new Uint32Array(0)]),
      lengthsOf(this.rows),
      statistics,
    );
  }
}

function lengthsOf(rows: readonly Pick<MemoryRow, 'lengths'>[]): MemoryIndex['lengths'] {
  const columns = COUNTED_CODES.map((code, at) => [
    code,
    Uint16Array.from(rows, ({ lengths }) => lengths[at] as number),
  ]);
  return Object.fromEntries(columns) as MemoryIndex['lengths'];
}

/** By number; 0: it was not counted. */
function* countsOf(counted: ReadonlyMap<string, number>, numbers: ReadonlyMap<string, number>): Steps<Uint32Array> {
  const counts = new Uint32Array(numbers.size);
  for (const [lexeme, number] of numbers) {
    counts[number] = counted.get(lexeme) ?? 0;
    if (number % TERMS === 0) yield;
  }
  return counts;
}

/** The same text: one that was cut out of a longer text would hold all of that in memory. */
function apart(text: string): string {
  return Buffer.from(text).toString();
}
