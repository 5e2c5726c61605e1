import { compatibleFields, compatibleSteps, entityTypes, type EntityType } from '@app/catalog';
import { inTurns, type Steps } from '@app/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { routeOf } from '../http/access/route-access';
import { retag } from '../http/representation/etag';
import { isJson, textOf } from '../http/outgoing/hide-references';
import { isCompatible } from './compatibility-mode';
import { compatibleResults } from './compatible-results';

type Answered = (error: Error | null, payload?: unknown) => void;

/**
 * Entities in the answers to clients of the OpenMetadata API pass here on their way out, and are shown as that API shows them. All
 * other answers pass unchanged and synchronously.
 */
export function showCompatibly(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Answered) => {
    const { shows, showsResults } = routeOf(request).config;
    if (shows === undefined && showsResults !== true) return done(null, payload);
    varyByHeader(reply);
    if (!isCompatible(request) || !payload || reply.statusCode >= 300 || !isJson(reply)) return done(null, payload);
    const steps = shows === undefined ? compatibleResults : stepsOf(entityTypes.get(shows));
    show(steps, reply, payload).then((shown) => done(null, shown), done);
  });
}

type ShownSteps = (answer: string) => Steps<string>;

const stepsOf =
  (entityType: EntityType): ShownSteps =>
  (answer) =>
    compatibleSteps(entityType, answer);

async function show(steps: ShownSteps, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const answer = await textOf(payload);
  const shown = await inTurns(steps(answer));
  if (shown === answer) return payload === answer || Buffer.isBuffer(payload) ? payload : answer;
  reply.removeHeader('content-length');
  retag(reply, shown);
  return shown;
}

/** For caches: the same address has two representations. */
function varyByHeader(reply: FastifyReply): void {
  const before = reply.getHeader('vary');
  reply.header('vary', before === undefined ? 'X-Compatibility' : `${String(before)}, X-Compatibility`);
}

/** The fields of a read: what the OpenMetadata API always shows is read for its clients without being asked for. */
export function fieldsFor(
  request: FastifyRequest,
  entityType: EntityType,
  fields: string | undefined,
  single: boolean,
): string | undefined {
  return isCompatible(request) ? compatibleFields(entityType, fields, single) : fields;
}
