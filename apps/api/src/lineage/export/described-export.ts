import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import {
  CSV_EXAMPLE,
  DOT_EXAMPLE,
  GRAPHML_EXAMPLE,
  JSON_EXAMPLE,
  JSON_SCHEMA,
  MERMAID_EXAMPLE,
  OPENLINEAGE_EXAMPLE,
  OPENLINEAGE_SCHEMA,
} from './export.examples';

const refused = (code: number, errorType: string, message: string) => ({
  'application/json': {
    schema: { $ref: '#/components/schemas/Error' },
    example: { code, errorType, message, requestId: '3f6e9a52-5c1f-4d0c-9a33-0e6c2f0d7b51' },
  },
});

const text = (example: string) => ({ schema: { type: 'string' }, example });

/** Puts the export into the API document. */
export function DescribedLineageExport(): MethodDecorator {
  return applyDecorators(
    ApiTags('lineage'),
    ApiOperation({
      operationId: 'exportLineage',
      summary: 'Export the lineage of an asset as a file',
      description:
        'Each edge appears once: upstream nearest first, then downstream nearest first, within a hop by FQN; an edge on both sides counts as upstream. The file is streamed: if the connection breaks, it is incomplete. CSV cells that a spreadsheet would run as a formula begin with an apostrophe.',
    }),
    ApiResponse({
      status: 200,
      description: 'The file',
      content: {
        'text/csv': text(CSV_EXAMPLE),
        'application/json': {
          schema: { oneOf: [JSON_SCHEMA, OPENLINEAGE_SCHEMA] },
          examples: { json: { value: JSON_EXAMPLE }, openlineage: { value: OPENLINEAGE_EXAMPLE } },
        },
        'application/xml': text(GRAPHML_EXAMPLE),
        'text/vnd.graphviz': text(DOT_EXAMPLE),
        'text/plain': text(MERMAID_EXAMPLE),
      },
    }),
    ApiResponse({
      status: 403,
      description: 'The caller may not export lineage',
      content: refused(403, 'FORBIDDEN', 'Principal jane is not allowed: operations [ExportLineage] on table'),
    }),
    ApiResponse({
      status: 404,
      description: 'The asset does not exist',
      content: refused(404, 'NOT_FOUND', 'table instance for shop_warehouse.shop.sales.lost not found'),
    }),
  );
}
