import { randomUUID } from 'node:crypto';
import { Database } from '@app/database';
import {
  PostgresSearchEngine,
  PostgresSearchIndex,
  type BoundQuery,
  type IndexedDocument,
  type SearchDocument,
  type SearchRequest,
} from '@app/search';
import { createTestDatabase } from '../../support/embedded-database';

let nextNode = 1;

/** The engine and its index on a database of their own. */
export class SearchFixture {
  readonly index = new PostgresSearchIndex();

  private constructor(
    readonly database: Database,
    readonly engine: PostgresSearchEngine,
    /** Of the database. */
    readonly url: string,
    private readonly drop: () => Promise<void>,
  ) {}

  static async open(timeoutMs = 20_000): Promise<SearchFixture> {
    const { url, drop } = await createTestDatabase();
    const database = await Database.connect({ url, poolSize: 4 });
    return new SearchFixture(database, new PostgresSearchEngine({ url, size: 4, timeoutMs }), url, drop);
  }

  async write(...documents: readonly IndexedDocument[]): Promise<void> {
    await this.database.transaction((tx) => this.index.write(tx, documents));
  }

  async remove(...documents: readonly IndexedDocument[]): Promise<void> {
    const nodes = documents.map(({ node }) => node);
    await this.database.transaction((tx) => this.index.remove(tx, nodes));
  }

  async names(query: BoundQuery, more: Partial<SearchRequest> = {}): Promise<string[]> {
    const { hits } = await this.engine.search(request(query, more));
    return hits.map(({ source }) => source?.name ?? '');
  }

  async close(): Promise<void> {
    await this.engine.close();
    await this.database.close();
    await this.drop();
  }
}

export const ALL: BoundQuery = { kind: 'all', boost: 1 };

export function request(query: BoundQuery, more: Partial<SearchRequest> = {}): SearchRequest {
  return {
    query,
    filter: [],
    permission: ALL,
    from: 0,
    size: 1_000,
    sort: [
      { by: '_score', direction: 'desc' },
      { by: 'name.keyword', direction: 'asc' },
      { by: 'id', direction: 'asc' },
    ],
    totals: true,
    aggregations: {},
    source: true,
    ...more,
  };
}

/** A document with a node that no other has. */
export function made(name: string, more: Partial<SearchDocument> = {}): IndexedDocument {
  return {
    node: String(nextNode++),
    document: {
      ...{ id: randomUUID(), entityType: 'table', name, fullyQualifiedName: `shop.sales.${name}`, deleted: false },
      updatedAt: 1_700_000_000_000,
      ...more,
    },
  };
}

export function word(field: string, token: string, boost = 1): BoundQuery {
  return { kind: 'term', field, token, boost };
}

export function bool(more: Partial<Extract<BoundQuery, { kind: 'bool' }>>): BoundQuery {
  return { kind: 'bool', must: [], should: [], filter: [], mustNot: [], minimumShouldMatch: 0, boost: 1, ...more };
}
