import type { EntityType } from '@app/catalog';
import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Answer } from '../../http/described';
import { schemaName } from '../entity-schemas';
import { LAYOUT_PLACE, OUTCOME } from './described-transfer';
import { CSV, CSV_SCHEMA, MIXED_REPORT, NAMED_REPORT_SCHEMA, REPORT, TABLES, TABLES_SCHEMA } from './transfer-schemas';

const whatOf = ({ type }: EntityType): string =>
  type === 'table' ? 'a table with its columns' : `the tables of a ${type} with their columns`;

/** Puts the export under a name into the API document. */
export function DescribedNamedExport(entityType: EntityType): MethodDecorator {
  return applyDecorators(
    ApiTags(entityType.collection),
    ApiOperation({
      operationId: `export${schemaName(entityType)}`,
      summary: `Export ${whatOf(entityType)} as CSV`,
      description: LAYOUT_PLACE,
    }),
    ApiResponse({
      status: 200,
      description: 'The file',
      content: { 'text/csv': { schema: CSV_SCHEMA, example: CSV } },
    }),
  );
}

/** Puts the import under a name into the API document. */
export function DescribedNamedImport(entityType: EntityType): MethodDecorator {
  const counts = (passed: number, failed: number) => ({
    status: failed ? 'partialSuccess' : 'success',
    ...{ numberOfRowsProcessed: passed + failed, numberOfRowsPassed: passed, numberOfRowsFailed: failed },
  });
  return applyDecorators(
    ApiTags(entityType.collection),
    ApiOperation({
      operationId: `import${schemaName(entityType)}`,
      summary: `Create or update ${whatOf(entityType)} from a file as an export gives it`,
      description: `${OUTCOME} A table outside the target fails alone too.`,
    }),
    // One description serves both media types.
    ApiBody({
      schema: { anyOf: [TABLES_SCHEMA, CSV_SCHEMA] },
      examples: { json: { value: TABLES }, csv: { value: CSV } },
    }),
    Answer(200, 'All tables succeeded', NAMED_REPORT_SCHEMA, { ...REPORT, ...counts(3, 0) }),
    Answer(207, 'Some tables failed', NAMED_REPORT_SCHEMA, { ...MIXED_REPORT, ...counts(3, 1) }),
  );
}
