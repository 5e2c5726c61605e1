import { CatalogModule } from '@app/catalog';
import { Module } from '@nestjs/common';
import { CrawlRunner } from './crawl.runner';
import { Crawler } from './state/crawler';
import { CrawlRepository } from './state/crawl.repository';
import { CrawlWriter } from './write/crawl-writer';
import { DatabaseCrawl } from './write/database-crawl';
import { GoneCrawl } from './write/gone-crawl';
import { OneTableCrawl } from './write/one-table-crawl';
import { PlaceCrawl } from './write/place-crawl';
import { TableCrawl } from './write/table-crawl';

/** Crawls: needed where data runs are executed. Needs ConfigModule and DatabaseModule. */
@Module({
  imports: [CatalogModule],
  providers: [
    CrawlRepository,
    CrawlWriter,
    Crawler,
    CrawlRunner,
    DatabaseCrawl,
    GoneCrawl,
    OneTableCrawl,
    PlaceCrawl,
    TableCrawl,
  ],
  exports: [Crawler, CrawlRunner, OneTableCrawl],
})
export class CrawlModule {}
