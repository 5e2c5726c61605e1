import type { Actor } from '@app/common';
import type { CrawlRules } from '../../access/data-access';
import { RunLost, type DataRunContext } from '../../runs/work/data-runner';
import { CRAWLER, type CrawledServiceRow, type CrawlOutcome, type KnownEntity } from '../state/crawl.repository';
import type { NameFilter } from '../filter/name-filter';
import type { CrawlReport } from './crawl-report';

/** The request of a crawl; lists that are there are not empty. */
export interface CrawlRequest {
  /** Exact names; absent: all. */
  readonly schemas?: readonly string[];
  readonly tables?: readonly string[];
  readonly dryRun?: boolean;
  /** No boolean, since requests that join would have it for what only one of them named. */
  readonly confirmDeletions?: 'confirmed';
}

/** One crawl under way. */
export interface Crawl {
  readonly context: DataRunContext;
  readonly actor: Actor;
  readonly service: CrawledServiceRow;
  readonly rules: CrawlRules;
  readonly request: CrawlRequest;
  readonly report: CrawlReport;
  readonly filter: NameFilter;
}

/** @throws {RunLost} where the run was cancelled, or is no longer this worker's */
export function requireGoingOn({ context }: Crawl): void {
  if (context.signal.aborted) throw new RunLost();
}

/** The outcome of an entity that is as it should be: this run may have made it so, by a rename or in a former attempt. */
export function outcomeOfUnchanged({ context: { run } }: Crawl, known: KnownEntity): CrawlOutcome {
  if (known.run === run.id && known.outcome !== null) return known.outcome;
  if (run.attempts < 2) return 'unchanged';
  // It was written, and the attempt ended before it was noted down.
  if (known.updatedBy !== CRAWLER || known.updatedAt < run.startedAt) return 'unchanged';
  return known.version === FIRST_VERSION ? 'created' : 'updated';
}

/** The outcome of an entity that was compared. @param changed members that had to be changed */
export function outcomeOf(crawl: Crawl, known: KnownEntity, changed: readonly string[]): CrawlOutcome {
  const { run } = crawl.context;
  // By this attempt, or a former one.
  if (known.deletedBy === 'bot' || (known.run === run.id && known.outcome === 'restored')) return 'restored';
  return changed.length ? 'updated' : outcomeOfUnchanged(crawl, known);
}

/** In tenths. */
export const FIRST_VERSION = 1;
