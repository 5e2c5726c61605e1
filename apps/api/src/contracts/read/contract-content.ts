import { entityTypes } from '@app/catalog';
import { answerExample } from '../../entities/answer-example';
import { Answer } from '../../http/described';

export const CONTRACT = entityTypes.get('dataContract');

/** Declares the answer of a read of one contract. */
export const ContractAnswer = (): MethodDecorator =>
  Answer(200, 'The contract', { $ref: '#/components/schemas/DataContract' }, answerExample(CONTRACT));
