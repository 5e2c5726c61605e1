import { Authenticator, credentialHeaders, Logins, type AuthenticatedActor, type TokenPair } from '@app/auth';
import { Body, Controller, Headers, HttpCode, Ip, Post, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { OpenAccess } from '../http/access';
import { Answer } from '../http/described';
import { TOKEN_PAIR } from './identity.examples';
import { LoginDto, LogoutDto, RefreshDto } from './identity.dto';

@ApiTags('Identity')
@Controller('v1/users')
export class LoginController {
  constructor(
    private readonly logins: Logins,
    private readonly authenticator: Authenticator,
  ) {}

  @Post('login')
  @HttpCode(200)
  @OpenAccess()
  @ApiOperation({ operationId: 'login', summary: 'Log in with a password' })
  @Answer(200, 'Tokens of a new login.', { type: 'object' }, TOKEN_PAIR)
  login(@Body() body: LoginDto, @Headers('content-type') type: string, @Ip() address: string): Promise<TokenPair> {
    return this.logins.login(body, type, address);
  }

  @Post('refresh')
  @HttpCode(200)
  @OpenAccess()
  @ApiOperation({
    operationId: 'refreshLogin',
    summary: 'Exchange a refresh token for new tokens',
    description: 'A refresh token serves once. Used again later than 10 s, or from another address, it ends its login.',
  })
  @Answer(200, 'The next tokens of the login.', { type: 'object' }, TOKEN_PAIR)
  refresh(@Body() { refreshToken }: RefreshDto, @Ip() address: string): Promise<TokenPair> {
    return this.logins.refresh(refreshToken, address);
  }

  @Post('logout')
  @HttpCode(200)
  @OpenAccess()
  @ApiOperation({ operationId: 'logout', summary: 'End a login, by its access token or one of its refresh tokens' })
  @Answer(200, 'It is over.', { type: 'object' }, { message: 'Logged out' })
  async logout(@Req() request: FastifyRequest, @Body() body?: LogoutDto): Promise<{ message: string }> {
    await this.logins.logout(await this.actorOf(request, body?.refreshToken), body?.refreshToken);
    return { message: 'Logged out' };
  }

  /** With a refresh token, an expired access token is accepted: users often log out after it has expired. */
  private actorOf({ raw, ip }: FastifyRequest, refreshToken?: string): Promise<AuthenticatedActor | undefined> {
    const headers = credentialHeaders(raw.rawHeaders);
    return refreshToken === undefined
      ? this.authenticator.authenticate(headers, ip)
      : this.authenticator.authenticateIfPossible(headers, ip);
  }
}
