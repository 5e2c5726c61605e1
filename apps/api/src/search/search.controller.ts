import { Readable } from 'node:stream';
import { CatalogSearch, csvOfHits, type SearchResponse } from '@app/catalog';
import type { Actor } from '@app/common';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { sendJson } from '../http/representation/answer';
import {
  DescribedAggregate,
  DescribedFieldQuery,
  DescribedSearch,
  DescribedSearchExport,
  DescribedSuggest,
} from './described-search';
import {
  AggregateQuery,
  aggregateQuestion,
  chosen,
  fieldPage,
  FieldSearchQuery,
  SearchExportQuery,
  SearchQuery,
  searchQuestion,
  SuggestQuery,
} from './search-query';

const CSV_HEADERS = {
  'content-type': 'text/csv; charset=utf-8; header=present',
  'content-disposition': 'attachment; filename="search.csv"',
};

/** Full-text search over the catalog. */
@ApiTags('search')
@Controller('v1/search')
export class SearchController {
  constructor(private readonly searches: CatalogSearch) {}

  @Get('query')
  @Access({ operation: 'Search', resource: 'search' })
  @DescribedSearch()
  async query(@CurrentActor() actor: Actor, @Query() query: SearchQuery, @Res() reply: FastifyReply): Promise<void> {
    sendJson(reply, await this.searches.searchText(actor, searchQuestion(query)));
  }

  @Get('fieldQuery')
  @Access({ operation: 'Search', resource: 'search' })
  @DescribedFieldQuery()
  byField(@CurrentActor() actor: Actor, @Query() query: FieldSearchQuery): Promise<SearchResponse> {
    return this.searches.byField(actor, query.fieldName, query.fieldValue, fieldPage(query));
  }

  @Get('aggregate')
  @Access({ operation: 'Search', resource: 'search' })
  @DescribedAggregate()
  async aggregate(
    @CurrentActor() actor: Actor,
    @Query() query: AggregateQuery,
  ): Promise<Pick<SearchResponse, 'aggregations'>> {
    const { aggregations } = await this.searches.search(actor, aggregateQuestion(query));
    return { aggregations };
  }

  @Get('suggest')
  @Access({ operation: 'Search', resource: 'search' })
  @DescribedSuggest()
  async suggest(
    @CurrentActor() actor: Actor,
    @Query() { q, index, size }: SuggestQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await this.searches.suggestText(actor, q, index, size));
  }

  @Get('export')
  @Access({ operation: 'Search', resource: 'search' })
  @DescribedSearchExport()
  async export(
    @CurrentActor() actor: Actor,
    @Query() query: SearchExportQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const pages = await this.searches.pages(actor, chosen(query));
    // Back-pressure: a page is read when the client has received the previous one.
    void reply
      .code(200)
      .headers(CSV_HEADERS)
      .send(Readable.from(csvOfHits(pages, query.raw), { objectMode: false }));
  }
}
