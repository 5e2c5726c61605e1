import type { EntityAnswer, StoredWrite, Precondition, WriteAnswer } from '@app/catalog';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isCompatible } from '../compatibility/compatibility-mode';
import { sendJson } from '../http/representation/answer';
import { entityTag, parseIfMatch } from '../http/representation/etag';

/** Sends an entity as it was read: the text itself, nothing is serialised. */
export function sendEntity(reply: FastifyReply, answer: EntityAnswer): void {
  void reply.header('etag', tagOf(answer));
  sendJson(reply, answer.json);
}

/** The tag of an entity as it was read, computed once for a cached answer. */
export function tagOf(answer: EntityAnswer): string {
  const { json, version, tagged } = answer;
  if (tagged?.json === json) return tagged.etag;
  const etag = entityTag(version, json);
  answer.tagged = { json, etag };
  return etag;
}

/** Sends what a write made: 201 with Location for a new entity, 200 for a changed one. */
export function sendWritten(reply: FastifyReply, answer: WriteAnswer, collection: string, created: boolean): void {
  const { kept, rule } = answer;
  if (kept) return sendKept(reply, kept);
  if (rule !== undefined) void reply.header('x-change-policy', rule);
  void reply.header('etag', tagOf(answer));
  const head = created ? { status: 201, location: `/api/v1/${collection}/${answer.id}` } : {};
  sendJson(reply, answer.json, { ...head, ...(answer.replayed && { replayed: true }) });
}

/**
 * Sends the pending change instead of the written entity; to clients that read an entity and nothing else, that entity as it would have
 * become.
 */
function sendKept(reply: FastifyReply, { json, location, rule, proposed }: StoredWrite): void {
  void reply.header('x-change-policy', rule);
  sendJson(reply, isCompatible(reply.request) ? proposed : json, { status: 202, location: `/api/v1${location}` });
}

/** Whether a client prefers a refusal to a pending change (RFC 7240). */
export function isStrict({ headers: { prefer } }: Pick<FastifyRequest, 'headers'>): boolean {
  const sent = Array.isArray(prefer) ? prefer.join(',') : (prefer ?? '');
  return sent.split(/[,;]/).some((one) => /^\s*handling\s*=\s*"?strict"?\s*$/i.test(one));
}

/** The versions that If-Match names; a tag that was read with any `fields` serves. */
export function precondition(request: FastifyRequest): Precondition {
  return parseIfMatch(request.headers['if-match']);
}
