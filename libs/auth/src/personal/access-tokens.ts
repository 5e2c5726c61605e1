import { isUuid, notFound, type Actor } from '@app/common';
import { Database, recordAction, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { AccessControl } from '../permission/access-control';
import type { AuthenticatedActor, TokenBearer } from '../principal/principal';
import type { TokenKind } from '../token/claims';
import { TokenIssuer } from '../token/token-issuer';
import { UserRepository, type UserRow } from '../user/user.repository';
import type { VerifiedToken } from '../verification/verified-token';
import { AccessTokenRepository, type AccessTokenRow } from './access-token.repository';
import { lifetimeOf } from './token-expiry';

export interface AccessTokenView {
  readonly tokenId: string;
  readonly tokenName: string;
  /** Epoch milliseconds. */
  readonly expiryDate: number;
}

export interface NewAccessToken extends AccessTokenView {
  readonly jwtToken: string;
}

export interface AccessTokenOrder {
  readonly tokenName: string;
  /** OneHour, or days: 1, 7, 30, 60, 90; Unlimited for bots. */
  readonly JWTTokenExpiry: unknown;
}

/**
 * Tokens for scripts and bots. Users manage their own; administrators those of others. One that is made with a token that may
 * not speak for administrators may not either.
 */
@Injectable()
export class AccessTokens {
  constructor(
    private readonly database: Database,
    private readonly repository: AccessTokenRepository,
    private readonly users: UserRepository,
    private readonly issuer: TokenIssuer,
    private readonly access: AccessControl,
  ) {}

  /** The token text is returned here only. */
  async create(actor: AuthenticatedActor, order: AccessTokenOrder, username?: string): Promise<NewAccessToken> {
    const user = await this.userOf(actor, username);
    const seconds = Math.min(lifetimeOf(order.JWTTokenExpiry, user.isBot), secondsLeft(actor.token));
    const kind = user.isBot ? 'bot' : 'personal';
    const { row, text } = await this.issue(user, order.tokenName, seconds, kind, actor);
    return { ...view(row), jwtToken: text };
  }

  async list(actor: Actor, username?: string): Promise<AccessTokenView[]> {
    const user = await this.userOf(actor, username);
    return (await this.repository.listLive(user.node)).map(view);
  }

  /** Ids that are not the user's are ignored. Returns what is left. */
  async revoke(actor: Actor, ids: readonly string[] | 'all', username?: string): Promise<AccessTokenView[]> {
    const user = await this.userOf(actor, username);
    const known = ids === 'all' ? ids : ids.filter(isUuid);
    await this.database.transaction((tx) => this.revokeIn(tx, user.node, known, actor.name), actor.origin);
    return (await this.repository.listLive(user.node)).map(view);
  }

  /** Revokes tokens as part of a transaction. Permissions are checked by the caller. Returns how many it ended. */
  async revokeIn(tx: Transaction, userNode: string, ids: readonly string[] | 'all', by: string): Promise<number> {
    const ended = await this.repository.revoke(tx, userNode, ids);
    const change = { tokenIds: ended };
    if (ended.length) await recordAction(tx, { action: 'tokenRevoked', actor: by, to: { nodes: [userNode] }, change });
    return ended.length;
  }

  /** A stored token of the user. Permissions are checked by the caller. */
  async issue(
    user: UserRow,
    name: string,
    seconds: number,
    kind: Exclude<TokenKind, 'session'>,
    by: Pick<TokenBearer, 'name' | 'origin' | 'token'> = user,
  ): Promise<{ row: AccessTokenRow; text: string }> {
    const { jti, text, expiresAt } = await this.issuer.issue({
      ...{ user, kind, expiresInSeconds: seconds },
      mayAdministrate: by.token?.mayAdministrate,
    });
    const row = { jti, name, kind: user.isBot ? 'bot' : 'personal', expiresAt } as const;
    const change = { tokenId: jti, tokenName: name, kind, expiryDate: expiresAt.getTime() };
    await this.database.transaction(async (tx) => {
      await this.repository.insert(tx, user.node, row);
      await recordAction(tx, { action: 'tokenCreated', actor: by.name, to: { nodes: [user.node] }, change });
    }, by.origin);
    return { row, text };
  }

  private async userOf(actor: Actor, username: string = actor.name): Promise<UserRow> {
    if (username !== actor.name) this.access.require(actor, ['EditAll'], 'token');
    const user = await this.users.findByName(username);
    if (!user) throw notFound('user', username);
    return user;
  }
}

/** A token that was created here creates none that outlives it; a login may choose any lifetime. */
function secondsLeft({ own, exp }: VerifiedToken): number {
  const isMade = own?.kind === 'personal' || own?.kind === 'bot';
  return isMade ? Math.max(0, exp - Math.ceil(Date.now() / 1000)) : Infinity;
}

function view({ jti, name, expiresAt }: AccessTokenRow): AccessTokenView {
  return { tokenId: jti, tokenName: name, expiryDate: expiresAt.getTime() };
}
