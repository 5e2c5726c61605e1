import { headersOf, type RowLayout } from '@app/catalog';
import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { csvExample, ROW_FILES } from './row-examples';
import { ROW_REPORT_SCHEMA } from './transfer-schemas';

function fileOf(layout: RowLayout): { schema: object; example: string } {
  const description = `RFC 4180 with the headers ${headersOf(layout).join(', ')}`;
  return { schema: { type: 'string', description }, example: csvExample(layout) };
}

const LAYOUT =
  'One row each. Lists are separated by ";": owners as type:FQN, tags as Classification:FQN or Glossary:FQN. Members without a column of their own are in more, as JSON.';

const OUTCOME =
  'Each row is written as by a PUT: absent members are removed, except owners, domains, data products, tags and extension. A row may refer to rows below it. An invalid row fails alone, as does one outside the target; a file that is not CSV is refused as a whole.';

/** Puts the export into the API document. */
export function DescribedRowExport(layout: RowLayout, tag: string): MethodDecorator {
  const { schema, example } = fileOf(layout);
  return applyDecorators(
    ApiTags(tag),
    ApiOperation({
      operationId: `export${ROW_FILES[layout.type].id}`,
      summary: `Export ${ROW_FILES[layout.type].what} as CSV`,
      description: LAYOUT,
    }),
    ApiResponse({ status: 200, description: 'The file', content: { 'text/csv': { schema, example } } }),
  );
}

/** Puts the import into the API document. */
export function DescribedRowImport(layout: RowLayout, tag: string): MethodDecorator {
  const { schema, example } = fileOf(layout);
  const { fault, id, what } = ROW_FILES[layout.type];
  const report = (errors: readonly object[]) => ({
    ...{ dryRun: false, rows: 2, created: 1, updated: 0, unchanged: 1 - errors.length, failed: errors.length },
    ...{ status: errors.length ? 'partialSuccess' : 'success', numberOfRowsProcessed: 2 },
    ...{ numberOfRowsPassed: 2 - errors.length, numberOfRowsFailed: errors.length, errors },
  });
  const content = (errors: readonly object[]) => ({
    'application/json': { schema: ROW_REPORT_SCHEMA, example: report(errors) },
  });
  return applyDecorators(
    ApiTags(tag),
    ApiOperation({
      operationId: `import${id}`,
      summary: `Create or update ${what} from a file as an export gives it`,
      description: `${LAYOUT} ${OUTCOME}`,
    }),
    ApiBody({ schema, examples: { csv: { value: example } } }),
    ApiResponse({ status: 200, description: 'All rows succeeded', content: content([]) }),
    ApiResponse({ status: 207, description: 'Some rows failed', content: content([fault]) }),
  );
}
