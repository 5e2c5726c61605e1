import { PENDING_SECONDS, REFRESH_SECONDS, type TokenPair } from '@app/auth';
import { AppError, badRequest } from '@app/common';
import { APP_SETTINGS, type Settings } from '@app/config';
import { Inject, Injectable } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { oneOf } from '../http/schemas';

const HEADER = 'x-session';
const COOKIE = 'catalog_session';
/** Only logins use it: no other request of a page carries it. */
const PATH = '/api/v1/users';
/** A sign-in by an outside issuer that has begun. */
const PENDING = 'catalog_sign_in';

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly seconds: number;
}

/** The token pair as a page gets it: its refresh token is in the cookie. */
export type BrowserTokens = Omit<TokenPair, 'refreshToken'>;

/** @param required whether only pages may call it */
export const SessionHeader = (required = false): MethodDecorator =>
  ApiHeader({
    name: 'X-Session',
    required,
    description:
      "cookie: the refresh token is stored in a cookie that scripts cannot read, and is neither in the body nor in the answer. Only for pages of the service's own origin.",
    schema: oneOf(['cookie']),
  });

/** Logins of pages: the refresh token is stored in a cookie. Requested by `X-Session: cookie`. */
@Injectable()
export class BrowserSession {
  constructor(@Inject(APP_SETTINGS) private readonly settings: Pick<Settings, 'publicUrl'>) {}

  /**
   * Whether the request is one of a page's session.
   * @throws {AppError} BAD_REQUEST where X-Session has another value, FORBIDDEN where a page of another origin sent it
   */
  isMeant(request: FastifyRequest): boolean {
    const value = request.headers[HEADER];
    if (value === undefined) return false;
    if (value !== 'cookie') throw badRequest('X-Session: must be cookie, or left out');
    this.requireOwnOrigin(request);
    return true;
  }

  /** The refresh token of a request: the one in its body, else, of a page's session, the one in its cookie. */
  tokenOf({ headers }: FastifyRequest, inBody: string | undefined, isInBrowser: boolean): string | undefined {
    return inBody ?? (isInBrowser ? valueOf(headers.cookie, COOKIE) : undefined);
  }

  /** The tokens for the page; the refresh token goes into the cookie. */
  keep(request: FastifyRequest, reply: FastifyReply, { refreshToken, ...rest }: TokenPair): BrowserTokens {
    this.setCookie(request, reply, { name: COOKIE, value: refreshToken, seconds: REFRESH_SECONDS });
    return rest;
  }

  end(request: FastifyRequest, reply: FastifyReply): void {
    this.setCookie(request, reply, { name: COOKIE, value: '', seconds: 0 });
  }

  /**
   * The origin of the page that sent a request which only pages send.
   * @throws {AppError} as `isMeant`, and BAD_REQUEST where X-Session is left out
   */
  pageOriginOf(request: FastifyRequest): string {
    if (!this.isMeant(request)) throw badRequest('X-Session: must be cookie, since only pages log in by an issuer');
    return new URL(request.headers.origin as string).origin;
  }

  /** Stores what a sign-in by an outside issuer needs at its end. The issuer sends the browser to a page, and that page sends the cookie. */
  keepPending(request: FastifyRequest, reply: FastifyReply, value: string): void {
    this.setCookie(request, reply, { name: PENDING, value, seconds: PENDING_SECONDS });
  }

  pendingOf({ headers }: FastifyRequest): string | undefined {
    return valueOf(headers.cookie, PENDING);
  }

  forgetPending(request: FastifyRequest, reply: FastifyReply): void {
    this.setCookie(request, reply, { name: PENDING, value: '', seconds: 0 });
  }

  /** A browser sends the origin of the page with every POST; a page cannot change it. */
  private requireOwnOrigin({ headers: { origin }, host }: FastifyRequest): void {
    const hosts = [host, hostOf(this.settings.publicUrl)];
    const asking = hostOf(origin);
    if (asking !== undefined && hosts.includes(asking)) return;
    throw new AppError(
      'FORBIDDEN',
      'X-Session: cookie is for pages of this service; Origin names another, or is absent',
    );
  }

  private setCookie(request: FastifyRequest, reply: FastifyReply, { name, value, seconds }: Cookie): void {
    const secure = request.protocol === 'https' || this.settings.publicUrl?.startsWith('https:') ? '; Secure' : '';
    void reply.header(
      'set-cookie',
      `${name}=${value}; Max-Age=${seconds}; Path=${PATH}; HttpOnly; SameSite=Strict${secure}`,
    );
  }
}

function valueOf(cookies = '', name: string): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)`).exec(cookies)?.[1];
}

function hostOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).host : undefined;
}
