import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { CSV, RESPONSE, RESPONSE_SCHEMA, SUGGESTIONS_EXAMPLE, SUGGESTIONS_SCHEMA } from './search.examples';
import { SIZE, SUGGESTIONS } from './search-query';

const DSL = 'in the DSL of the engine that the language comes from: JSON, of the clauses on the allow-list';

const text = (name: string, description: string): MethodDecorator =>
  ApiQuery({ name, required: false, schema: { type: 'string' }, description });
const needed = (name: string, description: string): MethodDecorator =>
  ApiQuery({ name, required: true, schema: { type: 'string' }, description });
const flag = (name: string, otherwise: boolean, description: string): MethodDecorator =>
  ApiQuery({ name, required: false, schema: { type: 'boolean', default: otherwise }, description });

const size = (
  { least, most, otherwise }: { least: number; most: number; otherwise: number },
  description: string,
): MethodDecorator =>
  ApiQuery({
    name: 'size',
    required: false,
    schema: { type: 'integer', minimum: least, maximum: most, default: otherwise },
    description,
  });
const FROM = ApiQuery({
  name: 'from',
  required: false,
  schema: { type: 'integer', minimum: 0, default: 0 },
  description: 'Hits to pass over; with `size` at most 10,000',
});
const INDEX = ApiQuery({
  name: 'index',
  required: false,
  schema: { type: 'string', default: 'all' },
  description: '`all`, an index such as `table_search_index`, or an entity type such as `table`',
});
const DELETED = flag('deleted', false, 'true: soft-deleted entities are found as well');
const STRICT = flag('strict', false, 'true: a field that no entity type has is refused with 400');
const RESPONSE_200 = ApiResponse({
  status: 200,
  description: 'The hits, best first',
  content: { 'application/json': { schema: RESPONSE_SCHEMA, example: RESPONSE } },
});

/** Which entities, in which order. */
const CHOSEN: readonly MethodDecorator[] = [
  ApiQuery({
    name: 'q',
    required: false,
    schema: { type: 'string', default: '*', maxLength: 8192 },
    description:
      'Words, `field:word`, "phrases", AND OR NOT + -, wildcards, `word~1`, ranges, /regular expressions/; ' +
      'empty or `*` for everything',
  }),
  INDEX,
  STRICT,
  DELETED,
  text('sort_field', 'Value to sort by (also `sortField`): `name`, `updatedAt`, `totalVotes` …; without: relevance'),
  ApiQuery({
    name: 'sort_order',
    required: false,
    schema: { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
    description: 'Also `sortOrder`',
  }),
  text('query_filter', `What hits must match as well, ${DSL} (also \`queryFilter\`)`),
  text('post_filter', `What narrows the hits and not the aggregations, ${DSL} (also \`postFilter\`)`),
];

export function DescribedSearch(): MethodDecorator {
  return applyDecorators(
    ApiOperation({
      operationId: 'searchEntities',
      summary: 'Find entities by text, filters and states',
      description:
        'Plain words that find nothing are tried again with the last one as a beginning, then with a typo; ' +
        '`rewrittenQuery` then says so.',
    }),
    ...CHOSEN,
    FROM,
    size(SIZE, 'Hits to return'),
    text('search_after', 'The `sort` of the last hit as JSON, or its values one after the other: the page behind it'),
    text('track_total_hits', 'true (exact), false (no total), or a number to count up to (also `trackTotalHits`)'),
    flag('getHierarchy', false, 'Also show glossary terms and domains in the tree that they are part of'),
    flag('fetch_source', true, 'false: hits without their documents (also `fetchSource`)'),
    text('include_source_fields', 'Comma-separated paths of the documents to show (also `includeSourceFields`)'),
    flag('include_aggregations', true, 'false: nothing is counted unasked (also `includeAggregations`)'),
    text('aggregations', `What to count instead of the usual, ${DSL} (also \`aggs\`)`),
    RESPONSE_200,
  );
}

export function DescribedFieldQuery(): MethodDecorator {
  return applyDecorators(
    ApiOperation({ operationId: 'searchByField', summary: 'Find entities by the exact value of one field' }),
    needed('fieldName', 'The field, such as `fullyQualifiedName`'),
    needed('fieldValue', 'Its value, case aside; `*` stands for any characters'),
    INDEX,
    FROM,
    size(SIZE, 'Hits to return'),
    DELETED,
    STRICT,
    RESPONSE_200,
  );
}

export function DescribedSuggest(): MethodDecorator {
  return applyDecorators(
    ApiOperation({ operationId: 'suggestEntities', summary: 'Complete the name of an entity while it is being typed' }),
    text('q', 'What was typed so far; from two characters on'),
    INDEX,
    size(SUGGESTIONS, 'Completions at most'),
    ApiResponse({
      status: 200,
      description: 'Completions, best first',
      content: { 'application/json': { schema: SUGGESTIONS_SCHEMA, example: SUGGESTIONS_EXAMPLE } },
    }),
  );
}

export function DescribedSearchExport(): MethodDecorator {
  return applyDecorators(
    ApiOperation({
      operationId: 'exportSearch',
      summary: 'All hits of a search as CSV, however many they are',
      description: 'A cell that a spreadsheet would run begins with an apostrophe, but not with `raw`.',
    }),
    ...CHOSEN,
    ApiQuery({ name: 'format', required: false, schema: { type: 'string', enum: ['csv'], default: 'csv' } }),
    flag('raw', false, 'true: cells as they are'),
    ApiResponse({
      status: 200,
      description: 'The file, row by row',
      content: { 'text/csv': { schema: { type: 'string' }, example: CSV } },
    }),
  );
}
