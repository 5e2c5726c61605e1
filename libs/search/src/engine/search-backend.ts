import type { SearchEngine } from './search-engine';

/** What a check found, and mended. */
export interface IndexReport {
  /** Documents of the catalog. */
  readonly documents: number;
  readonly missing: number;
  readonly different: number;
  /** There, though not in the catalog. */
  readonly surplus: number;
  /** Totals from which scores are made that were not what the rows add up to; absent where there are none. */
  readonly totals?: number;
}

/** Search of this installation: the engine, and what keeps its index true to the catalog. */
export abstract class SearchBackend {
  abstract readonly engine: SearchEngine;

  /** Whether a search would be answered now; never an error. */
  abstract isReady(): Promise<boolean>;

  /** Begins to write what is marked. Only a worker does so. */
  abstract start(): void;

  /** Resolves when the work that is under way has ended. */
  abstract stop(): Promise<void>;

  /** Resolves when searches find all that is committed now, or after some seconds. */
  abstract untilFound(): Promise<void>;

  /** Makes the index anew from the catalog while searches go on. Returns the number of documents. */
  abstract rebuild(): Promise<number>;

  /** Compares the index with the catalog, document by document, and mends what differs. */
  abstract check(): Promise<IndexReport>;

  abstract close(): Promise<void>;
}
