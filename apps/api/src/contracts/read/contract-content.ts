import { entityTypes } from '@app/catalog';
import { ApiResponse } from '@nestjs/swagger';
import { answerExample } from '../../entities/answer-example';

export const CONTRACT = entityTypes.get('dataContract');
export const CONTRACT_SCHEMA = { $ref: '#/components/schemas/DataContract' };
export const CONTRACT_EXAMPLE = answerExample(CONTRACT);

/** What a read of contracts answers with, in both of its representations. */
export function ReadAnswer(description: string, schema: object = CONTRACT_SCHEMA, example: unknown = CONTRACT_EXAMPLE) {
  const content = { schema, example };
  return ApiResponse({
    status: 200,
    description: `${description}; YAML where Accept prefers it`,
    content: { 'application/json': content, 'application/yaml': content },
  });
}
