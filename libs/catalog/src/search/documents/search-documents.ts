import { once } from '@app/common';
import { query, type Transaction } from '@app/database';
import type { DocumentSource, IndexedDocument } from '@app/search';
import { Injectable } from '@nestjs/common';
import { entityTypes } from '../../types/entity-types';
import { searchedTypes, searchRows, SHOWN_REFERENCES, type SearchRow } from './search-row';
import { toDocument } from './to-document';

/** Builds search documents of entities as visible in a transaction. */
@Injectable()
export class SearchDocuments implements DocumentSource {
  private readonly question = once(searchRows);

  indexes(): ReadonlyMap<string, string> {
    return new Map(searchedTypes().map(({ type, search }) => [search.index, type]));
  }

  /** For the existing nodes of searched types, in one statement. */
  async of(tx: Transaction, nodes: readonly string[]): Promise<IndexedDocument[]> {
    const { statement, values } = this.question();
    return (await query<SearchRow & object>(tx, statement, [nodes, ...values])).map(indexedDocument);
  }
}

function indexedDocument(row: SearchRow): IndexedDocument {
  const relations = SHOWN_REFERENCES.parse(row.relations);
  return { node: row.node, document: toDocument(entityTypes.get(row.type), { row, relations }) };
}
