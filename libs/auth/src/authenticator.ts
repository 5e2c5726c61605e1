import { Injectable, Logger } from '@nestjs/common';
import { AppError } from '@app/common';
import type { AuthenticatedActor, Principal } from './principal/principal';
import type { PrincipalQuestion } from './principal/principal.repository';
import { principalKey, Principals } from './principal/principals';
import { RightsReader } from './principal/rights-reader';
import { bearerToken, type CredentialHeaders } from './token/bearer';
import { TokenCache } from './verification/token-cache';
import { TokenVerifier } from './verification/token-verifier';
import { TokenRefused, unauthorized } from './token/unauthorized';
import type { VerifiedToken } from './verification/verified-token';

/** As nearly all clients write it. */
const SCHEME = 'Bearer ';

/** A caller as it was when its token was shown last. */
export interface RecalledActor {
  readonly actor: AuthenticatedActor;
  /** Whether the token and the rights of the caller are now what they were then: asked of the database. */
  isCurrent(): Promise<boolean>;
}

interface KnownActor {
  /** Under which its principal is cached. */
  readonly key: string;
  readonly principal: Principal;
  readonly actor: AuthenticatedActor;
}

/** Identifies the actor of a request by its bearer token. */
@Injectable()
export class Authenticator {
  private readonly logger = new Logger('Authenticator');
  private readonly actors = new WeakMap<VerifiedToken, KnownActor>();

  constructor(
    private readonly verifier: TokenVerifier,
    private readonly cache: TokenCache,
    private readonly principals: Principals,
    private readonly rights: RightsReader,
  ) {}

  /**
   * The actor of the request. `headers` hold every Authorization header, so that a second one is seen.
   * Every reason to refuse is the same 401 for the caller; the debug log says which one it was.
   */
  async authenticate(headers: CredentialHeaders, remoteAddress: string): Promise<AuthenticatedActor> {
    try {
      const text = bearerToken(headers);
      const token = this.remembered(text) ?? (await this.verify(text));
      const { rights, isLive } = await this.rights.standingOf(token);
      if (!isLive) throw new TokenRefused('revoked or never issued');
      return await this.actorOf(token, rights);
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error;
      this.logger.debug(`token refused: ${error.message} (from ${remoteAddress})`);
      throw unauthorized('invalid');
    }
  }

  /**
   * The actor of an Authorization header that was shown before, for a request that reads while the database is asked whether the actor
   * is still the same; undefined says nothing of the token.
   */
  recall(header: string): RecalledActor | undefined {
    // Only texts of tokens are remembered, so its form need not be looked at.
    const token = header.startsWith(SCHEME) ? this.remembered(header.slice(SCHEME.length)) : undefined;
    const known = token && this.actors.get(token);
    return known && { actor: known.actor, isCurrent: () => this.isCurrent(token, known) };
  }

  /** For a request that goes on without a token, or with one that is past its time. */
  async authenticateIfPossible(
    headers: CredentialHeaders,
    remoteAddress: string,
  ): Promise<AuthenticatedActor | undefined> {
    try {
      return await this.authenticate(headers, remoteAddress);
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHORIZED') return undefined;
      throw error;
    }
  }

  private remembered(text: string): VerifiedToken | undefined {
    const token = this.cache.get(text);
    if (!token || this.verifier.isCurrent(token)) return token;
    this.cache.delete(text);
    return undefined;
  }

  private async verify(text: string): Promise<VerifiedToken> {
    const token = await this.verifier.verify(text);
    this.cache.set(text, token);
    return token;
  }

  private async isCurrent(token: VerifiedToken, { key, principal }: KnownActor): Promise<boolean> {
    const { rights, isLive } = await this.rights.standingOf(token);
    return isLive && this.principals.recall(key, rights) === principal;
  }

  /** One object for all requests of a token while its principal stands: what follows from it is found once (`Visibility`). */
  private actorWith(token: VerifiedToken, question: PrincipalQuestion, principal: Principal): AuthenticatedActor {
    const known = this.actors.get(token);
    if (known?.principal === principal) return known.actor;
    const actor = { ...principal, token, origin: undefined, shared: undefined };
    this.actors.set(token, { key: principalKey(question), principal, actor });
    return actor;
  }

  private async actorOf(token: VerifiedToken, rights: string): Promise<AuthenticatedActor> {
    const question = { who: token.principal, addedRoles: token.roles, mayAdministrate: token.mayAdministrate };
    const principal = await this.principals.at(rights, question);
    if (!principal) throw new TokenRefused('the principal is no live user');
    if (token.own && token.own.userId !== principal.id) throw new TokenRefused('the user of the token is gone');
    return this.actorWith(token, question, principal);
  }
}
