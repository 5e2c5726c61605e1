/** What of the settings decides about search. */
export interface SearchSettings {
  readonly databaseUrl: string;
  readonly databasePoolSize: number;
  /** How long a statement of a search may take on PostgreSQL. */
  readonly searchTimeoutMs: number;
  /** Documents that a transaction writes itself on PostgreSQL, where it is not the usual number. */
  readonly mostInTransaction?: number;
  /** An Elasticsearch server; absent: PostgreSQL searches. */
  readonly elasticsearchUrl?: string;
  readonly elasticsearchApiKey?: string;
  /** What the names of indices begin with. */
  readonly elasticsearchPrefix?: string;
  /** Faults for chaos tests; absent in production. */
  readonly failpoints?: string;
}
