import { entityTypes } from '@app/catalog';
import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { answerExample } from '../entities/answer-example';
import { CHANGE_POLICY } from '../governance/proposal-answers';
import { Answer } from '../http/described';
import { yamlStream, yamlText } from '../http/representation/yaml/yaml-text';
import { text } from '../http/schemas';
import { DOCUMENT, REPORT } from './odcs.examples';
import { DOCUMENT_SCHEMA, REPORT_SCHEMA } from './odcs.schemas';

const IMPORTED_SCHEMA = {
  allOf: [{ $ref: '#/components/schemas/DataContract' }],
  properties: { odcsImportReport: REPORT_SCHEMA },
};

export const TakesDocument = (): MethodDecorator =>
  ApiBody({ schema: DOCUMENT_SCHEMA, examples: { example: { value: DOCUMENT } } });

/** The contract with the report of its import. */
export function ContractAnswer(...statuses: readonly number[]): MethodDecorator {
  const example = answerExample(entityTypes.get('dataContract'), { odcsImportReport: REPORT });
  const description =
    'The contract, with odcsImportReport: which parts of the document were mapped, stored unmapped, or not understood';
  const content = { 'application/json': { schema: IMPORTED_SCHEMA, example } };
  const headers = CHANGE_POLICY;
  return applyDecorators(...statuses.map((status) => ApiResponse({ status, description, headers, content })));
}

export const DocumentAnswer = (): MethodDecorator =>
  Answer(200, 'The document, valid against its schema', DOCUMENT_SCHEMA, DOCUMENT);

export const YamlAnswer = (): MethodDecorator =>
  ApiResponse({
    status: 200,
    description: 'The document, valid against its schema',
    content: { 'application/yaml': { schema: text, example: yamlText(DOCUMENT) } },
  });

/** Sends YAML as an answer to `Accept: application/yaml` is sent: a long document goes out piece by piece. */
export function sendYaml(reply: FastifyReply, document: unknown): void {
  void reply.header('content-type', 'application/yaml; charset=utf-8').send(yamlStream(document));
}
