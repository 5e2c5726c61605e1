/** The part of one database that a crawl has listed. */
export interface CoveredDatabase {
  /** Schemas that are there and may not be looked into. */
  readonly refused: ReadonlySet<string>;
  /** Where the connection restricts the listing: the only schemas that it can say anything of. */
  readonly only?: ReadonlySet<string>;
}

/** The scope of a crawl: what it did not look for is not gone. */
export interface CrawlScope {
  /** By name in the catalog. */
  readonly databases: ReadonlyMap<string, CoveredDatabase>;
  /** Whether a database that was not listed is gone. */
  readonly hasAllDatabases: boolean;
  /** Schemas of the request; absent: all. */
  readonly schemas?: ReadonlySet<string>;
  readonly tables?: ReadonlySet<string>;
  readonly includeViews: boolean;
  readonly includePartitions: boolean;
}

export interface KnownTable {
  readonly database: string;
  readonly schema: string;
  readonly name: string;
  readonly tableType?: string;
  /** Whether the crawl that saw it last listed partitions as tables. */
  readonly withPartitions: boolean;
}

/** Whether a crawl that does not list the schema shows that it is gone, or would list it. Filters aside. */
export function coversSchema(
  scope: CrawlScope,
  { database, schema }: Pick<KnownTable, 'database' | 'schema'>,
): boolean {
  if (scope.schemas && !scope.schemas.has(schema)) return false;
  const covered = scope.databases.get(database);
  if (!covered) return scope.hasAllDatabases;
  return !covered.refused.has(schema) && (covered.only?.has(schema) ?? true);
}

/** Whether a crawl that does not list the table shows that it is gone. Filters aside. */
export function coversTable(scope: CrawlScope, table: KnownTable): boolean {
  if (scope.tables && !scope.tables.has(table.name)) return false;
  if (!scope.includeViews && /view$/i.test(table.tableType ?? '')) return false;
  if (!scope.includePartitions && table.withPartitions) return false;
  return coversSchema(scope, table);
}
