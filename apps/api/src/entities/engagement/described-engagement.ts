import type { EntityType } from '@app/catalog';
import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Answer, entity } from '../../http/described';
import { object, uuid } from '../../http/schemas';
import { answerExample } from '../answer-example';
import { schemaName } from '../entity-schemas';

const USER = '7d8f1c52-6c0e-4f55-9d0c-0a4f5f6b7a21';

function described(entityType: EntityType, verb: string, summary: string): MethodDecorator {
  const name = schemaName(entityType);
  return applyDecorators(
    ApiTags(entityType.collection),
    ApiParam({ name: 'id', schema: uuid }),
    ApiOperation({ operationId: `${verb}${name}`, summary, description: 'The version of the entity does not change.' }),
    Answer(200, `The ${entityType.type}`, entity(name), answerExample(entityType)),
  );
}

/** Puts the route that adds a follower into the API document. */
export function DescribedFollow(entityType: EntityType): MethodDecorator {
  const body = { anyOf: [uuid, object({ id: uuid })] };
  return applyDecorators(
    described(entityType, 'follow', `Let a user follow a ${entityType.type}: oneself, or others with EditAll`),
    ApiBody({ schema: body, examples: { string: { value: USER }, object: { value: { id: USER } } } }),
  );
}

/** Puts the route that takes a follower away into the API document. */
export function DescribedUnfollow(entityType: EntityType): MethodDecorator {
  return applyDecorators(
    described(entityType, 'unfollow', `Remove a follower of a ${entityType.type}`),
    ApiParam({ name: 'userId', schema: uuid }),
  );
}

/** Puts the route of votes into the API document. */
export function DescribedVote(entityType: EntityType): MethodDecorator {
  return described(entityType, 'voteOn', `Vote on a ${entityType.type}; one vote each, the last one counts`);
}
