import { AppError, parseOwnJson } from '@app/common';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { isJson, textOf } from '../../outgoing/hide-references';
import { JSON_TYPE, YAML_TYPES } from '../../parsing/media-type';
import { retag, versionOfTag } from '../etag';
import { answerType, takesType } from './answer-type';
import { yamlPieces, yamlStream } from './yaml-text';

type Done = (error?: Error | null) => void;
type Answered = (error: Error | null, payload?: unknown) => void;

/**
 * Has the routes that speak YAML answer in it where Accept prefers it: the JSON that a handler sends is converted,
 * with its own ETag. This is done centrally, so handlers are unaware of it. An Accept header that allows neither is
 * 406, before the body is read or any work is done.
 */
export function answerYaml(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route: RouteOptions) => {
    if (!route.config?.yaml) return;
    route.preParsing = [requireAcceptable, ...[route.preParsing ?? []].flat()] as RouteOptions['preParsing'];
    // Before what Fastify does to the answer of a HEAD.
    route.onSend = [asAskedFor, ...[route.onSend ?? []].flat()] as RouteOptions['onSend'];
  });
}

function requireAcceptable(request: FastifyRequest, _reply: FastifyReply, _payload: unknown, done: Done): void {
  const { accept } = request.headers;
  const { otherTypes = [] } = request.routeOptions.config;
  if (answerType(accept) !== undefined || otherTypes.some((type) => takesType(accept!, type))) return done();
  const known = [JSON_TYPE, ...YAML_TYPES, ...otherTypes].join(', ');
  done(new AppError('NOT_ACCEPTABLE', `Accept ${String(accept).slice(0, 200)} takes none of ${known}`));
}

/** By callback: JSON responses, nearly all, continue synchronously. */
function asAskedFor(request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Answered): void {
  if (isJson(reply)) vary(reply);
  const type = answerType(request.headers.accept);
  const isAnswer = reply.statusCode >= 200 && reply.statusCode < 300 && isJson(reply) && Boolean(payload);
  if (!isAnswer || type === undefined || type === JSON_TYPE) done(null, payload);
  else asYaml(reply, payload, type).then((yaml) => done(null, yaml), done);
}

async function asYaml(reply: FastifyReply, payload: unknown, type: string): Promise<unknown> {
  const value = await parseOwnJson(await textOf(payload));
  reply.header('content-type', `${type}; charset=utf-8`);
  return versionOfTag(reply.getHeader('etag')) === undefined ? yamlStream(value) : taggedYaml(reply, value);
}

/** The JSON had a tag, and so has the YAML. */
async function taggedYaml(reply: FastifyReply, value: unknown): Promise<string> {
  let yaml = '';
  for await (const piece of yamlPieces(value)) yaml += piece;
  retag(reply, yaml);
  return yaml;
}

/** CORS may have said that the answer varies by the origin. */
function vary(reply: FastifyReply): void {
  const known = reply.getHeader('vary');
  reply.header('vary', known === undefined ? 'Accept' : `${String(known)}, Accept`);
}
