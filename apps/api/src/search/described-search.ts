import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { Answer } from '../http/described';
import { text } from '../http/schemas';
import {
  AGGREGATE_EXAMPLE,
  AGGREGATE_SCHEMA,
  CSV,
  RESPONSE,
  RESPONSE_SCHEMA,
  SUGGESTIONS_EXAMPLE,
  SUGGESTIONS_SCHEMA,
} from './search.examples';

const RESPONSE_200 = Answer(200, 'The hits, best first', RESPONSE_SCHEMA, RESPONSE);

export function DescribedSearch(): MethodDecorator {
  return applyDecorators(
    ApiOperation({
      operationId: 'searchEntities',
      summary: 'Find entities by text, filters and states',
      description:
        'Plain words that find nothing are tried again with the last one as a beginning, then with a typo, then inside of other words; ' +
        '`rewrittenQuery` then says so. `warnings` name fields that nothing has, with the one that may be meant.',
    }),
    RESPONSE_200,
  );
}

export function DescribedFieldQuery(): MethodDecorator {
  return applyDecorators(
    ApiOperation({ operationId: 'searchByField', summary: 'Find entities by the exact value of one field' }),
    RESPONSE_200,
  );
}

export function DescribedAggregate(): MethodDecorator {
  return applyDecorators(
    ApiOperation({
      operationId: 'aggregateSearch',
      summary: 'Count the values of one field among the entities of a search',
    }),
    Answer(200, 'The counts, under the name of the field', AGGREGATE_SCHEMA, AGGREGATE_EXAMPLE),
  );
}

export function DescribedSuggest(): MethodDecorator {
  return applyDecorators(
    ApiOperation({ operationId: 'suggestEntities', summary: 'Complete the name of an entity while it is being typed' }),
    Answer(200, 'Completions, best first', SUGGESTIONS_SCHEMA, SUGGESTIONS_EXAMPLE),
  );
}

export function DescribedSearchExport(): MethodDecorator {
  return applyDecorators(
    ApiOperation({
      operationId: 'exportSearch',
      summary: 'All hits of a search as CSV, however many they are',
      description: 'A cell that a spreadsheet would run begins with an apostrophe, but not with `raw`.',
    }),
    ApiResponse({
      status: 200,
      description: 'The file, row by row',
      content: { 'text/csv': { schema: text, example: CSV } },
    }),
  );
}
