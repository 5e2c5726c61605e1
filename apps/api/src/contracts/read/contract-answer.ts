import type { Readable } from 'node:stream';
import type { EntityAnswer } from '@app/catalog';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendEntity, sendJson } from '../../entities/entity-answer';
import { entityTag, isNotModified } from '../../http/representation/etag';
import { preferredYaml } from './accept-yaml';
import { yamlOfLists, yamlText } from './yaml-text';

/** Sends a contract as JSON or, to a reader who prefers it, as YAML. Each has a tag of its own; both show the version for If-Match. */
export function sendContract(request: FastifyRequest, reply: FastifyReply, answer: EntityAnswer): void {
  reply.header('vary', 'Accept');
  const type = preferredYaml(request.headers.accept);
  if (type === undefined) return sendEntity(request, reply, answer);
  const text = yamlText(JSON.parse(answer.json));
  const tag = entityTag(answer.version, text);
  void reply.header('etag', tag);
  if (isNotModified(request.headers['if-none-match'], tag)) void reply.code(304).send();
  else sendYaml(reply, type, text);
}

/** Sends several contracts, or one of the past, alike; they have no tag. */
export function sendContracts(request: FastifyRequest, reply: FastifyReply, json: string): void {
  reply.header('vary', 'Accept');
  const type = preferredYaml(request.headers.accept);
  if (type === undefined) sendJson(reply, json);
  else sendYaml(reply, type, yamlOfLists(JSON.parse(json) as Record<string, unknown>));
}

function sendYaml(reply: FastifyReply, type: string, text: string | Readable): void {
  void reply.header('content-type', `${type}; charset=utf-8`).send(text);
}
