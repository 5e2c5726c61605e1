import type { Actor } from '@app/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isGuarded } from '../access/declared-access';
import type { Gate } from '../access/gate';
import type { RequestRates } from '../access/request-rates';
import { checkNoQuery, checkUrl } from '../input/url-check';
import { checkAnnouncedLength } from '../parsing/body-limit';
import { takeRefresh } from '../request/refresh';
import type { RouteTable } from './route-table';
import { answerOptions, pathOf, unroutedError } from './unrouted';

/**
 * What is asked of a request before its body is looked at, in the order of the answers: 429 by address, 401 (also where no
 * route is), 429 by principal, 404 or 405, 403, 413, then 400 for what stands in the URL.
 */
export class RequestHook {
  constructor(
    private readonly gate: Gate,
    private readonly routes: RouteTable,
    private readonly rates: RequestRates,
  ) {}

  async run(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
    if (request.is404) return this.unrouted(request, reply);
    const { config } = request.routeOptions;
    // Probes of the process, which are no calls of the API, are not counted.
    if (config.access) await this.rates.countAddress(request.ip);
    if (config.access && config.access.kind !== 'open') {
      request.actor = await this.identify(request);
      this.gate.admit(request.actor, config.access);
    }
    checkAnnouncedLength(request);
    checkUrl(request);
    takeRefresh(request);
    if (config.takesQuery === false) checkNoQuery(request);
    return undefined;
  }

  /** Asked where a body is large, or turns out to be. */
  admitLargeBody({ actor, routeOptions }: FastifyRequest): void {
    this.gate.admitLargeBody(actor, routeOptions.config.access);
  }

  /** Where no route says what it asks for: below /api a valid token, else nothing. */
  async identifyGuarded(request: FastifyRequest): Promise<void> {
    if (!isGuarded(pathOf(request))) return;
    await this.rates.countAddress(request.ip);
    await this.identify(request);
  }

  private async identify(request: FastifyRequest): Promise<Actor> {
    const actor = await this.gate.identify(request);
    await this.rates.countPrincipal(actor.name);
    return actor;
  }

  private async unrouted(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (answerOptions(request, reply, this.routes)) return reply;
    await this.identifyGuarded(request);
    throw unroutedError(request, this.routes);
  }
}
