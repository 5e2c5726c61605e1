import type { EntityAnswer, Precondition } from '@app/catalog';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { entityTag, parseIfMatch, sendTagged } from '../http/representation/etag';

/**
 * Sends an entity as it was read: the text itself, nothing is serialised. 304 where the caller has it already. It is made
 * bytes once: for its tag, its length and the wire.
 */
export function sendEntity(request: FastifyRequest, reply: FastifyReply, { json, version }: EntityAnswer): void {
  const bytes = Buffer.from(json);
  sendTagged(reply, request, bytes, entityTag(version, bytes));
}

export function sendJson(reply: FastifyReply, json: string, status = 200): void {
  void reply.code(status).header('content-type', 'application/json; charset=utf-8').send(json);
}

/** Sends what a write made: 201 with Location for a new entity, 200 for a changed one. */
export function sendWritten(reply: FastifyReply, answer: EntityAnswer, collection: string, created: boolean): void {
  void reply.header('etag', entityTag(answer.version, answer.json));
  if (created) void reply.header('location', `/api/v1/${collection}/${answer.id}`);
  if (answer.replayed) void reply.header('idempotent-replayed', 'true');
  sendJson(reply, answer.json, created ? 201 : 200);
}

/** The versions that If-Match names; a tag that was read with any `fields` serves. */
export function precondition(request: FastifyRequest): Precondition {
  return parseIfMatch(request.headers['if-match']);
}
