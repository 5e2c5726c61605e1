import type { EntityType } from '@app/catalog';
import { sampleMember } from '@app/quality';
import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ShowsEntity } from '../../compatibility/shows-entity.decorator';
import { schemaName } from '../../entities/entity-schemas';
import { Access } from '../../http/access';
import { Answer, entity, Takes } from '../../http/described';
import { answered, MESSAGES, SAMPLE_DATA } from '../evidence.examples';
import type { MessageSampleData, TableSampleData } from './sample-data.dto';

const KEPT =
  'Stored only if the setting `SAMPLE_DATA` is on: at most 1,000 entries and 1 MiB. Values of columns with a tag of ' +
  '`SAMPLE_DATA_HIDDEN_TAGS` are neither stored nor shown.';

const VERBS = {
  put: ['Store', 'EditTests'],
  get: ['Read', 'ViewSampleData'],
  delete: ['Remove', 'EditTests'],
} as const;

/** A route of the sample data of a type: who may use it, and what the API document says of it. */
export function SampleRoute(entityType: EntityType, verb: keyof typeof VERBS): MethodDecorator {
  const name = schemaName(entityType);
  const [said, operation] = VERBS[verb];
  const member = sampleMember(entityType.type);
  const what = entityType.type === 'testCase' ? 'the rows that failed a test case' : `the data of a ${entityType.type}`;
  const example = answered(entityType.type, verb === 'delete' ? {} : { [member]: exampleOf(entityType) });
  return applyDecorators(
    ApiTags(entityType.collection),
    ShowsEntity(entityType),
    Access({ operation, resource: entityType.type }),
    ApiOperation({
      operationId: `${verb}${name}${member.charAt(0).toUpperCase()}${member.slice(1)}`,
      summary: `${said} a sample of ${what}, named by id or FQN`,
      description: KEPT,
    }),
    Answer(
      200,
      verb === 'delete' ? `The ${entityType.type}` : `The ${entityType.type}, with the stored value`,
      entity(name),
      example,
    ),
  );
}

export function TakesSample(
  entityType: EntityType,
  body: typeof MessageSampleData | typeof TableSampleData,
): MethodDecorator {
  return Takes(body, exampleOf(entityType));
}

const exampleOf = ({ type }: EntityType): object => (type === 'table' || type === 'testCase' ? SAMPLE_DATA : MESSAGES);
