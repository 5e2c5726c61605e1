import { Logger } from '@nestjs/common';
import { notReady, type Fault, type PartState, type PeriodicTask } from '@app/common';
import type { AskVersion, Database } from '@app/database';
import { untilIndexed } from './dirty-set';
import type { SearchAnswer, SearchHit, SearchRequest } from '../query/search-request';

/**
 * Compiles a bound request, runs it, reads the answer. Both engines answer the same request with the same set of hits.
 * @throws {AppError} SERVICE_UNAVAILABLE that names search where the engine is away; BAD_REQUEST where a pattern stands for
 *   more than 1,024 tokens
 */
export interface SearchEngine {
  /** @param meanwhile receives the hits if they are known before their number: it works on them while they are counted */
  search(request: SearchRequest, meanwhile?: Meanwhile): Promise<SearchAnswer>;
  /** Where answers are cached: what more may be cached beside them. */
  readonly cache?: AnswerCache;
}

/** Caches what follows from the index alone for as long as the index is the same, for callers from whom nothing is hidden. */
export interface AnswerCache {
  /** The engine itself, whose answers are not cached. */
  readonly engine: SearchEngine;
  /**
   * @param key identifies the value in this cache
   * @param ask for the version of the index, where that costs no statement of its own
   */
  answer<Value>(key: string, make: () => Promise<MadeAnswer<Value>>, ask?: AskVersion): Promise<Value>;
}

export interface MadeAnswer<Value> {
  readonly value: Value;
  readonly isCacheable: boolean;
}

export type Meanwhile = (hits: readonly SearchHit[]) => Promise<void>;

/** The engine of this process, chosen by the settings. */
export const SEARCH_ENGINE = Symbol('SearchEngine');

/** The settings that decide about search. */
export interface SearchSettings {
  readonly databaseUrl: string;
  readonly databasePoolSize: number;
  /** How long a statement of a search may take on PostgreSQL. */
  readonly searchTimeoutMs: number;
  /** Documents that a search waits for on PostgreSQL, where it is not the usual number. */
  readonly mostAwaited?: number;
  /** Nodes of an Elasticsearch or OpenSearch; absent, and no deployment in a cloud either: PostgreSQL searches. */
  readonly elasticsearchUrl?: string;
  /** The URL of a deployment in a cloud, in place of nodes. */
  readonly elasticsearchCloudId?: string;
  readonly elasticsearchCaFile?: string;
  readonly elasticsearchApiKey?: string;
  /** The beginning of the names of indices. */
  readonly elasticsearchPrefix?: string;
  /** Shards of an index that is made; absent: one. */
  readonly elasticsearchShards?: number;
  /** Copies of each shard; absent: one where there are several nodes. */
  readonly elasticsearchReplicas?: number;
  /** Faults for chaos tests; absent in production. */
  readonly failpoints?: string;
}

/** The findings of a check, and its repairs. */
export interface IndexReport {
  readonly documents: number;
  readonly missing: number;
  readonly different: number;
  /** There, though not in the catalog. */
  readonly surplus: number;
  /** Totals from which scores are made that were not what the rows add up to; absent where there are none. */
  readonly totals?: number;
}

/** A server that does not answer. */
export const AWAY = notReady('not available');

/** Search of this installation: the engine, and the tasks that synchronize its index with the catalog. */
export abstract class SearchBackend {
  abstract readonly engine: SearchEngine;

  /** Whether a search would be answered now, or why not; never an error. */
  abstract state(): Promise<PartState>;

  /** The tasks that synchronize the index. */
  protected abstract readonly tasks: readonly PeriodicTask[];

  constructor(protected readonly database: Database) {}

  get faults(): readonly Fault[] {
    return this.tasks.flatMap(({ faults }) => faults);
  }

  /** Begins to write queued documents. Only a worker does so. */
  start(): void {
    for (const task of this.tasks) task.start();
  }

  /** Resolves when the work that is under way has ended. */
  async stop(): Promise<void> {
    await Promise.all(this.tasks.map((task) => task.stop()));
  }

  /** Resolves when searches find all that is committed now, or after some seconds. */
  untilFound(): Promise<void> {
    return untilIndexed(this.database);
  }

  /** Makes the index anew from the catalog while searches go on. Returns the number of documents. */
  abstract rebuild(): Promise<number>;

  /** Compares the index with the catalog, document by document, and mends what differs. */
  abstract check(): Promise<IndexReport>;

  abstract close(): Promise<void>;
}

/** How an outage of the index is logged, whatever brings it up to date. */
export const INDEXING = {
  log: new Logger('Search'),
  failing: 'the search index is behind',
  recovered: 'the search index is written again',
};
