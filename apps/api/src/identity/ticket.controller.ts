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
    summary: 'Tell whom the ticket of a link signs in',
    description: 'The ticket stays unused, so that somebody who is signed in can be asked first.',
  })
  @Answer(
    200,
    'Whom it signs in, and until when (epoch milliseconds).',
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
    summary: 'Log in with the ticket of a link',
    description:
      'Once, within ten minutes. With `Idempotency-Key` the same request gives the same login again where the answer was lost. With `X-Session: cookie` the login that the cookie held ends.',
  })
  @SessionHeader()
  @TakesIdempotencyKey('gives the same login again, until its refresh token was used')
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
