import { hash } from 'node:crypto';
import { badRequest } from '@app/common';
import type { EntityAnswer, Precondition } from '@app/catalog';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Tag of one representation of an entity: `"<version>-<digest>"`. The digest changes with the fields asked for and with what the
 * entity shows of others; If-Match looks at the version alone.
 */
export function etagOf({ json, version }: EntityAnswer): string {
  return `"${version}-${hash('sha1', json, 'base64url').slice(0, 16)}"`;
}

/** Sends an entity as it was read: the text itself, nothing is serialised. 304 where the caller has it already. */
export function sendEntity(request: FastifyRequest, reply: FastifyReply, answer: EntityAnswer): void {
  const etag = etagOf(answer);
  void reply.header('etag', etag);
  if (isKnown(request.headers['if-none-match'], etag)) void reply.code(304).send();
  else sendJson(reply, answer.json);
}

export function sendJson(reply: FastifyReply, json: string, status = 200): void {
  void reply.code(status).header('content-type', 'application/json; charset=utf-8').send(json);
}

/** Sends what a write made: 201 with Location for a new entity, 200 for a changed one. */
export function sendWritten(reply: FastifyReply, answer: EntityAnswer, collection: string, created: boolean): void {
  void reply.header('etag', etagOf(answer));
  if (created) void reply.header('location', `/api/v1/${collection}/${answer.id}`);
  if (answer.replayed) void reply.header('idempotent-replayed', 'true');
  sendJson(reply, answer.json, created ? 201 : 200);
}

function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

/** The versions that If-Match names; a tag that was read with any `fields` serves. */
export function precondition(request: FastifyRequest): Precondition {
  const header = request.headers['if-match'];
  if (header === undefined) return undefined;
  if (header.trim() === '*') return '*';
  return header.split(',').map((tag) => {
    const version = /^(?:W\/)?"(\d+\.\d)(?:-[^"]*)?"$/.exec(tag.trim())?.[1];
    if (version === undefined)
      throw badRequest(
        `If-Match: ${tag.trim()} is no ETag of ours; take it from an answer's ETag header, such as "0.3-…"`,
      );
    return version;
  });
}
