import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { isNotModified, versionOfTag } from './etag';

type Answered = (error: Error | null, payload?: unknown) => void;

/**
 * Answers 304 to a reader who has the text already. This is behind all that changes an answer on its way out, so that If-None-Match is
 * compared with the tag of the text that this caller would get, in its shape and media type, and reveals nothing about another one. It is
 * also behind what Fastify makes of the answer of a HEAD, which cannot do without a text.
 */
export function answerConditionally(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route: RouteOptions) => {
    const methods = [route.method].flat();
    if (!methods.includes('GET') && !methods.includes('HEAD')) return;
    route.onSend = [...[route.onSend ?? []].flat(), withoutKnownText] as RouteOptions['onSend'];
  });
}

function withoutKnownText(request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Answered): void {
  const tag = reply.statusCode === 200 ? reply.getHeader('etag') : undefined;
  const isKnown = versionOfTag(tag) !== undefined && isNotModified(request.headers['if-none-match'], String(tag));
  if (!isKnown) return done(null, payload);
  reply.code(304).removeHeader('content-type').removeHeader('content-length');
  done(null, null);
}
