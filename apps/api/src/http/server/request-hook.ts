import { actorFrom, type Actor } from '@app/common';
import type { Settings } from '@app/config';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { takeCompatibility } from '../../compatibility/compatibility-mode';
import { isGuarded } from '../access/declared-access';
import { originOf } from '../access/current-actor.decorator';
import { hasSmallBody } from '../admission/body-admission';
import { ReadAhead } from '../access/read-ahead';
import type { RequestAuthorizer } from '../access/request-authorizer';
import type { RequestRates } from '../access/request-rates';
import { routeOf, type RouteAccess } from '../access/route-access';
import { checkNoQuery, checkUrl } from '../input/url-check';
import { checkAnnouncedLength } from '../parsing/body-limit';
import { takeRefresh } from '../request/refresh';
import { PROBES } from '../lifecycle/request-log';
import type { RouteTable } from './route-table';
import { answerOptions, pathOf, unroutedError } from './unrouted';

/** The page that a browser is shown at an address that has no route. */
export interface BrowserPage {
  isAskedFor(request: FastifyRequest): boolean;
  send(reply: FastifyReply): FastifyReply;
}

/**
 * The checks of a request before its body is read, in order of precedence: 429 by address, 401 (also where no
 * route is), 429 by principal, 404 or 405, 403, 413, then 400 for the URL.
 */
export class RequestHook {
  constructor(
    private readonly authorizer: RequestAuthorizer,
    private readonly routes: RouteTable,
    private readonly rates: RequestRates,
    private readonly settings: Pick<Settings, 'compatibility'>,
    private readonly page?: BrowserPage,
  ) {}

  /** @returns what Fastify waits for; undefined where `done` was called at once, since nothing has to be asked */
  run(request: FastifyRequest, reply: FastifyReply, done: () => void): Promise<unknown> | undefined {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
    if (request.is404) return this.unrouted(request, reply);
    const { access, startsAhead } = routeOf(request).config;
    const mayGoAhead = startsAhead && !this.rates.areLimited && hasSmallBody(request);
    if (mayGoAhead && this.goesAhead(request, access)) return done() as undefined;
    if (!isOpen(access) || (this.rates.areLimited && isCounted(request))) return this.identified(request, access);
    this.check(request, null, access);
    done();
    return undefined;
  }

  /** Whether the caller was there before and passes as it was then. */
  private goesAhead(request: FastifyRequest, access: RouteAccess | undefined): boolean {
    const caller = this.authorizer.recall(request.raw);
    if (!caller) return false;
    try {
      this.check(request, caller.actor, access);
    } catch {
      request.actor = null;
      return false;
    }
    const actor = request.actor as unknown as Actor;
    request.ahead = new ReadAhead(actor, caller, async () => {
      request.actor = null;
      await this.identified(request, access);
      return request.actor as unknown as Actor;
    });
    return true;
  }

  private async identified(request: FastifyRequest, access: RouteAccess | undefined): Promise<void> {
    if (isCounted(request)) await this.rates.countAddress(request.ip);
    this.check(request, isOpen(access) ? null : await this.identify(request), access);
  }

  private check(request: FastifyRequest, actor: Actor | null, access: RouteAccess | undefined): void {
    const { url = '', config } = routeOf(request);
    if (actor && access) {
      request.actor = actorFrom(actor, originOf(request));
      if (this.routes.isOfAnother(url, request.params)) throw unroutedError(request, this.routes);
      this.authorizer.admit(request.actor, access);
    }
    checkAnnouncedLength(request);
    checkUrl(request);
    takeRefresh(request);
    takeCompatibility(request, this.settings);
    if (config.takesQuery === false) checkNoQuery(request);
  }

  /** Called when a body is large, or proves to be. */
  admitLargeBody(request: FastifyRequest): void {
    this.authorizer.admitLargeBody(request.actor, routeOf(request).config.access);
  }

  /** Default access without a route: below /api a valid token, elsewhere none. */
  async identifyGuarded(request: FastifyRequest): Promise<void> {
    if (!isGuarded(pathOf(request))) return;
    await this.rates.countAddress(request.ip);
    await this.identify(request);
  }

  private async identify(request: FastifyRequest): Promise<Actor> {
    const actor = await this.authorizer.identify(request);
    const counted = this.rates.countPrincipal(actor.name);
    if (counted) await counted;
    return actor;
  }

  private async unrouted(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (answerOptions(request, reply, this.routes)) return reply;
    if (this.page?.isAskedFor(request)) return this.page.send(reply);
    await this.identifyGuarded(request);
    throw unroutedError(request, this.routes);
  }
}

/** Beside the API itself what is made of its document. */
const DOCUMENTS = /^\/(?:openapi\.json|docs)(?:[/-]|$)/;

/** Probes come at their own pace whatever a caller does; pages of the console are files. */
function isCounted(request: FastifyRequest): boolean {
  const { url = '', config } = routeOf(request);
  return config.access ? !PROBES.has(url) : DOCUMENTS.test(url);
}

const isOpen = (access: RouteAccess | undefined): boolean => !access || access.kind === 'open';
