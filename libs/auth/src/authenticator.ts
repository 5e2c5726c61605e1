import { hash } from 'node:crypto';
import { AppError, CacheMemory, RevalidatingCache } from '@app/common';
import type { CallerQuestion, VersionQuestion } from '@app/database';
import { Injectable, Logger } from '@nestjs/common';
import type { AuthenticatedActor } from './principal/principal';
import type { VersionedPrincipal } from './principal/principal.repository';
import { Principals } from './principal/principals';
import { RightsReader, standingIn, type Standing } from './principal/rights-reader';
import { LastSeen } from './user/last-seen';
import { bearerToken, type CredentialHeaders } from './token/bearer';
import { TokenVerifier } from './verification/token-verifier';
import { TokenRefused, unauthorized } from './token/unauthorized';
import type { VerifiedToken } from './verification/verified-token';

/** The scheme as nearly all clients write it. */
const SCHEME = 'Bearer ';

/** A caller as it was when its token was shown last. */
export interface RecalledActor {
  readonly actor: AuthenticatedActor;
  /** How that stands now: asked of the database. @param beside a version that is asked for in the same statement */
  ask(beside?: VersionQuestion): Promise<RecalledStanding>;
  /** The question of `ask` for a statement that reads something else. */
  question(): CallerQuestion;
  /** @param text the answer to the question */
  told(text: string): RecalledStanding;
}

export interface RecalledStanding {
  /** Whether the token and the rights of the caller are what they were. */
  readonly isCurrent: boolean;
  /** See `Standing`. */
  readonly version: string | null | undefined;
}

/** A caller with the version of the rights that it was read with. */
interface KnownActor {
  readonly version: string;
  readonly actor: AuthenticatedActor;
}

/** Bytes of a verified token, with its caller. */
const TOKEN_SIZE = 2_000;

/** Identifies the actor of a request by its bearer token. */
@Injectable()
export class Authenticator {
  private readonly logger = new Logger('Authenticator');
  // eslint-disable-next-line house/no-learned-ways -- compared with the version of all rights within each request
  private readonly actors = new WeakMap<VerifiedToken, KnownActor>();
  /** By the digest of their text, so that the text itself is not in memory. */
  private readonly tokens: RevalidatingCache<VerifiedToken>;

  constructor(
    private readonly verifier: TokenVerifier,
    private readonly principals: Principals,
    private readonly rights: RightsReader,
    memory: CacheMemory,
    private readonly lastSeen: LastSeen,
  ) {
    this.tokens = new RevalidatingCache(memory, { name: 'tokens', sizeOf: () => TOKEN_SIZE });
  }

  /**
   * The actor of the request. `headers` contain every Authorization header, so that a second one is seen.
   * Every reason to refuse is the same 401 for the caller; the debug log says which one it was.
   */
  async authenticate(headers: CredentialHeaders, remoteAddress: string): Promise<AuthenticatedActor> {
    try {
      const text = bearerToken(headers);
      const token = this.remembered(text) ?? (await this.verify(text));
      const { rights, isLive } = await this.rights.standingOf(token);
      if (!isLive) throw new TokenRefused('revoked or never issued');
      const actor = await this.actorOf(token, rights);
      this.lastSeen.note(actor);
      return actor;
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
    if (!known) return undefined;
    return {
      actor: known.actor,
      ask: async (beside) => this.recalled(known, await this.rights.standingOf(token, beside)),
      question: () => this.rights.questionOf(token),
      told: (text) => this.recalled(known, standingIn(text)),
    };
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

  private recalled(known: KnownActor, { rights, isLive, version }: Standing): RecalledStanding {
    const isCurrent = isLive && rights === known.version;
    if (isCurrent) this.lastSeen.note(known.actor);
    return { isCurrent, version };
  }

  private remembered(text: string): VerifiedToken | undefined {
    return this.tokens.recall(digest(text), (token) => token.exp * 1000 > Date.now() && this.verifier.isCurrent(token));
  }

  private async verify(text: string): Promise<VerifiedToken> {
    const value = await this.verifier.verify(text);
    this.tokens.put(digest(text), { value, version: value.kid, sight: 'all' });
    return value;
  }

  /** One object for all requests of a token while its principal stands: what follows from it is found once (`Visibility`). */
  private actorWith(token: VerifiedToken, { version, principal }: VersionedPrincipal): AuthenticatedActor {
    const known = this.actors.get(token);
    if (known?.version === version) return known.actor;
    const actor = { ...principal, token, origin: undefined, shared: undefined };
    this.actors.set(token, { version, actor });
    return actor;
  }

  private async actorOf(token: VerifiedToken, rights: string): Promise<AuthenticatedActor> {
    const question = { who: token.principal, addedRoles: token.roles, mayAdministrate: token.mayAdministrate };
    const found = await this.principals.at(rights, question);
    if (!found) throw new TokenRefused('the principal is no live user');
    if (token.own && token.own.userId !== found.principal.id) throw new TokenRefused('the user of the token is gone');
    return this.actorWith(token, found);
  }
}

const digest = (text: string): string => hash('sha256', text, 'base64');
