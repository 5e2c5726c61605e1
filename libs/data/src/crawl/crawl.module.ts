import { CatalogModule } from '@app/catalog';
import { Module } from '@nestjs/common';
import { CrawlRunner } from './crawl.runner';
import { Crawler } from './state/crawler';
import { CrawlRepository } from './state/crawl.repository';
import { CrawlWriter } from './write/crawl-writer';
import { DatabaseCrawl } from './write/database-crawl';
import { GoneCrawl } from './write/gone-crawl';
import { PlaceCrawl } from './write/place-crawl';
import { TableCrawl } from './write/table-crawl';

/** Crawls: needed where data runs are executed. Needs ConfigModule and DatabaseModule. */
@Module({
  imports: [CatalogModule],
  providers: [CrawlRepository, CrawlWriter, Crawler, CrawlRunner, DatabaseCrawl, GoneCrawl, PlaceCrawl, TableCrawl],
  exports: [CrawlRunner],
})
export class CrawlModule {}
