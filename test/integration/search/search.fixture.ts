import { randomBytes } from 'node:crypto';
import {
  CatalogIndexModule,
  CatalogSearch,
  CatalogSearchModule,
  EntityReader,
  entityTypes,
  EntityWriter,
  type CatalogQuestion,
  type EntityAnswer,
} from '@app/catalog';
import type { Actor } from '@app/common';
import type { Settings } from '@app/config';
import { Database } from '@app/database';
import { SearchBackend, type SearchEngine } from '@app/search';
import type { INestApplicationContext } from '@nestjs/common';
import { until } from '../../support/chaos/until';
import { LibraryContext } from '../../support/library-context';
import { PATIENCE_MS } from '../../support/eventually';

type Document = Record<string, unknown> & { id: string; name: string; fullyQualifiedName: string };

export const ADMIN: Actor = { name: 'admin', id: 'admin', isAdmin: true, ownerIds: new Set(), rules: [] };
/** The best tables, without anything that is counted. */
export const TABLES: CatalogQuestion = {
  ...{ q: '*', index: 'table', deleted: false, from: 0, size: 10, sortOrder: 'desc', totals: true, source: true },
  ...{ includeAggregations: false, hierarchy: false, strict: false },
};
/** Documents that a search waits for here: more than a few entities mark, and fewer than a test can make. */
export const MOST = 200;
const COLUMNS = [{ name: 'id', dataType: 'BIGINT' }];

const read = ({ json }: EntityAnswer): Document => JSON.parse(json) as Document;
const unique = (what: string): string => `${what}_${randomBytes(5).toString('hex')}`;

/** The catalog with its search on a database of the test's own; what only a worker does is started by the test. */
export class SearchFixture {
  readonly database: Database;
  readonly backend: SearchBackend;
  readonly searches: CatalogSearch;

  private readonly app: INestApplicationContext;

  private constructor(private readonly context: LibraryContext) {
    const { app } = context;
    this.app = app;
    this.database = app.get(Database);
    this.backend = app.get(SearchBackend);
    this.searches = app.get(CatalogSearch);
  }

  /** @param more settings of the test's own */
  static async open(more: Pick<Partial<Settings>, 'cacheMegabytes'> = {}): Promise<SearchFixture> {
    const settings = { databasePoolSize: 6, searchTimeoutMs: 10_000, mostAwaited: MOST, ...more };
    const context = await LibraryContext.open(() => [CatalogIndexModule, CatalogSearchModule], settings);
    return new SearchFixture(context);
  }

  async close(): Promise<void> {
    await this.backend.stop();
    await this.context.close();
  }

  /** Resolves when rows show all that was written, and nothing is under way behind it. One search waits for so long and so many only. */
  async current(): Promise<void> {
    const marks = async (): Promise<number> => {
      await this.found('*');
      return (await this.database.query('select from search_mark limit 1')).length;
    };
    await until('the rows of the index', PATIENCE_MS, marks, (left) => left === 0);
  }

  /** A new entity; a table and a schema lie below a service of their own. */
  async make(type: 'table' | 'databaseSchema' | 'user', more: object = {}): Promise<Document> {
    const name = unique(type);
    if (type === 'user') return this.create(type, { name, email: `${name}@example.org` });
    if (type === 'table') {
      const { fullyQualifiedName: databaseSchema } = await this.make('databaseSchema');
      return this.create(type, { name, databaseSchema, columns: COLUMNS, ...more });
    }
    const service = unique('service');
    await this.create('databaseService', { name: service, serviceType: 'Postgres' });
    await this.create('database', { name: 'db', service });
    return this.create(type, { name, database: `${service}.db` });
  }

  async get(type: string, fqn: string): Promise<Document> {
    return read(await this.app.get(EntityReader).get(ADMIN, entityTypes.get(type), { fqn }, undefined, 'non-deleted'));
  }

  async patch(type: string, fqn: string, ...operations: object[]): Promise<Document> {
    return read(await this.app.get(EntityWriter).patch(ADMIN, entityTypes.get(type), { fqn }, operations));
  }

  /** Names of the tables that a query text finds. */
  async found(q: string): Promise<string[]> {
    const { hits } = await this.searches.search(ADMIN, { ...TABLES, q });
    return hits.hits.map((hit) => (hit as { _source: { name: string } })._source.name);
  }

  /** Whether PostgreSQL searches while this work is done. */
  async isSearched(work: () => Promise<unknown>): Promise<boolean> {
    const { searching } = this.backend as unknown as { readonly searching: SearchEngine };
    const search = jest.spyOn(searching, 'search');
    try {
      await work();
      return search.mock.calls.length > 0;
    } finally {
      search.mockRestore();
    }
  }

  /** Does the work again until PostgreSQL does not search for it, since the answer is cached. */
  async untilNotSearched(work: () => Promise<unknown>): Promise<void> {
    await until(
      'a search that PostgreSQL does not do',
      PATIENCE_MS,
      () => this.isSearched(work),
      (is) => !is,
    );
  }

  /** Names of the tables of an export, page by page. */
  async exported(): Promise<string[][]> {
    const question = { q: '*', index: 'table', deleted: false, sortOrder: 'desc' as const, strict: false };
    const pages: string[][] = [];
    for await (const hits of await this.searches.pages(ADMIN, question))
      pages.push(hits.map(({ source }) => source?.name ?? ''));
    return pages;
  }

  /** Changes an entity as another process does: outside of a transaction of the service, so that the index here is not told of the commit. */
  writeElsewhere(id: string, set: string, value: unknown): Promise<unknown> {
    return this.database.query(`update entity set ${set} where id = $1`, [id, value]);
  }

  async put(type: string, body: object): Promise<Document> {
    return read(await this.app.get(EntityWriter).put(ADMIN, entityTypes.get(type), body));
  }

  async create(type: string, body: object): Promise<Document> {
    return read(await this.app.get(EntityWriter).create(ADMIN, entityTypes.get(type), body));
  }
}
