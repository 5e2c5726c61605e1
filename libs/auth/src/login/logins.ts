import { randomUUID } from 'node:crypto';
import { badRequest, type RequestOrigin } from '@app/common';
import { APP_SETTINGS, type Settings } from '@app/config';
import { Database, recordAction, type Transaction } from '@app/database';
import { Inject, Injectable } from '@nestjs/common';
import { Credentials } from '../password/credentials';
import { readLoginPassword } from '../password/password-rules';
import type { AuthenticatedActor } from '../principal/principal';
import { TokenIssuer } from '../token/token-issuer';
import { unauthorized } from '../token/unauthorized';
import { IssuerLogoutRepository } from './issuer-logout.repository';
import { LoginRepository, type OutsideLogin, type RefreshRow } from './login.repository';
import type { LogoutToken } from '../verification/logout-token';
import { digestOf, isTicket, newRefreshToken, newSeed, successorOf } from './refresh-token';

/** The answer to a login or a refresh. */
export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly tokenType: 'Bearer';
  /** Lifetime of the access token, in seconds. */
  readonly expiryDuration: number;
}

interface Holder {
  readonly node: string;
  readonly id: string;
  readonly name: string;
}

interface NewLogin {
  readonly mayAdministrate: boolean;
  readonly refreshToken: string;
  readonly outside?: OutsideLogin | undefined;
}

/** The holder that an access token is made for. */
interface TokenHolder extends Omit<Holder, 'node'> {
  readonly mayAdministrate: boolean;
  /** Seconds until its login ends, whatever is done. */
  readonly left?: number | null;
}

const REFRESH_DAYS = 30;
const SECONDS_AN_HOUR = 3_600;
/** How long a refresh token lives. */
export const REFRESH_SECONDS = REFRESH_DAYS * 86_400;
const TICKET_FOR_REFRESH_TOKEN =
  'refreshToken: this is a ticket of a link that signs in once; POST /v1/users/login/tickets/exchange takes it, and a login has its refresh token from there';
const ENDED_BY_ISSUER = 'The issuer has ended this session since it signed you in. Sign in again.';
/** Two tabs may use the same refresh token within this time, in seconds. */
const GRACE_SECONDS = 10;

/** Logins by password or by an outside issuer, extended by refresh tokens that rotate, until they are logged out or a reuse ends them. */
@Injectable()
export class Logins {
  constructor(
    private readonly database: Database,
    private readonly repository: LoginRepository,
    private readonly logouts: IssuerLogoutRepository,
    private readonly credentials: Credentials,
    private readonly issuer: TokenIssuer,
    @Inject(APP_SETTINGS) private readonly settings: Pick<Settings, 'accessTokenSeconds'>,
  ) {}

  /** `email` may be the name as well. 401 where it does not fit the password, 429 beyond the limits on guessing. */
  async login(
    { email, password }: { email: string; password: string },
    contentType: string | undefined,
    origin: RequestOrigin,
  ): Promise<TokenPair> {
    const user = await this.credentials.check(email, readLoginPassword(password, contentType), origin.address);
    if (!user) throw unauthorized('absent', 'E-mail address or password is wrong');
    return this.loginOf(user, { mayAdministrate: true }, origin);
  }

  /** Tokens of a new login of a user who was identified; without `mayAdministrate` it is none of an administrator. */
  async loginOf(user: Holder, by: Omit<NewLogin, 'refreshToken'>, origin: RequestOrigin): Promise<TokenPair> {
    const refreshToken = newRefreshToken();
    const { mayAdministrate, outside } = by;
    const family = await this.database.transaction((tx) => this.begin(tx, user, { ...by, refreshToken }), {
      ...origin,
      userId: user.id,
    });
    const left = outside && outside.hours * SECONDS_AN_HOUR;
    return this.pair({ ...user, mayAdministrate, left }, family, refreshToken);
  }

  /** A new login, as part of a transaction; gives its id. 401 where the issuer that vouched has ended the session meanwhile. */
  async begin(tx: Transaction, user: Holder, login: NewLogin): Promise<string> {
    const { mayAdministrate, refreshToken, outside } = login;
    if (outside && (await this.logouts.isOver(tx, outside))) throw unauthorized('absent', ENDED_BY_ISSUER);
    const family = randomUUID();
    const row = { id: family, userNode: user.node, days: REFRESH_DAYS, mayAdministrate, outside };
    await this.repository.insertFamily(tx, row);
    await this.keep(tx, family, refreshToken);
    await recordAction(tx, { action: 'loggedIn', actor: user.name, to: { nodes: [user.node] } });
    return family;
  }

