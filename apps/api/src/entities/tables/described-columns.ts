import { entityTypes } from '@app/catalog';
import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { integer, list, object } from '../../http/schemas';
import { COLUMNS_PER_PAGE } from './column-query';

/** Puts a list of columns into the API document. */
export function DescribedColumnList(operationId: string): MethodDecorator {
  return applyDecorators(
    ApiTags('tables'),
    ApiOperation({
      operationId,
      summary: 'List the columns of a table in their order, page by page',
      description: 'Of `fields`, `profile` adds the newest profile of each column; `tags` come anyway.',
    }),
    ApiResponse({
      status: 200,
      description: 'A page of columns',
      content: { 'application/json': { schema: PAGE, example: example() } },
    }),
  );
}

const PAGE = object({
  data: list({ $ref: '#/components/schemas/Column' }),
  paging: object({
    total: integer,
    offset: integer,
    limit: integer,
    'before?': { type: 'string', description: 'Cursor of the previous page' },
    'after?': { type: 'string', description: 'Cursor of the next page' },
  }),
});

function example(): object {
  const data = entityTypes.get('table').example.columns as object[];
  return { data, paging: { total: data.length, offset: 0, limit: COLUMNS_PER_PAGE } };
}
