import type { EntityAnswer, Precondition } from '@app/catalog';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendJson } from '../http/representation/answer';
import { entityTag, parseIfMatch } from '../http/representation/etag';

/** Sends an entity as it was read: the text itself, nothing is serialised. */
export function sendEntity(reply: FastifyReply, answer: EntityAnswer): void {
  void reply.header('etag', tagOf(answer));
  sendJson(reply, answer.json);
}

/** The tag of an entity as it was read, made once for an answer that is kept. */
export function tagOf(answer: EntityAnswer): string {
  const { json, version, tagged } = answer;
  if (tagged?.json === json) return tagged.etag;
  const etag = entityTag(version, json);
  answer.tagged = { json, etag };
  return etag;
}

/** Sends what a write made: 201 with Location for a new entity, 200 for a changed one. */
export function sendWritten(reply: FastifyReply, answer: EntityAnswer, collection: string, created: boolean): void {
  void reply.header('etag', tagOf(answer));
  const head = created ? { status: 201, location: `/api/v1/${collection}/${answer.id}` } : {};
  sendJson(reply, answer.json, { ...head, ...(answer.replayed && { replayed: true }) });
}

/** The versions that If-Match names; a tag that was read with any `fields` serves. */
export function precondition(request: FastifyRequest): Precondition {
  return parseIfMatch(request.headers['if-match']);
}
