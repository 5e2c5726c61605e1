import type { FastifyReply, FastifyRequest } from 'fastify';
import { isGuarded } from '../access/declared-access';
import type { Gate } from '../access/gate';
import { checkNoQuery, checkUrl } from '../input/url-check';
import { checkAnnouncedLength } from '../parsing/body-limit';
import type { RouteTable } from './route-table';
import { answerOptions, pathOf, unroutedError } from './unrouted';

/**
 * What is asked of a request before its body is looked at, in the order of the answers: 401 (also where no route is), 404
 * or 405, 403, 413, then 400 for what stands in the URL.
 */
export class RequestHook {
  constructor(
    private readonly gate: Gate,
    private readonly routes: RouteTable,
  ) {}

  async run(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
    if (request.is404) return this.unrouted(request, reply);
    const { config } = request.routeOptions;
    if (config.access && config.access.kind !== 'open') {
      request.actor = await this.gate.identify(request);
      this.gate.admit(request.actor, config.access);
    }
    checkAnnouncedLength(request);
    checkUrl(request);
    if (config.takesQuery === false) checkNoQuery(request);
    return undefined;
  }

  /** Where no route says what it asks for: below /api a valid token, else nothing. */
  async identifyGuarded(request: FastifyRequest): Promise<void> {
    if (isGuarded(pathOf(request))) await this.gate.identify(request);
  }

  private async unrouted(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (answerOptions(request, reply, this.routes)) return reply;
    await this.identifyGuarded(request);
    throw unroutedError(request, this.routes);
  }
}
