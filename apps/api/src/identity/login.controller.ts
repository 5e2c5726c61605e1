import {
  Authenticator,
  credentialHeaders,
  Logins,
  OutsideSignIns,
  type AuthenticatedActor,
  type SignOut,
  type TokenPair,
} from '@app/auth';
import { invalidFields, type RequestOrigin } from '@app/common';
import { Body, Controller, Header, Headers, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OpenAccess, Origin } from '../http/access';
import { Answer } from '../http/described';
import { component, object, text } from '../http/schemas';
import { BrowserSession, SessionHeader, type BrowserTokens } from './browser-session';
import { TOKEN_PAIR } from './identity.examples';
import { TOKEN_PAIR_SCHEMA } from './identity.schemas';
import { LoginDto, LogoutDto, RefreshDto } from './identity.dto';

/** The page of the console to which an issuer sends the browser that has signed out there. */
const SIGN_IN_PATH = '/sign-in';

const LOGGED_OUT = object({
  message: text,
  'issuer?': component('SignOutAtIssuer', { name: text, location: { type: 'string', format: 'uri' } }),
});

@ApiTags('identity')
@Controller('v1/users')
export class LoginController {
  constructor(
    private readonly logins: Logins,
    private readonly authenticator: Authenticator,
    private readonly session: BrowserSession,
    private readonly signIns: OutsideSignIns,
  ) {}

  @Post('login')
  @Header('Cache-Control', 'no-store')
  @HttpCode(200)
  @OpenAccess()
  @ApiOperation({ operationId: 'login', summary: 'Log in with a password' })
  @SessionHeader()
  @Answer(200, 'Tokens of a new login.', TOKEN_PAIR_SCHEMA, TOKEN_PAIR)
  async login(
    @Body() body: LoginDto,
    @Headers('content-type') type: string,
    @Origin() origin: RequestOrigin,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TokenPair | BrowserTokens> {
    const inBrowser = this.session.isMeant(request);
    const pair = await this.logins.login(body, type, origin);
    return inBrowser ? this.session.keep(request, reply, pair) : pair;
  }

  @Post('refresh')
  @Header('Cache-Control', 'no-store')
  @HttpCode(200)
  @OpenAccess()
  @ApiOperation({
    operationId: 'refreshLogin',
    summary: 'Exchange a refresh token for new tokens',
    description:
      'A refresh token can be used once. If it is used again after more than 10 s, or from another address, its login ends.',
  })
  @SessionHeader()
  @Answer(200, 'New tokens of the same login', TOKEN_PAIR_SCHEMA, TOKEN_PAIR)
  async refresh(
    @Origin() origin: RequestOrigin,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() body?: RefreshDto,
  ): Promise<TokenPair | BrowserTokens> {
    const inBrowser = this.session.isMeant(request);
    const refreshToken = this.session.tokenOf(request, body?.refreshToken, inBrowser);
    if (refreshToken === undefined) {
      throw invalidFields([
        { field: 'refreshToken', message: 'is required unless a cookie holds it (X-Session: cookie)' },
      ]);
    }
    const pair = await this.logins.refresh(refreshToken, origin);
    return inBrowser ? this.session.keep(request, reply, pair) : pair;
  }

  @Post('logout')
  @HttpCode(200)
  @OpenAccess()
  @ApiOperation({
    operationId: 'logout',
    summary: 'End a login, identified by its access token or a refresh token',
    description:
      'If the login came from an external issuer, `issuer` names the address that ends the session there as well.',
  })
  @SessionHeader()
  @Answer(200, 'The login has ended', LOGGED_OUT, { message: 'Logged out' })
  async logout(
    @Origin() origin: RequestOrigin,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() body?: LogoutDto,
  ): Promise<{ message: string; issuer?: SignOut }> {
    const inBrowser = this.session.isMeant(request);
    const refreshToken = this.session.tokenOf(request, body?.refreshToken, inBrowser);
    const issuer = await this.logins.logout(await this.actorOf(request, refreshToken), refreshToken, origin);
    if (!inBrowser) return { message: 'Logged out' };
    this.session.end(request, reply);
    const signOut =
      issuer === undefined
        ? undefined
        : await this.signIns.signOutOf(issuer, this.session.pageOriginOf(request) + SIGN_IN_PATH);
    return { message: 'Logged out', ...(signOut && { issuer: signOut }) };
  }

  /** With a refresh token, an expired access token is accepted: users often log out after it has expired. */
  private actorOf({ raw, ip }: FastifyRequest, refreshToken?: string): Promise<AuthenticatedActor | undefined> {
    const headers = credentialHeaders(raw.rawHeaders);
    return refreshToken === undefined
      ? this.authenticator.authenticate(headers, ip)
      : this.authenticator.authenticateIfPossible(headers, ip);
  }
}
