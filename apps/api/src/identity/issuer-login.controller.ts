import { OutsideSignIns, type SignInIssuer } from '@app/auth';
import type { RequestOrigin } from '@app/common';
import { Body, Controller, Get, Header, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OpenAccess, Origin } from '../http/access';
import { Answer, MESSAGE, Takes } from '../http/described';
import { AcceptsForm } from '../http/parsing';
import { component, list, object, text } from '../http/schemas';
import { BrowserSession, SessionHeader, type BrowserTokens } from './browser-session';
import { BeginIssuerLoginDto, FinishIssuerLoginDto } from './identity.dto';
import { BROWSER_TOKENS, ISSUERS, ISSUER_ADDRESS } from './identity.examples';
import { TOKEN_PAIR_SCHEMA } from './identity.schemas';

/** The page of the console to which an issuer sends the browser back. */
const RETURN_PATH = '/sign-in/return';

/** At most as long as any token. */
const LOGOUT_FORM = component('IssuerLogout', { logout_token: { type: 'string', minLength: 1, maxLength: 16_384 } });

/**
 * Logins of pages by an outside issuer. The code goes through the page to here, so the page speaks with its own origin alone, and the
 * secrets of the sign-in lie in a cookie that only such a request carries.
 */
@ApiTags('identity')
@Controller('v1/users/login/issuers')
export class IssuerLoginController {
  constructor(
    private readonly signIns: OutsideSignIns,
    private readonly session: BrowserSession,
  ) {}

  @Get()
  @OpenAccess()
  @ApiOperation({ operationId: 'listLoginIssuers', summary: 'List the external issuers that people can log in with' })
  @Answer(
    200,
    'The entries of JWT_ISSUERS that have `signIn`',
    object({ data: list(object({ issuer: text, name: text })) }),
    ISSUERS,
  )
  list(): { data: SignInIssuer[] } {
    return { data: this.signIns.list() };
  }

  @Post('begin')
  @HttpCode(200)
  @OpenAccess()
  @ApiOperation({
    operationId: 'beginIssuerLogin',
    summary: 'Begin a browser login through an external issuer',
    description:
      'The page sends the browser to `location`; the issuer sends it back to `/sign-in/return` of the origin of the request, within ten minutes. Needs `X-Session: cookie`.',
  })
  @SessionHeader(true)
  @Answer(
    200,
    'The address to send the browser to',
    object({ location: { type: 'string', format: 'uri' } }),
    ISSUER_ADDRESS,
  )
  async begin(
    @Body() { issuer }: BeginIssuerLoginDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ location: string }> {
    const origin = this.session.pageOriginOf(request);
    const { location, kept } = await this.signIns.begin(issuer, origin + RETURN_PATH);
    this.session.keepPending(request, reply, kept);
    return { location };
  }

  @Post('finish')
  @Header('Cache-Control', 'no-store')
  @HttpCode(200)
  @OpenAccess()
  @ApiOperation({
    operationId: 'finishIssuerLogin',
    summary: 'Finish a browser login through an external issuer',
    description:
      'Takes the query that the issuer added to the return address, from the browser that began the login. The session is the same as after a login by password. Needs `X-Session: cookie`.',
  })
  @SessionHeader(true)
  @Answer(200, 'Tokens of a new login.', TOKEN_PAIR_SCHEMA, BROWSER_TOKENS)
  async finish(
    @Body() { answer }: FinishIssuerLoginDto,
    @Origin() origin: RequestOrigin,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BrowserTokens> {
    this.session.pageOriginOf(request);
    const kept = this.session.pendingOf(request);
    this.session.forgetPending(request, reply);
    const pair = await this.signIns.finish(new URLSearchParams(answer), kept, origin);
    return this.session.keep(request, reply, pair);
  }

  @Post('logout')
  @Header('Cache-Control', 'no-store')
  @HttpCode(200)
  @OpenAccess()
  @AcceptsForm()
  @ApiOperation({
    operationId: 'logoutByIssuer',
    summary: 'End the logins that an external issuer has ended',
    description:
      'OpenID Connect Back-Channel Logout 1.0: the issuer posts a logout token, which names a session (`sid`), or all of a person (`sub`). A token serves once. Other members of the form are ignored.',
  })
  @Takes(LOGOUT_FORM, {
    logout_token: 'eyJ0eXAiOiJsb2dvdXQrand0IiwiYWxnIjoiRVMyNTYifQ.eyJpc3MiOiJodHRwcyJ9.c2lnbmF0dXJl',
  })
  @Answer(200, 'The logins have ended; also the answer where there were none', MESSAGE, { message: 'Logged out' })
  async logout(@Body() body: unknown, @Origin() origin: RequestOrigin): Promise<{ message: string }> {
    await this.signIns.endBy((body as { logout_token?: unknown } | undefined)?.logout_token, origin);
    return { message: 'Logged out' };
  }
}
