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
import { LoginRepository, type RefreshRow } from './login.repository';
import { digestOf, newRefreshToken, newSeed, successorOf } from './refresh-token';

/** What a login or a refresh is answered with. */
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
  readonly seconds: number;
  readonly mayAdministrate: boolean;
}

const REFRESH_DAYS = 30;
/** How long a refresh token lives. */
export const REFRESH_SECONDS = REFRESH_DAYS * 86_400;
/** How long a one-time link signs in. */
const TICKET_SECONDS = 600;
/** Two tabs may use the same refresh token within this time, in seconds. */
const GRACE_SECONDS = 10;

/** Logins by password or by an outside issuer, kept alive by refresh tokens that rotate, until they are logged out or a reuse ends them. */
@Injectable()
export class Logins {
  constructor(
    private readonly database: Database,
    private readonly repository: LoginRepository,
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
    return this.loginOf(user, true, origin);
  }

  /** Tokens of a new login of a user who was identified; without `mayAdministrate` it is none of an administrator. */
  async loginOf(user: Holder, mayAdministrate: boolean, origin: RequestOrigin): Promise<TokenPair> {
    const { family, refreshToken } = await this.begin(user, { seconds: REFRESH_SECONDS, mayAdministrate }, origin);
    return this.pair({ ...user, mayAdministrate }, family, refreshToken);
  }

  /** A refresh token that begins a login of the user within ten minutes, for a link that signs in once. */
  async ticket(user: Holder): Promise<string> {
    return (await this.begin(user, { seconds: TICKET_SECONDS, mayAdministrate: true })).refreshToken;
  }

  /** 401 where the token is unknown, past its time, or used before: then its whole login ends. */
  async refresh(refreshToken: string, origin: RequestOrigin): Promise<TokenPair> {
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
    const { userId, userName, mayAdministrate } = row;
    return this.pair({ id: userId as string, name: userName as string, mayAdministrate }, row.family, successor);
  }

  /** Ends the login of the actor's token, or that of a refresh token; an already ended login is not an error. */
  async logout(
    actor: AuthenticatedActor | undefined,
    refreshToken: string | undefined,
    origin: RequestOrigin,
  ): Promise<void> {
    const session = actor?.token.own?.kind === 'session' ? actor.token.own.revocationId : undefined;
    if (!session && refreshToken === undefined) throw actor ? nothingToEnd() : unauthorized('absent');
    await this.database.transaction(async (tx) => {
      const other = refreshToken === undefined ? undefined : await this.repository.familyOf(tx, digestOf(refreshToken));
      const families = [...new Set([session, other])].filter((family) => family !== undefined);
      for (const family of families.sort()) {
        const holder = await this.repository.holderOf(tx, family);
        const ended = await this.repository.end(tx, family);
        if (holder && ended) {
          await recordAction(tx, {
            action: 'loggedOut',
            actor: actor?.name ?? holder.name,
            to: { nodes: [holder.node] },
          });
        }
      }
    }, origin);
  }

  private async begin(
    user: Holder,
    { seconds, mayAdministrate }: NewLogin,
    origin?: RequestOrigin,
  ): Promise<{ family: string; refreshToken: string }> {
    const family = randomUUID();
    const refreshToken = newRefreshToken();
    const action = seconds === TICKET_SECONDS ? 'signInLinkCreated' : 'loggedIn';
    await this.database.transaction(
      async (tx) => {
        await this.repository.insertFamily(tx, {
          id: family,
          userNode: user.node,
          days: REFRESH_DAYS,
          mayAdministrate,
        });
        await this.keep(tx, family, refreshToken, seconds);
        await recordAction(tx, { action, actor: user.name, to: { nodes: [user.node] } });
      },
      origin && { ...origin, userId: user.id },
    );
    return { family, refreshToken };
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
    await this.keep(tx, family, successor, REFRESH_SECONDS);
  }

  private keep(tx: Transaction, family: string, refreshToken: string, seconds: number): Promise<void> {
    return this.repository.insertToken(tx, family, digestOf(refreshToken), newSeed(), seconds);
  }

  private async pair(
    { mayAdministrate, ...user }: Omit<Holder, 'node'> & Pick<NewLogin, 'mayAdministrate'>,
    family: string,
    refreshToken: string,
  ): Promise<TokenPair> {
    const expiresInSeconds = this.settings.accessTokenSeconds;
    const { text } = await this.issuer.issue({ user, kind: 'session', expiresInSeconds, family, mayAdministrate });
    return { accessToken: text, refreshToken, tokenType: 'Bearer', expiryDuration: expiresInSeconds };
  }
}

function isReuse({ usedFor, usedFrom }: RefreshRow, address: string): boolean {
  return usedFor !== null && (usedFor > GRACE_SECONDS || usedFrom !== address);
}

function nothingToEnd(): Error {
  return badRequest('This token belongs to no login; a personal token is ended by PUT /v1/users/security/token/revoke');
}
