import { Tickets, type TicketHolder, type TokenPair } from '@app/auth';
import type { RequestOrigin } from '@app/common';
import { Body, Controller, Header, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OpenAccess, Origin } from '../http/access';
import { Answer } from '../http/described';
import { TakesIdempotencyKey } from '../http/input';
import { requestToken } from '../http/request/request-token';
import { component, integer, text } from '../http/schemas';
import { BrowserSession, SessionHeader, type BrowserTokens } from './browser-session';
import { TicketDto } from './identity.dto';
import { TICKET_HOLDER, TOKEN_PAIR } from './identity.examples';
import { TOKEN_PAIR_SCHEMA } from './identity.schemas';

/** The caller that comes with a ticket: it has no identity yet. */
const NOBODY = { id: 'nobody' };

/** Tickets of links that sign in once. They stand in bodies, never in addresses. */
@ApiTags('identity')
@Controller('v1/users/login/tickets')
export class TicketController {
  constructor(
    private readonly tickets: Tickets,
    private readonly session: BrowserSession,
  ) {}

  @Post('inspect')
  @Header('Cache-Control', 'no-store')
  @HttpCode(200)
  @OpenAccess()
  @ApiOperation({
    operationId: 'inspectSignInTicket',
    summary: 'Read which user the ticket of a login link signs in',
    description: 'The ticket is not used up, so that a person who is already signed in can be asked first.',
  })
  @Answer(
    200,
    'The user that the ticket signs in, and its expiry in epoch milliseconds',
    component('SignInTicket', { userName: text, expiresAt: integer }),
    TICKET_HOLDER,
  )
  inspect(@Body() { ticket }: TicketDto): Promise<TicketHolder> {
    return this.tickets.inspect(ticket);
  }

  @Post('exchange')
  @Header('Cache-Control', 'no-store')
  @HttpCode(200)
  @OpenAccess()
  @ApiOperation({
    operationId: 'exchangeSignInTicket',
    summary: 'Log in with the ticket of a login link',
    description:
      'A ticket works once, within ten minutes. With `Idempotency-Key` the same request returns the same login again if the answer was lost. With `X-Session: cookie` the login of the previous cookie ends.',
  })
  @SessionHeader()
  @TakesIdempotencyKey('gets the same login, until its refresh token is used')
  @Answer(200, 'Tokens of a new login.', TOKEN_PAIR_SCHEMA, TOKEN_PAIR)
  async exchange(
    @Body() { ticket }: TicketDto,
    @Origin() origin: RequestOrigin,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TokenPair | BrowserTokens> {
    const inBrowser = this.session.isMeant(request);
    const replaced = this.session.tokenOf(request, undefined, inBrowser);
    const token = requestToken(request, NOBODY);
    const pair = await this.tickets.exchange(ticket, { token, replaced, origin });
    return inBrowser ? this.session.keep(request, reply, pair) : pair;
  }
}
