import type { EntityType } from '@app/catalog';
import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { JSON_PATCH } from '../http/described';
import { CHANGE_POLICY, HeldAnswer } from '../governance/proposal-answers';
import { TakesIdempotencyKey, TakesIfMatch, TakesIfNoneMatch } from '../http/input';
import { component, list, object, text, uuid } from '../http/schemas';
import { answerExample } from './answer-example';
import { schemaName } from './entity-schemas';

const ID = ApiParam({ name: 'id', schema: uuid });
const FQN = ApiParam({ name: 'fqn', schema: text, description: 'Fully qualified name, percent-encoded' });
const IF_MATCH = TakesIfMatch();
const IF_NONE_MATCH = TakesIfNoneMatch();
const IDEMPOTENCY_KEY = TakesIdempotencyKey();

export function routeDescriptions(entityType: EntityType) {
  const name = schemaName(entityType);
  const describe = describer(entityType, name);
  return {
    list: describe(`list${name}s`, `List ${entityType.collection} by name, page by page`, 'List', []),
    create: describe(`create${name}`, `Create a ${entityType.type}`, 'Created', [
      bodyOf(name, entityType),
      IDEMPOTENCY_KEY,
    ]),
    put: describe(`createOrUpdate${name}`, `Create a ${entityType.type}, or replace it`, 'Put', [
      bodyOf(name, entityType),
      IF_MATCH,
    ]),
    restore: describe(
      `restore${name}`,
      `Restore a soft-deleted ${entityType.type} with everything that was deleted with it`,
      'One',
      [],
    ),
    getByName: describe(`get${name}ByName`, `Read a ${entityType.type} by its fully qualified name`, 'One', [
      FQN,
      IF_NONE_MATCH,
      ...sealedAnswers(entityType),
    ]),
    getById: describe(`get${name}`, `Read a ${entityType.type}`, 'One', [
      ID,
      IF_NONE_MATCH,
      ...sealedAnswers(entityType),
    ]),
    patchByName: describe(
      `patch${name}ByName`,
      `Change a ${entityType.type}, named by its FQN, by a JSON Patch`,
      'Changed',
      [FQN, patchBody(), IF_MATCH],
    ),
    patchById: describe(`patch${name}`, `Change a ${entityType.type} by a JSON Patch`, 'Changed', [
      ID,
      patchBody(),
      IF_MATCH,
    ]),
    deleteByName: describe(`delete${name}ByName`, `Delete a ${entityType.type}, named by its FQN`, 'Deleted', [
      FQN,
      IF_MATCH,
    ]),
    deleteById: describe(`delete${name}`, `Delete a ${entityType.type}`, 'Deleted', [ID, IF_MATCH]),
    versions: describe(`list${name}Versions`, `All versions of a ${entityType.type}, newest first`, 'Versions', [ID]),
    version: describe(`get${name}Version`, `One version of a ${entityType.type}`, 'One', [
      ID,
      ApiParam({ name: 'version', schema: { type: 'string', pattern: '^\\d+\\.\\d+$' }, example: '0.1' }),
    ]),
  };
}

/** The answers of types with secrets, which are shown to callers that may view them. */
function sealedAnswers({ attributes }: EntityType): MethodDecorator[] {
  if (!Object.values(attributes).some(({ sealed }) => sealed)) return [];
  return [
    ApiResponse({
      status: 409,
      description:
        'The secrets, which the caller may view, were encrypted with another signing key and cannot be read.',
    }),
  ];
}

type AnswerKind = 'List' | 'Created' | 'Put' | 'Changed' | 'Deleted' | 'One' | 'Versions';

function describer(entityType: EntityType, name: string) {
  const ref = { $ref: `#/components/schemas/${name}` };
  const example = answerExample(entityType);
  const answer = (status: number, description: string, schema: object, shown: unknown, headers = {}): MethodDecorator =>
    ApiResponse({ status, description, content: { 'application/json': { schema, example: shown } }, ...headers });
  const one = answer(200, `The ${entityType.type}`, ref, example);
  const governed = entityType.traits.governed ? { headers: CHANGE_POLICY } : {};
  const written = answer(200, `The ${entityType.type}`, ref, example, governed);
  const created = answer(201, `The new ${entityType.type}; Location names it`, ref, example, governed);
  const held = entityType.traits.governed ? [HeldAnswer()] : [];
  const versions = object({
    'entityType?': text,
    'versions?': list(ref),
    'paging?': component(
      'NextPage',
      { 'after?': { type: 'string', description: 'Cursor of the next page' } },
      'Only where the answer ended early',
    ),
  });
  const answers: Record<AnswerKind, MethodDecorator[]> = {
    One: [one],
    Created: [created],
    Put: [written, created, ...held],
    Changed: [written, ...held],
    Deleted: [one, ...held],
    List: [
      answer(200, 'A page', { $ref: `#/components/schemas/${name}List` }, { data: [example], paging: { total: 1 } }),
    ],
    Versions: [answer(200, 'The versions', versions, { entityType: entityType.type, versions: [example] })],
  };
  return (operationId: string, summary: string, kind: AnswerKind, more: readonly MethodDecorator[]): MethodDecorator =>
    applyDecorators(
      ApiTags(entityType.collection),
      ApiOperation({ operationId, summary, description: entityType.description }),
      ...answers[kind],
      ...more,
    );
}

function bodyOf(name: string, { example }: EntityType): MethodDecorator {
  return ApiBody({ schema: { $ref: `#/components/schemas/Create${name}` }, examples: { example: { value: example } } });
}

function patchBody(): MethodDecorator {
  const value = [{ op: 'add', path: '/description', value: 'A better description' }];
  return ApiBody({ schema: JSON_PATCH, examples: { example: { value } } });
}
