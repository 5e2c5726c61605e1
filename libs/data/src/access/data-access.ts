/** Names of databases, schemas or tables: regular expressions, from the beginning of the name, without regard to case. */
export interface FilterPattern {
  /** Empty: all. */
  readonly includes: readonly string[];
  readonly excludes: readonly string[];
}

/** The rules of what a crawl of the source brings into the catalog. */
export interface CrawlRules {
  readonly enabled: boolean;
  readonly databaseFilterPattern?: FilterPattern;
  readonly schemaFilterPattern?: FilterPattern;
  readonly tableFilterPattern?: FilterPattern;
  readonly includeViews: boolean;
  readonly includePartitions: boolean;
  /** A table is deleted after it was missing in this many crawls in a row; 0: never. */
  readonly deleteAfter: number;
}

/** Bounds of readings of a source. */
export interface AccessLimits {
  /** Readings at a time, over all workers. */
  readonly connections: number;
  readonly connectSeconds: number;
  readonly statementSeconds: number;
  readonly runSeconds: number;
}

/**
 * Whether promises about values are judged by the rows, or by what the source declares where it declares them. What the source enforces is
 * believed in either case.
 */
export const COLUMN_PROMISES = ['read', 'declared'] as const;
export type ColumnPromises = (typeof COLUMN_PROMISES)[number];

/** The permission to read the source of a database service, whole. */
export interface DataAccess {
  /** false: stored, but nothing is read. */
  readonly enabled: boolean;
  /** Whether SQL of test cases and contracts is run. */
  readonly customSql: boolean;
  /** Functions that it may call beside those of the engine's list: names that the owner of the access answers for. */
  readonly functions?: readonly string[];
  readonly exampleKeys: boolean;
  /** IANA zone of timestamps without one. */
  readonly timezone: string;
  /**
   * Absent of access that was given before there was a choice: UNIQUE and keys are then believed where the engine enforces NOT NULL alone, since
   * each of these checks groups the whole table.
   */
  readonly columnPromises?: ColumnPromises;
  readonly crawl: CrawlRules;
  readonly limits: AccessLimits;
}

export const DEFAULT_LIMITS: AccessLimits = {
  connections: 2,
  connectSeconds: 10,
  statementSeconds: 60,
  runSeconds: 900,
};

export const DEFAULT_CRAWL: CrawlRules = {
  enabled: true,
  includeViews: true,
  includePartitions: false,
  deleteAfter: 1,
};

/** Lowest and highest value of each number, both included. */
export const ACCESS_RANGES = {
  deleteAfter: [0, 10],
  connections: [1, 20],
  connectSeconds: [1, 60],
  statementSeconds: [1, 3_600],
  runSeconds: [10, 86_400],
} as const satisfies Readonly<Record<string, readonly [number, number]>>;

/** Where a connection that is not stored is tried: what the request does not say about limits. */
export const UNSTORED_ACCESS: DataAccess = {
  enabled: true,
  customSql: false,
  exampleKeys: false,
  timezone: 'UTC',
  crawl: DEFAULT_CRAWL,
  limits: DEFAULT_LIMITS,
};
