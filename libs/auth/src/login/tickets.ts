import type { RequestOrigin } from '@app/common';
import { Database, once, recordAction, type IdempotencyToken, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { unauthorized } from '../token/unauthorized';
import type { UserRow } from '../user/user.repository';
import { LoginRepository } from './login.repository';
import { Logins, type TokenPair } from './logins';
import { digestOf, isTicket, newSeed, newTicket, successorOf } from './refresh-token';
import { TicketRepository, type TicketRow } from './ticket.repository';

/** How long a ticket serves. */
const TICKET_SECONDS = 600;

/** Whom a ticket signs in. */
export interface TicketHolder {
  readonly userName: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

export interface TicketExchange {
  /** The exchange with the same token gives the same login again. */
  readonly token: IdempotencyToken | undefined;
  /** A refresh token of the login that is replaced: that login ends. */
  readonly replaced: string | undefined;
  readonly origin: RequestOrigin;
}

interface Begun {
  readonly family: string;
}

/** Tickets of links that sign in: made by the operator for one user, exchanged once, within ten minutes, for a login. */
@Injectable()
export class Tickets {
  constructor(
    private readonly database: Database,
    private readonly repository: TicketRepository,
    private readonly loginRows: LoginRepository,
    private readonly logins: Logins,
  ) {}

  /** The only time that its text is known here. */
  async make(user: UserRow): Promise<string> {
    const ticket = newTicket();
    await this.database.transaction(async (tx) => {
      const digest = digestOf(ticket);
      await this.repository.insert(tx, { userNode: user.node, digest, seed: newSeed(), seconds: TICKET_SECONDS });
      await recordAction(tx, { action: 'signInLinkCreated', actor: user.name, to: { nodes: [user.node] } });
    });
    return ticket;
  }

  /** Whom it signs in; it stays unused. 401 if it signs in no user, with the reason. */
  async inspect(ticket: string): Promise<TicketHolder> {
    requireTicket(ticket);
    const row = await this.database.transaction((tx) => this.repository.find(tx, digestOf(ticket)));
    const { userName, expiresAt } = usable(row);
    return { userName, expiresAt: expiresAt.getTime() };
  }

  /**
   * A login for the ticket, once. Ticket, login and `token` are one transaction: an answer that was lost comes again for the same token, with
   * the same login and refresh token, until that refresh token was used. 401 if the ticket signs in no user, with the reason.
   */
  async exchange(ticket: string, { token, replaced, origin }: TicketExchange): Promise<TokenPair> {
    requireTicket(ticket);
    const digest = digestOf(ticket);
    const { row, family, refreshToken } = await this.database.queuedTransaction(
      [`ticket ${digest.toString('base64')}`],
      async (tx) => {
        const found = await this.repository.lock(tx, digest);
        const first = (): Promise<Begun> => this.use(tx, ticket, found, replaced);
        const { isReplay, effect } = await once<Begun, Begun>(tx, token, first, (begun) => ({ effect: begun }));
        if (!found) throw unknown();
        const successor = successorOf(ticket, found.seed);
        if (isReplay) await this.requireUntouched(tx, successor);
        return { row: found, family: effect.family, refreshToken: successor };
      },
      origin,
    );
    const user = { id: row.userId as string, name: row.userName as string, mayAdministrate: true };
    return this.logins.pair(user, family, refreshToken);
  }

  private async use(
    tx: Transaction,
    ticket: string,
    row: TicketRow | undefined,
    replaced: string | undefined,
  ): Promise<Begun> {
    const { userNode: node, userId: id, userName: name, seed } = usable(row);
    await this.repository.markUsed(tx, digestOf(ticket));
    if (replaced !== undefined) await this.logins.endOf(tx, replaced);
    const login = { mayAdministrate: true, refreshToken: successorOf(ticket, seed) };
    return { family: await this.logins.begin(tx, { node, id, name }, login) };
  }

  /** Once its refresh token was used the answer had come; and a login that is over does not begin again. */
  private async requireUntouched(tx: Transaction, refreshToken: string): Promise<void> {
    const row = await this.loginRows.lockToken(tx, digestOf(refreshToken));
    if (!row || row.ended || row.usedFor !== null || row.userId === null) throw used();
  }
}

function requireTicket(text: string): void {
  if (isTicket(text)) return;
  const reason = 'ticket: this is no ticket of a link that signs in once, which begins with ticket_';
  throw unauthorized('invalid', `${reason}; a refresh token is exchanged by POST /v1/users/refresh`);
}

type Usable = TicketRow & { readonly userId: string; readonly userName: string };

function usable(row: TicketRow | undefined): Usable {
  if (!row || row.userId === null || row.userName === null) throw unknown();
  if (row.isUsed) throw used();
  if (row.isOver)
    throw unauthorized('invalid', 'ticket: it is over; a ticket serves for ten minutes after it was made');
  return row as Usable;
}

const used = (): Error => unauthorized('invalid', 'ticket: it was used already; a ticket serves once');

const unknown = (): Error =>
  unauthorized(
    'invalid',
    'ticket: it is not known here; it was made elsewhere, or its user is gone or has another password since',
  );
