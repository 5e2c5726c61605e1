import { CatalogModule } from '@app/catalog';
import { ContractsModule } from '@app/contracts';
import { Module } from '@nestjs/common';
import { CrawlRunner } from './crawl.runner';
import { Crawler } from './state/crawler';
import { CrawlRepository } from './state/crawl.repository';
import { CrawlWriter } from './write/crawl-writer';
import { DatabaseCrawl } from './write/database-crawl';
import { GoneCrawl } from './write/gone-crawl';
import { OneTableCrawl } from './write/one-table-crawl';
import { ContainerCrawl } from './write/container-crawl';
import { TableCrawl } from './write/table-crawl';
import { TableRenames } from './write/table-renames';

/** Crawls: needed where data runs are executed. Needs ConfigModule and DatabaseModule. */
@Module({
  imports: [CatalogModule, ContractsModule],
  providers: [
    CrawlRepository,
    CrawlWriter,
    Crawler,
    CrawlRunner,
    DatabaseCrawl,
    GoneCrawl,
    OneTableCrawl,
    ContainerCrawl,
    TableCrawl,
    TableRenames,
  ],
  exports: [Crawler, CrawlRunner, OneTableCrawl],
})
export class CrawlModule {}
