import { MOST_BULK_ROWS, type EntityType } from '@app/catalog';
import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { TakesStrictness } from '../../governance/proposal-answers';
import { PROPOSAL_SCHEMA } from '../../governance/proposal.examples';
import { entity } from '../../http/described';
import { integer, list, object } from '../../http/schemas';
import { answerExample } from '../answer-example';
import { schemaName } from '../entity-schemas';

/** Puts the bulk route of a type into the API document. */
export function DescribedBulk(entityType: EntityType): MethodDecorator {
  const name = schemaName(entityType);
  const create = { $ref: `#/components/schemas/Create${name}` };
  const rows = { type: 'array', maxItems: MOST_BULK_ROWS, items: create };
  return applyDecorators(
    ApiTags(entityType.collection),
    ApiOperation({
      operationId: `bulk${name}s`,
      summary: `Create or update up to ${MOST_BULK_ROWS} entities of the type ${entityType.type} at once`,
      description:
        'Each row has its own outcome; an invalid row does not affect the others. The form of the answer follows the body. The answer contains entities up to 16 MiB; further rows have a reference instead of the entity.',
    }),
    ApiBody({
      schema: { anyOf: [object({ entities: rows }), rows] },
      examples: {
        entities: { value: { entities: [entityType.example] } },
        array: { value: [entityType.example] },
      },
    }),
    ...(entityType.traits.governed ? [TakesStrictness()] : []),
    ApiResponse({ status: 200, description: 'All rows succeeded', content: content(entityType, name, false) }),
    ApiResponse({ status: 207, description: 'Some rows failed', content: content(entityType, name, true) }),
  );
}

function content(entityType: EntityType, name: string, isMixed: boolean) {
  const error = { code: 404, errorType: 'NOT_FOUND', message: 'user instance for nobody not found' };
  const items = {
    'status?': integer,
    'entity?': entity(name),
    'reference?': entity('EntityReference'),
    ...(entityType.traits.governed && { 'proposal?': PROPOSAL_SCHEMA }),
  };
  const results = object({ results: list(object({ ...items, 'error?': entity('BulkRowError') })) });
  const passed = { status: 201, entity: answerExample(entityType) };
  const { id, name: shown, fullyQualifiedName } = passed.entity;
  // Behind many others a row has a reference: the second example shows what the first one does not.
  const mixed = [
    { status: 201, reference: { id, type: entityType.type, name: shown, fullyQualifiedName } },
    { status: 404, error },
  ];
  return {
    'application/json': {
      schema: { anyOf: [results, { $ref: '#/components/schemas/BulkOperationResult' }] },
      examples: {
        entities: { value: { results: isMixed ? mixed : [passed] } },
        array: { value: operationExample(isMixed ? error.message : undefined) },
      },
    },
  };
}

/** The same for all types, so that the document has it once. */
function operationExample(fault: string | undefined): object {
  return {
    dryRun: false,
    status: fault === undefined ? 'success' : 'partialSuccess',
    numberOfRowsProcessed: fault === undefined ? 1 : 2,
    numberOfRowsPassed: 1,
    numberOfRowsFailed: fault === undefined ? 0 : 1,
    successRequest: [{ request: 'orders', status: 201, message: 'created' }],
    failedRequest: fault === undefined ? [] : [{ request: 'other', status: 404, message: fault }],
  };
}
