import { DEFAULT_EXPORT_HOPS, EXPORT_FORMATS, EXPORT_TYPES, MOST_EXPORT_HOPS } from '@app/lineage';
import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import { SPELLINGS } from './export-query';
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

const flag = (name: string, description: string): MethodDecorator =>
  ApiQuery({ name, required: false, schema: { type: 'boolean', default: false }, description });

const hops = ([name, other]: readonly [string, string], what: string): MethodDecorator[] => {
  const range = { oneOf: [{ type: 'integer', minimum: 0, maximum: MOST_EXPORT_HOPS }, { enum: ['all'] }] } as const;
  return [
    ApiQuery({
      name,
      required: false,
      schema: { ...range, default: DEFAULT_EXPORT_HOPS } as object,
      description: `Hops to ${what}; all: to where the graph ends, however large it is`,
    }),
    ApiQuery({
      name: other,
      required: false,
      schema: range as object,
      description: `The same as ${name}; one of them is given`,
    }),
  ];
};

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
        'Each edge once: upstream nearest first, then downstream nearest first, within a hop by the FQNs; one that is met on both sides stands upstream. The file is sent as it is read: where the connection breaks, it is not the whole. In a CSV a cell that a spreadsheet would run begins with an apostrophe.',
    }),
    ApiQuery({ name: 'fqn', required: true, schema: { type: 'string' }, description: 'FQN of the asset' }),
    ApiQuery({
      name: 'type',
      required: true,
      schema: { type: 'string', enum: [...EXPORT_TYPES] },
      description: 'Its type',
    }),
    ...hops(SPELLINGS.upstream, 'what the asset is made of'),
    ...hops(SPELLINGS.downstream, 'what is made of the asset'),
    flag(
      'includeDeleted',
      'Deleted assets too; otherwise one hides what lies behind it, and a deleted root is not found',
    ),
    ApiQuery({
      name: 'format',
      required: false,
      schema: { type: 'string', enum: [...EXPORT_FORMATS], default: 'csv' },
      description:
        'csv; json: edges with all that is known of them; graphml, dot (Graphviz), mermaid (a flowchart); openlineage: events that the batch endpoint takes in again',
    }),
    flag(
      'columnLineage',
      'A CSV row for each pair of columns, pairs at the edges of graphs; JSON and OpenLineage have them always',
    ),
    flag('raw', 'CSV cells as they are'),
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
      description: 'The asset is not there',
      content: refused(404, 'NOT_FOUND', 'table instance for shop_warehouse.shop.sales.lost not found'),
    }),
  );
}
