import { joinFqn } from '@app/catalog';
import type { Engine, Listing, SourceTable } from '@app/sources';
import { Injectable } from '@nestjs/common';
import { selectTables, type CrawlPatterns, type Selection } from '../filter/select-tables';
import type { CoveredDatabase } from '../plan/coverage';
import { crawledTable } from '../plan/crawled-table';
import type { TableTraits } from '../plan/renames';
import { CrawlRepository } from '../state/crawl.repository';
import { requireGoingOn, type Crawl } from './crawl';
import { ContainerCrawl, type ContainerState } from './container-crawl';
import { TableRenames } from './table-renames';
import { TableCrawl, traitsOf, type PlacedTable } from './table-crawl';

/** Tables that are looked up and written together. */
const BLOCK = 500;

/** The findings of a crawl so far. FQNs of the catalog. */
export interface CrawlFindings {
  readonly databases: Map<string, CoveredDatabase>;
  /** All that is in the source, whether it was brought into the catalog or left out. */
  readonly present: Set<string>;
  /** Tables that filters or their names have left out. */
  readonly leftOut: Set<string>;
  /** Tables that are new in the catalog. */
  readonly made: TableTraits[];
}

export interface ListedDatabase {
  readonly listing: Listing;
  readonly patterns: CrawlPatterns;
  readonly found: CrawlFindings;
  readonly words: Engine['typeWords'];
}

/** A queued table, which is compared with its block. */
type WaitingTable = Omit<PlacedTable, 'crawled'>;

/** Brings one database into the catalog, from above: the database, its schemas, then their tables in blocks. */
@Injectable()
export class DatabaseCrawl {
  constructor(
    private readonly repository: CrawlRepository,
    private readonly places: ContainerCrawl,
    private readonly renames: TableRenames,
    private readonly tables: TableCrawl,
  ) {}

  async bring(crawl: Crawl, database: ListedDatabase): Promise<void> {
    const { listing, patterns, found } = database;
    const fqn = joinFqn(crawl.service.fqn, listing.database);
    noteListing(listing, fqn, found);
    const selection = await selectTables(listing, patterns, crawl.filter);
    this.tellLeftOut(crawl, fqn, selection, found);
    await this.tellUnreadable(crawl, fqn, database);
    const placed = await this.container(crawl, fqn, database, selection);
    const waiting = await this.renames.follow(crawl, placed, found.present);
    const refer = await this.references(fqn, selection.tables);
    const bring = async (tables: readonly WaitingTable[], isLast: boolean): Promise<WaitingTable[]> => {
      const refused: WaitingTable[] = [];
      for (let from = 0; from < tables.length; from += BLOCK) {
        requireGoingOn(crawl);
        const block = tables.slice(from, from + BLOCK).map((table): PlacedTable => ({
          ...table,
          crawled: crawledTable(table.source, database.words, refer),
        }));
        const outcome = await this.tables.bring(crawl, block, isLast);
        for (const one of outcome.made) found.made.push(traitsOf(listing.database, one));
        refused.push(...outcome.refused.map(({ crawled: _, ...one }) => one));
        crawl.report.advance(block.length - (isLast ? 0 : outcome.refused.length), block.at(-1)!.fqn);
      }
      return refused;
    };
    // A table may refer to a column that a later block brings.
    const refused = await bring(waiting, false);
    await bring(refused, true);
  }

  private tellLeftOut({ report }: Crawl, database: string, selection: Selection, { leftOut }: CrawlFindings): void {
    report.count('filtered', selection.leftOut.length);
    for (const { schema, name } of selection.leftOut) leftOut.add(joinFqn(database, schema, name));
    for (const { schema, table, fault } of selection.notAllowed) {
      const subject = joinFqn(database, schema, ...(table === undefined ? [] : [table]));
      report.note({ code: 'nameNotAllowed', subject, message: `It is left out, since its name ${fault}` });
    }
  }

