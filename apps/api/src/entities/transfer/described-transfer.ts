import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Answer } from '../../http/described';
import { CSV, CSV_SCHEMA, MIXED_REPORT, REPORT, REPORT_SCHEMA, TABLES, TABLES_SCHEMA } from './transfer-schemas';

const LAYOUT =
  'A CSV has one row for each column of a table; databaseSchema and table are set on every row, the other cells of a table on its first row. A record has at most 1,000 cells and 8 MiB, a list 256 Ki characters, JSON 4 Mi. Lists are separated by ";": owners as type:FQN, tags as Classification:FQN or Glossary:FQN. Members without a column of their own are in more and column.more, as JSON.';

/** Elsewhere: the layout is described once. */
export const LAYOUT_PLACE = 'The layout is that of `GET /v1/tables/export`.';

export const OUTCOME = `${LAYOUT_PLACE} Each table is written as by a PUT: members absent from its rows are removed, except owners, domains, data products, tags and extension. An invalid table fails alone; a file that is not CSV is refused as a whole.`;

export const NOT_THERE = {
  code: 404,
  errorType: 'NOT_FOUND',
  message: 'databaseSchema instance for shop_postgres.shop.lost not found',
  requestId: '3f6e9a52-5c1f-4d0c-9a33-0e6c2f0d7b51',
};

/** Puts the export into the API document. */
export function DescribedExport(): MethodDecorator {
  return applyDecorators(
    ApiTags('tables'),
    ApiOperation({
      operationId: 'exportTables',
      summary: 'Export the tables of a service, a database or a schema with their columns',
      description: `${LAYOUT} Exactly one of service, database and databaseSchema is given.`,
    }),
    ApiResponse({
      status: 200,
      description: 'The file',
      content: {
        'text/csv': { schema: CSV_SCHEMA, example: CSV },
        'application/json': { schema: TABLES_SCHEMA, example: TABLES },
      },
    }),
    Answer(404, 'The container does not exist', { $ref: '#/components/schemas/Error' }, NOT_THERE),
  );
}

/** Puts the import into the API document. */
export function DescribedImport(): MethodDecorator {
  return applyDecorators(
    ApiTags('tables'),
    ApiOperation({
      operationId: 'importTables',
      summary: 'Create or update tables from a file as an export gives it',
      description: OUTCOME,
    }),
    // One description serves both media types.
    ApiBody({
      schema: { anyOf: [TABLES_SCHEMA, CSV_SCHEMA] },
      examples: { json: { value: TABLES }, csv: { value: CSV } },
    }),
    Answer(200, 'All tables succeeded', REPORT_SCHEMA, REPORT),
    Answer(207, 'Some tables failed', REPORT_SCHEMA, MIXED_REPORT),
  );
}
