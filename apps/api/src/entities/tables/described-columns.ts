import { entityTypes } from '@app/catalog';
import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answer } from '../../http/described';
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
    Answer(200, 'A page of columns', PAGE, example()),
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
