import { Readable } from 'node:stream';
import { CatalogSearch, csvOfHits } from '@app/catalog';
import type { SearchResponse, Suggestion } from '@app/catalog';
import type { Actor } from '@app/common';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { RawQuery } from '../entities/query-reader';
import { Access, CurrentActor } from '../http/access';
import { DescribedFieldQuery, DescribedSearch, DescribedSearchExport, DescribedSuggest } from './described-search';
import { exportQuery, fieldQuery, searchQuery, suggestQuery } from './search-query';

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
  query(@CurrentActor() actor: Actor, @Query() query: RawQuery): Promise<SearchResponse> {
    return this.searches.search(actor, searchQuery(query));
  }

  @Get('fieldQuery')
  @Access({ operation: 'Search', resource: 'search' })
  @DescribedFieldQuery()
  byField(@CurrentActor() actor: Actor, @Query() query: RawQuery): Promise<SearchResponse> {
    const { field, value, page } = fieldQuery(query);
    return this.searches.byField(actor, field, value, page);
  }

  @Get('suggest')
  @Access({ operation: 'Search', resource: 'search' })
  @DescribedSuggest()
  async suggest(@CurrentActor() actor: Actor, @Query() query: RawQuery): Promise<{ suggestions: Suggestion[] }> {
    const { q, index, size } = suggestQuery(query);
    return { suggestions: await this.searches.suggest(actor, q, index, size) };
  }

  @Get('export')
  @Access({ operation: 'Search', resource: 'search' })
  @DescribedSearchExport()
  async export(@CurrentActor() actor: Actor, @Query() query: RawQuery, @Res() reply: FastifyReply): Promise<void> {
    const { question, raw } = exportQuery(query);
    const pages = await this.searches.pages(actor, question);
    // A page is read when the client has taken the one before.
    void reply
      .code(200)
      .headers(CSV_HEADERS)
      .send(Readable.from(csvOfHits(pages, raw), { objectMode: false }));
  }
}
