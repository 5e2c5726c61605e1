import type { OnModuleDestroy } from '@nestjs/common';
import { Passport } from 'passport';
import { OWN_ISSUER, TOKEN_KINDS, type Claims, type OwnClaims, type TokenKind } from '../token/claims';
import { readToken } from '../token/token-text';
import { TokenRefused } from '../token/unauthorized';
import { JwtStrategy, type IssuerTrust, type JwtAttempt } from './jwt.strategy';
import { principalOf, roleNames, type ClaimTrust } from './principal-name';
import type { TokenHolder, VerifiedToken } from './verified-token';

/** An outside issuer, and what its claims may say. */
export interface OutsideTrust extends IssuerTrust, ClaimTrust {
  readonly admin: boolean;
  /** Whom its ID tokens are for, where people sign in by it. */
  readonly clientId?: string;
}

/** Verifies tokens by the passport strategy of their issuer: all that can be checked without the database. */
export class TokenVerifier implements OnModuleDestroy {
  /** An instance of its own: the strategies of two applications in one process must not replace each other. */
  private readonly passport = new Passport();
  private readonly trusted = new Map<string, IssuerTrust>();
  /** By the issuer as well: whose ID tokens sign people in. */
  private readonly signingIn = new Map<string, IssuerTrust>();

  constructor(own: Omit<IssuerTrust, 'issuer' | 'algorithms'>, outside: readonly OutsideTrust[]) {
    for (const trust of outside) {
      const holderOf = (claims: Claims) => outsideHolder(claims, trust);
      this.trust(trust, holderOf);
      if (trust.clientId === undefined) continue;
      this.signingIn.set(trust.issuer, trust);
      this.passport.use(signInBy(trust.issuer), new JwtStrategy({ ...trust, audience: trust.clientId }, holderOf));
    }
    this.trust({ ...own, issuer: OWN_ISSUER, algorithms: ['RS256'] }, ownHolder);
  }

  /** @throws {TokenRefused} */
  verify(text: string): Promise<VerifiedToken> {
    return this.verifyBy(text, this.trusted, strategyOf);
  }

  /**
   * An ID token of an issuer by which people sign in: it is for the client that this service is there, and no token for a request.
   * @throws {TokenRefused}
   */
  verifyIdToken(text: string): Promise<VerifiedToken> {
    return this.verifyBy(text, this.signingIn, signInBy);
  }

  private async verifyBy(
    text: string,
    trusted: ReadonlyMap<string, IssuerTrust>,
    strategy: (issuer: string) => string,
  ): Promise<VerifiedToken> {
    const token = readToken(text, Math.floor(Date.now() / 1000));
    const trust = trusted.get(token.claims.iss);
    if (!trust) throw new TokenRefused('unknown iss');
    if (!trust.algorithms.includes(token.alg)) throw new TokenRefused('alg is not one of its issuer');
    const key = await trust.keys.find(token.kid, token.alg);
    if (!key) throw new TokenRefused('unknown kid');
    return this.authenticate(strategy(trust.issuer), { text, token, key });
  }

  /** Whether the key that verified a token is still its issuer's. */
  isCurrent({ issuer, kid, alg, key }: VerifiedToken): boolean {
    return this.trusted.get(issuer)?.keys.isCurrent(kid, alg, key) ?? false;
  }

  onModuleDestroy(): void {
    for (const { keys } of this.trusted.values()) keys.close();
  }

  private trust(trust: IssuerTrust, holderOf: (claims: Claims) => TokenHolder): void {
    this.trusted.set(trust.issuer, trust);
    this.passport.use(strategyOf(trust.issuer), new JwtStrategy(trust, holderOf));
  }

  /** Without Nest's guard: this runs before the body is read, and only for tokens that are not remembered. */
  private authenticate(strategy: string, attempt: JwtAttempt): Promise<VerifiedToken> {
    return new Promise((resolve, reject) => {
      const done = (error: unknown, user: unknown, failure: unknown): void => {
        if (error) reject(error as Error);
        else if (user) resolve(user as VerifiedToken);
        else reject(new TokenRefused(failure instanceof Error ? failure.message : 'not verified'));
      };
      this.passport.authenticate(strategy, { session: false }, done)(attempt, {}, reject);
    });
  }
}

const strategyOf = (issuer: string): string => `jwt ${issuer}`;
const signInBy = (issuer: string): string => `sign-in ${issuer}`;

function outsideHolder(claims: Claims, trust: OutsideTrust): TokenHolder {
  const roles = roleNames(claims, trust.claims);
  return { principal: principalOf(claims, trust), roles, mayAdministrate: trust.admin };
}

function ownHolder(claims: Claims): TokenHolder {
  const { sub, uid, tokenType: kind, jti, sid, admin = true } = ownClaims(claims);
  return {
    principal: { name: sub },
    roles: [],
    mayAdministrate: admin,
    own: { userId: uid, kind, jti, revocationId: sid ?? jti },
  };
}

/** Our own signature stands for the values; the check is for tokens that an older release of ours signed. */
function ownClaims(claims: Claims): OwnClaims {
  const { sub, uid, jti, sid, tokenType } = claims;
  const strings = [sub, uid, jti, ...(tokenType === 'session' ? [sid] : [])];
  if (
    strings.some((each) => typeof each !== 'string' || each === '') ||
    !TOKEN_KINDS.includes(tokenType as TokenKind)
  ) {
    throw new TokenRefused('a claim of our own tokens is missing');
  }
  return claims as unknown as OwnClaims;
}
