import type { IndexedDocument } from '../../document/search-document';
import { searchRow } from './search-row';
import type { DictionaryTerm } from './text-parts';

/** A row as it is sent to the database. */
export interface StoredRow {
  readonly id: string;
  /** The columns as the text of a JSON object. */
  readonly columns: string;
  /** Each once. */
  readonly terms: readonly DictionaryTerm[];
  /** Names of the fields that did not fit as a whole. */
  readonly trimmed: readonly string[];
}

export function storedRow(document: IndexedDocument): StoredRow {
  const { columns, terms, trimmed } = searchRow(document);
  const distinct = new Map(terms.map((term) => [`${term.field} ${term.whole} ${term.term}`, term]));
  return { id: document.document.id, columns: JSON.stringify(columns), terms: [...distinct.values()], trimmed };
}
