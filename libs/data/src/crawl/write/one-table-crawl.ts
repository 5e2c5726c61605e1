import { joinFqn, splitFqn } from '@app/catalog';
import type { Engine, SourceTable } from '@app/sources';
import { Injectable } from '@nestjs/common';
import type { DataRunContext } from '../../runs/work/data-runner';
import { NameFilter } from '../filter/name-filter';
import { crawledTable } from '../plan/crawled-table';
import { Crawler } from '../state/crawler';
import { CrawlRepository } from '../state/crawl.repository';
import { CrawlReport } from './crawl-report';
import { TableCrawl } from './table-crawl';

/** A table that is in the catalog, and as its source has it now. */
export interface ListedTable {
  readonly node: string;
  readonly fqn: string;
  readonly source: SourceTable;
  readonly words: Engine['typeWords'];
}

/**
 * Brings one table that is in the catalog to what its source says, as a crawl of it would. Filters are ignored: the table was requested by
 * name.
 */
@Injectable()
export class OneTableCrawl {
  constructor(
    private readonly repository: CrawlRepository,
    private readonly crawler: Crawler,
    private readonly tables: TableCrawl,
  ) {}

  /** @returns whether the catalog has it now as the source has */
  async bring(context: DataRunContext, { node, fqn, source, words }: ListedTable): Promise<boolean> {
    const service = await this.repository.service(context.run.service ?? '0');
    if (!service) return false;
    const names = splitFqn(fqn)!;
    const parent = joinFqn(undefined, ...names.slice(0, -1));
    const database = joinFqn(undefined, ...names.slice(0, -2));
    const report = new CrawlReport({ warn: (warning) => context.warn(warning), progress: () => undefined }, false);
    const rules = { ...context.access.crawl, includePartitions: await this.repository.wasListedWithPartitions(node) };
    const actor = await this.crawler.actor(context.run, false, READING);
    const filter = new NameFilter();
    const crawl = { ...{ context, actor, service, rules, report, filter }, request: {} };
    const crawled = crawledTable(source, words, await this.references(database, source));
    await this.tables.bring(crawl, [{ fqn, schema: parent, isClosed: false, source, crawled }], true);
    return report.status === 'Success';
  }

  /** The tables in the catalog that its foreign keys refer to. */
  private async references(
    database: string,
    { constraints }: SourceTable,
  ): Promise<(schema: string, table: string) => string | undefined> {
    const fqnOf = (schema: string, table: string): string => joinFqn(database, schema, table);
    const referred = constraints.flatMap((one) =>
      one.type === 'FOREIGN_KEY' ? [fqnOf(one.referred.schema, one.referred.table)] : [],
    );
    const known = await this.repository.known('table', [...new Set(referred)]);
    return (schema, table) => {
      const fqn = fqnOf(schema, table);
      return known.get(fqn)?.deletedBy === null ? fqn : undefined;
    };
  }
}

/** Where the writes of readings come from, as the audit has it. */
export const READING = 'reading';