  /** 401 where the token is unknown, past its time, or used before: then its whole login ends. */
  async refresh(refreshToken: string, origin: RequestOrigin): Promise<TokenPair> {
    if (isTicket(refreshToken)) throw unauthorized('invalid', TICKET_FOR_REFRESH_TOKEN);
    const { address } = origin;
    const next = await this.database.queuedTransaction(
      [`refresh ${digestOf(refreshToken).toString('base64')}`],
      async (tx) => {
        const row = await this.repository.lockToken(tx, digestOf(refreshToken));
        if (!row || row.ended || row.expired || row.userId === null) return undefined;
        if (isReuse(row, address)) return this.endReused(tx, row);
        const successor = successorOf(refreshToken, row.seed);
        if (row.usedFor === null) await this.rotate(tx, row, refreshToken, successor, address);
        return { row, successor };
      },
      origin,
    );
    if (!next) throw unauthorized('invalid');
    const { row, successor } = next;
    const { userId, userName, mayAdministrate, left } = row;
    return this.pair({ id: userId as string, name: userName as string, mayAdministrate, left }, row.family, successor);
  }

  /**
   * Ends the login of the actor's token, or that of a refresh token; an already ended login is not an error. Gives the outside issuer that
   * had begun it, if one had.
   */
  async logout(
    actor: AuthenticatedActor | undefined,
    refreshToken: string | undefined,
    origin: RequestOrigin,
  ): Promise<string | undefined> {
    const session = actor?.token.own?.kind === 'session' ? actor.token.own.revocationId : undefined;
    if (!session && refreshToken === undefined) throw actor ? nothingToEnd() : unauthorized('absent');
    return this.database.transaction(async (tx) => {
      const other = refreshToken === undefined ? undefined : await this.repository.familyOf(tx, digestOf(refreshToken));
      const families = [...new Set([session, other])].filter((family) => family !== undefined);
      let issuer: string | undefined;
      for (const family of families.sort()) issuer = (await this.end(tx, family, actor?.name)) ?? issuer;
      return issuer;
    }, origin);
  }

  /** Ends the logins that an outside issuer has ended; false if the same logout was received before. */
  endedByIssuer(logout: LogoutToken, origin: RequestOrigin): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      if (!(await this.logouts.note(tx, logout))) return false;
      for (const { node, name } of await this.logouts.end(tx, logout))
        await recordAction(tx, { action: 'loginEnded', actor: name, to: { nodes: [node] } });
      return true;
    }, origin);
  }

  /** Ends the login of a refresh token, as part of a transaction; of an unknown token none. */
  async endOf(tx: Transaction, refreshToken: string): Promise<void> {
    const family = await this.repository.familyOf(tx, digestOf(refreshToken));
    if (family !== undefined) await this.end(tx, family);
  }

  /** The access token of a login, with a refresh token of it. */
  async pair(
    { mayAdministrate, left, ...user }: TokenHolder,
    family: string,
    refreshToken: string,
  ): Promise<TokenPair> {
    // A whole second at least: a login that ends within it has ended where the token is shown.
    const expiresInSeconds = Math.max(1, Math.min(this.settings.accessTokenSeconds, Math.floor(left ?? Infinity)));
    const { text } = await this.issuer.issue({ user, kind: 'session', expiresInSeconds, family, mayAdministrate });
    return { accessToken: text, refreshToken, tokenType: 'Bearer', expiryDuration: expiresInSeconds };
  }

  /**
   * Gives the outside issuer that had begun it.
   * @param by who ended it; else its user
   */
  private async end(tx: Transaction, family: string, by?: string): Promise<string | undefined> {
    const holder = await this.repository.holderOf(tx, family);
    const ended = await this.repository.end(tx, family);
    if (holder && ended)
      await recordAction(tx, { action: 'loggedOut', actor: by ?? holder.name, to: { nodes: [holder.node] } });
    return ended?.issuer ?? undefined;
  }

  private async endReused(tx: Transaction, { family }: RefreshRow): Promise<undefined> {
    const ended = await this.repository.end(tx, family);
    const holder = await this.repository.holderOf(tx, family);
    if (holder && ended)
      await recordAction(tx, { action: 'loginEnded', actor: holder.name, to: { nodes: [holder.node] } });
  }

  private async rotate(
    tx: Transaction,
    { family }: RefreshRow,
    used: string,
    successor: string,
    address: string,
  ): Promise<void> {
    await this.repository.markUsed(tx, digestOf(used), family, address, REFRESH_DAYS);
    await this.keep(tx, family, successor);
  }

  private keep(tx: Transaction, family: string, refreshToken: string): Promise<void> {
    return this.repository.insertToken(tx, family, digestOf(refreshToken), newSeed(), REFRESH_SECONDS);
  }
}

function isReuse({ usedFor, usedFrom }: RefreshRow, address: string): boolean {
  return usedFor !== null && (usedFor > GRACE_SECONDS || usedFrom !== address);
}

function nothingToEnd(): Error {
  return badRequest('This token belongs to no login; a personal token is ended by PUT /v1/users/security/token/revoke');
}
