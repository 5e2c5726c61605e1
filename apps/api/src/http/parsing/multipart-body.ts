import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { checkMediaType, MULTIPART_TYPE } from './media-type';

/** Parts of one body; no route takes more than a few files. */
const MOST_PARTS = 20;

/** Whether the body comes in parts. */
export function isMultipart({ headers }: FastifyRequest): boolean {
  return (headers['content-type'] ?? '').trim().toLowerCase().startsWith(MULTIPART_TYPE);
}

/** Multipart bodies are left unread: a route that takes them reads its files as they arrive. All others answer 415. */
export function registerMultipart(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', guard);
  multipart(withoutRequestHooks(fastify), { limits: { parts: MOST_PARTS }, throwFileSizeLimit: true }, (error) => {
    if (error) throw error;
  });
}

/**
 * The plugin looks at the begin and at the end of each request whether files of it that were saved on disk are to be removed: two promises and
 * a listener, 3 % of what a read takes. Nothing is saved here.
 */
function withoutRequestHooks(fastify: FastifyInstance): FastifyInstance {
  const addHook = (name: string, ...rest: unknown[]): FastifyInstance => {
    if (name === 'onRequest' || name === 'onResponse') return fastify;
    return Reflect.apply(fastify.addHook, fastify, [name, ...rest]) as FastifyInstance;
  };
  return Object.create(fastify, { addHook: { value: addHook } }) as FastifyInstance;
}

function guard(route: RouteOptions): void {
  if (route.config?.multipart !== undefined) return;
  const others = [route.preParsing ?? []].flat();
  route.preParsing = [...others, refuseParts] as RouteOptions['preParsing'];
}

function refuseParts(
  request: FastifyRequest,
  _reply: FastifyReply,
  _payload: unknown,
  done: (error?: Error) => void,
): void {
  try {
    if (isMultipart(request)) checkMediaType(request);
    done();
  } catch (error) {
    done(error as Error);
  }
}
