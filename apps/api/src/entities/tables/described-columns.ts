import { entityTypes } from '@app/catalog';
import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import { INCLUDES } from '../entity-query';
import { COLUMN_PAGE } from './column-query';

const text = (name: string, description: string): MethodDecorator =>
  ApiQuery({ name, required: false, schema: { type: 'string' }, description });

/** Puts a list of columns into the API document. */
export function DescribedColumnList(operationId: string): MethodDecorator {
  const { least: minimum, most: maximum, otherwise } = COLUMN_PAGE;
  const limit = { type: 'integer', minimum, maximum, default: otherwise } as const;
  return applyDecorators(
    ApiTags('tables'),
    ApiOperation({ operationId, summary: 'List the columns of a table in their order, page by page' }),
    ApiQuery({ name: 'limit', required: false, schema: limit, description: 'Columns per page' }),
    ApiQuery({
      name: 'offset',
      required: false,
      schema: { type: 'integer', minimum: 0, default: 0 },
      description: 'Columns before the page; not together with a cursor',
    }),
    text('before', 'Cursor `paging.before` of an answer'),
    text('after', 'Cursor `paging.after` of an answer'),
    text('fields', 'Comma-separated: `profile` adds the newest profile of each column; `tags` come anyway'),
    ApiQuery({
      name: 'include',
      required: false,
      schema: { type: 'string', enum: [...INCLUDES], default: 'non-deleted' },
      description: 'Whether the table may be a soft-deleted one',
    }),
    ApiResponse({
      status: 200,
      description: 'A page of columns',
      content: { 'application/json': { schema: PAGE, example: example() } },
    }),
  );
}

const PAGE = {
  type: 'object',
  required: ['data', 'paging'],
  properties: {
    data: { type: 'array', items: { $ref: '#/components/schemas/Column' } },
    paging: {
      type: 'object',
      required: ['total', 'offset', 'limit'],
      properties: {
        total: { type: 'integer' },
        offset: { type: 'integer' },
        limit: { type: 'integer' },
        before: { type: 'string', description: 'Cursor of the previous page' },
        after: { type: 'string', description: 'Cursor of the next page' },
      },
    },
  },
};

function example(): object {
  const data = entityTypes.get('table').example.columns as object[];
  return { data, paging: { total: data.length, offset: 0, limit: COLUMN_PAGE.otherwise } };
}
