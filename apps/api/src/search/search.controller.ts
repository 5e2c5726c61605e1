import { Readable } from 'node:stream';
import { CatalogSearch, csvOfHits, type SearchResponse } from '@app/catalog';
import type { Actor } from '@app/common';
import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, CurrentActor, readFor, ReadsAhead } from '../http/access';
import { Answer } from '../http/described';
import { sendJson } from '../http/representation/answer';
import { text } from '../http/schemas';
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
import {
  AGGREGATE_EXAMPLE,
  AGGREGATE_SCHEMA,
  CSV,
  RESPONSE,
  RESPONSE_SCHEMA,
  SUGGESTIONS_EXAMPLE,
  SUGGESTIONS_SCHEMA,
} from './search.examples';

const CSV_HEADERS = {
  'content-type': 'text/csv; charset=utf-8; header=present',
  'content-disposition': 'attachment; filename="search.csv"',
};

const Hits = Answer(200, 'The hits, best first', RESPONSE_SCHEMA, RESPONSE);

/** Full-text search over the catalog. */
@ApiTags('search')
@Controller('v1/search')
export class SearchController {
  constructor(private readonly searches: CatalogSearch) {}

  @Get('query')
  @Access({ operation: 'Search', resource: 'search' })
  @ReadsAhead()
  @ApiOperation({
    operationId: 'searchEntities',
    summary: 'Find entities by text, filters and states',
    description:
      'If plain words find nothing, the search is repeated with the last word as a prefix, then with typos, then inside ' +
      'other words; `rewrittenQuery` shows the query that was used. `warnings` name unknown fields, with a suggestion.',
  })
  @Hits
  async query(@Req() request: FastifyRequest, @Query() query: SearchQuery, @Res() reply: FastifyReply): Promise<void> {
    const question = searchQuestion(query);
    sendJson(reply, await readFor(request, (actor, ask) => this.searches.searchText(actor, question, ask)));
  }

  @Get('fieldQuery')
  @Access({ operation: 'Search', resource: 'search' })
  @ApiOperation({ operationId: 'searchByField', summary: 'Find entities by the exact value of one field' })
  @Hits
  byField(@CurrentActor() actor: Actor, @Query() query: FieldSearchQuery): Promise<SearchResponse> {
    return this.searches.byField(actor, query.fieldName, query.fieldValue, fieldPage(query));
  }

  @Get('aggregate')
  @Access({ operation: 'Search', resource: 'search' })
  @ApiOperation({
    operationId: 'aggregateSearch',
    summary: 'Count the values of one field among the entities of a search',
  })
  @Answer(200, 'The counts, under the name of the field', AGGREGATE_SCHEMA, AGGREGATE_EXAMPLE)
  async aggregate(
    @CurrentActor() actor: Actor,
    @Query() query: AggregateQuery,
  ): Promise<Pick<SearchResponse, 'aggregations'>> {
    const { aggregations } = await this.searches.search(actor, aggregateQuestion(query));
    return { aggregations };
  }

  @Get('suggest')
  @Access({ operation: 'Search', resource: 'search' })
  @ReadsAhead()
  @ApiOperation({ operationId: 'suggestEntities', summary: 'Complete the name of an entity while it is being typed' })
  @Answer(200, 'Completions, best first', SUGGESTIONS_SCHEMA, SUGGESTIONS_EXAMPLE)
  async suggest(
    @Req() request: FastifyRequest,
    @Query() { q, index, size }: SuggestQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const page = { index, size };
    sendJson(reply, await readFor(request, (actor, ask) => this.searches.suggestText(actor, q, page, ask)));
  }

  @Get('export')
  @Access({ operation: 'Search', resource: 'search' })
  @ApiOperation({
    operationId: 'exportSearch',
    summary: 'Export all hits of a search as CSV',
    description: 'Cells that a spreadsheet would run as a formula begin with an apostrophe, unless `raw` is set.',
  })
  @ApiResponse({
    status: 200,
    description: 'The file, row by row',
    content: { 'text/csv': { schema: text, example: CSV } },
  })
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