  /** Schemas that may not be looked into, tables that could not be, and what is to know of others. */
  private async tellUnreadable(
    { report, filter }: Crawl,
    database: string,
    { listing, patterns }: ListedDatabase,
  ): Promise<void> {
    const { refusedSchemas, unreadable = [], notes = [] } = listing;
    const named = [...unreadable, ...notes];
    const schemas = await filter.passing([...refusedSchemas, ...named.map(({ schema }) => schema)], patterns.schemas);
    const tables = await filter.passing(
      named.map(({ name }) => name),
      patterns.tables,
    );
    for (const { code, schema, name, message } of notes)
      if (schemas.has(schema) && tables.has(name))
        report.note({ code, subject: joinFqn(database, schema, name), message });
    for (const name of refusedSchemas.filter((one) => schemas.has(one))) {
      const message = `The user of the connection may not look into the schema ${name}: what it holds is not known, and nothing of it is deleted`;
      report.fault({ code: 'notPermitted', subject: joinFqn(database, name), message });
    }
    for (const { schema, name, reason, message } of unreadable) {
      if (!schemas.has(schema) || !tables.has(name)) continue;
      report.count('tables');
      report.count('failed');
      report.fault({ code: reason, subject: joinFqn(database, schema, name), message });
    }
  }

  /** The tables with their parents, which are created first. */
  private async container(
    crawl: Crawl,
    database: string,
    { listing }: ListedDatabase,
    { schemas, tables }: Selection,
  ): Promise<WaitingTable[]> {
    const { service, report } = crawl;
    const refused = new Set(listing.refusedSchemas);
    const readable = schemas.filter(({ name }) => !refused.has(name));
    report.count('databases');
    report.count('schemas', readable.length);
    report.count('tables', tables.length);
    report.count('views', tables.filter(({ kind }) => kind === 'View' || kind === 'MaterializedView').length);
    report.expect(tables.length);
    const above = await this.places.bring(
      crawl,
      { type: 'database', parent: { property: 'service', fqn: service.fqn } },
      [{ name: listing.database, comment: listing.comment }],
    );
    const state = above.get(listing.database);
    const within: ReadonlyMap<string, ContainerState | undefined> =
      state === 'open'
        ? await this.places.bring(
            crawl,
            { type: 'databaseSchema', parent: { property: 'database', fqn: database } },
            readable,
          )
        : new Map(readable.map(({ name }) => [name, state]));
    return tables.flatMap((source): WaitingTable[] => {
      const container = within.get(source.schema);
      const schema = joinFqn(database, source.schema);
      if (container === 'open' || container === 'closed')
        return [{ fqn: joinFqn(schema, source.name), schema, isClosed: container === 'closed', source }];
      report.count('failed');
      return [];
    });
  }

  /** The tables that foreign keys may refer to: those of this crawl, and those that are in the catalog beside it. */
  private async references(
    database: string,
    tables: readonly SourceTable[],
  ): Promise<(schema: string, table: string) => string | undefined> {
    const listed = new Set(tables.map(({ schema, name }) => joinFqn(database, schema, name)));
    const referred = new Set(
      tables.flatMap(({ constraints }) =>
        constraints.flatMap((one) =>
          one.type === 'FOREIGN_KEY' ? [joinFqn(database, one.referred.schema, one.referred.table)] : [],
        ),
      ),
    );
    const others = [...referred].filter((fqn) => !listed.has(fqn));
    const known = await this.repository.known('table', others);
    return (schema, table) => {
      const fqn = joinFqn(database, schema, table);
      return listed.has(fqn) || known.get(fqn)?.deletedBy === null ? fqn : undefined;
    };
  }
}

function noteListing(
  { database, schemas, refusedSchemas, tables, unreadable = [], restrictedTo }: Listing,
  fqn: string,
  { databases, present }: CrawlFindings,
): void {
  databases.set(database, {
    refused: new Set(refusedSchemas),
    ...(restrictedTo && { only: new Set(restrictedTo) }),
  });
  present.add(fqn);
  for (const { name } of schemas) present.add(joinFqn(fqn, name));
  for (const name of refusedSchemas) present.add(joinFqn(fqn, name));
  for (const { schema, name } of tables) present.add(joinFqn(fqn, schema, name));
  for (const { schema, name } of unreadable) present.add(joinFqn(fqn, schema, name));
}
