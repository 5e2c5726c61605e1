import { SourceError, type Reason } from '@app/sources';
import { Injectable } from '@nestjs/common';
import type { DataOutcome, DataRunContext, DataRunner } from '../runs/work/data-runner';
import { crawlPatterns } from './filter/crawl-patterns';
import { NameFilter } from './filter/name-filter';
import { Crawler } from './state/crawler';
import { CrawlRepository } from './state/crawl.repository';
import type { Crawl, CrawlRequest } from './write/crawl';
import { CrawlReport } from './write/crawl-report';
import { DatabaseCrawl, type CrawlFindings } from './write/database-crawl';
import { GoneCrawl } from './write/gone-crawl';
import { listDatabases } from './write/list-databases';

/** The lane knows better how these end a run. */
const OF_THE_LANE: ReadonlySet<Reason> = new Set<Reason>(['cancelled', 'timedOut', 'noDataAccess', 'internal']);

/** Brings the tables of a source into the catalog: they are listed, compared and written in blocks; then what is gone goes. */
@Injectable()
export class CrawlRunner implements DataRunner {
  readonly kind = 'crawl';

  constructor(
    private readonly repository: CrawlRepository,
    private readonly crawler: Crawler,
    private readonly databases: DatabaseCrawl,
    private readonly gone: GoneCrawl,
  ) {}

  async run(context: DataRunContext): Promise<DataOutcome> {
    const filter = new NameFilter();
    try {
      return await this.crawl(context, filter);
    } catch (error) {
      const refusal = context.signal.aborted ? undefined : refusalOf(error);
      if (!refusal) throw error;
      return { status: 'Failed', ...refusal };
    } finally {
      await filter.close();
    }
  }

  private async crawl(context: DataRunContext, filter: NameFilter): Promise<DataOutcome> {
    const source = context.source();
    const service = await this.repository.service(context.run.service ?? '0');
    if (!service) throw new SourceError({ reason: 'noDataAccess', message: 'The service is not there any more' });
    const request = context.run.request as CrawlRequest;
    const report = new CrawlReport(context, request.dryRun === true);
    const actor = await this.crawler.actor(context.run, report.isDryRun);
    const crawl: Crawl = { ...{ context, actor, service, request, report, filter, rules: context.access.crawl } };
    const patterns = crawlPatterns(crawl.rules, service.config);
    const found: CrawlFindings = {
      ...{ databases: new Map(), present: new Set(), leftOut: new Set(), made: [] },
    };
    const hasAllDatabases = await listDatabases(crawl, source, patterns, (listing) =>
      this.databases.bring(crawl, { listing, patterns, found, words: source.engine.typeWords }),
    );
    const { includeViews, includePartitions } = crawl.rules;
    const scope = {
      ...{ databases: found.databases, hasAllDatabases, includeViews, includePartitions },
      ...(request.schemas && { schemas: new Set(request.schemas) }),
      ...(request.tables && { tables: new Set(request.tables) }),
    };
    await this.gone.end(crawl, { ...found, scope, patterns });
    return { status: report.status, message: report.message, body: report.body };
  }
}

/** Why nothing could be read. */
function refusalOf(error: unknown): { reason: Reason; message: string } | undefined {
  // An unchecked pattern of the connection.
  if (error instanceof SyntaxError) return { reason: 'badParameter', message: error.message };
  if (!(error instanceof SourceError) || OF_THE_LANE.has(error.reason)) return undefined;
  return { reason: error.reason, message: error.message };
}
