import type { OnModuleDestroy } from '@nestjs/common';
import { Passport } from 'passport';
import { OWN_ISSUER, TOKEN_KINDS, type Claims, type OwnClaims, type TokenKind } from '../token/claims';
import { readToken, TOKEN_TYPES } from '../token/token-text';
import { TokenRefused } from '../token/unauthorized';
import { JwtStrategy, type IssuerTrust, type JwtAttempt, type TokenReader } from './jwt.strategy';
import { LOGOUT_TOKEN_TYPES, logoutTokenOf, isOfLogout, type LogoutToken } from './logout-token';
import { principalOf, roleNames, type ClaimTrust } from './principal-name';
import type { TokenHolder, VerifiedIdToken, VerifiedToken } from './verified-token';

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
  /** By the issuer as well: whose ID tokens sign people in, and whose logout tokens sign them out. */
  private readonly signingIn = new Map<string, IssuerTrust>();

  constructor(own: Omit<IssuerTrust, 'issuer' | 'algorithms'>, outside: readonly OutsideTrust[]) {
    for (const trust of outside) {
      const holder = verifiedOf((claims) => outsideHolder(claims, trust));
      this.trust(trust, holder);
      if (trust.clientId === undefined) continue;
      this.signingIn.set(trust.issuer, trust);
      const client = { ...trust, audience: trust.clientId };
      const idToken: TokenReader = (claims, attempt) => ({ ...holder(claims, attempt), ...atIssuer(claims) });
      this.passport.use(signInBy(trust.issuer), new JwtStrategy(client, idToken));
      this.passport.use(signOutBy(trust.issuer), new JwtStrategy(client, logoutTokenOf));
    }
    this.trust({ ...own, issuer: OWN_ISSUER, algorithms: ['RS256'] }, verifiedOf(ownHolder));
  }

  /** @throws {TokenRefused} */
  verify(text: string): Promise<VerifiedToken> {
    return this.verifyBy<VerifiedToken>(text, { trusted: this.trusted, strategy: strategyOf, types: TOKEN_TYPES });
  }

  /**
   * An ID token of an issuer by which people sign in: it is for the client that this service is there, and no token for a request.
   * @throws {TokenRefused}
   */
  verifyIdToken(text: string): Promise<VerifiedIdToken> {
    return this.verifyBy<VerifiedIdToken>(text, { trusted: this.signingIn, strategy: signInBy, types: TOKEN_TYPES });
  }

  /** A logout token of such an issuer (OpenID Connect Back-Channel Logout 1.0, 2.6). @throws {TokenRefused} */
  verifyLogoutToken(text: string): Promise<LogoutToken> {
    const by = { trusted: this.signingIn, strategy: signOutBy, types: LOGOUT_TOKEN_TYPES };
    return this.verifyBy<LogoutToken>(text, by);
  }

  private async verifyBy<Token>(text: string, { trusted, strategy, types }: Verification): Promise<Token> {
    const token = readToken(text, Math.floor(Date.now() / 1000), types);
    const trust = trusted.get(token.claims.iss);
    if (!trust) throw new TokenRefused('unknown iss');
    if (!trust.algorithms.includes(token.alg)) throw new TokenRefused('alg is not one of its issuer');
    const key = await trust.keys.find(token.kid, token.alg);
    if (!key) throw new TokenRefused('unknown kid');
    return (await this.authenticate(strategy(trust.issuer), { text, token, key })) as Token;
  }

  /** Whether the key that verified a token is still its issuer's. */
  isCurrent({ issuer, kid, alg, key }: VerifiedToken): boolean {
    return this.trusted.get(issuer)?.keys.isCurrent(kid, alg, key) ?? false;
  }

  onModuleDestroy(): void {
    for (const { keys } of this.trusted.values()) keys.close();
  }

  private trust(trust: IssuerTrust, read: TokenReader): void {
    this.trusted.set(trust.issuer, trust);
    this.passport.use(strategyOf(trust.issuer), new JwtStrategy(trust, read));
  }

  /** Without Nest's guard: this runs before the body is read, and only for tokens that are not remembered. */
  private authenticate(strategy: string, attempt: JwtAttempt): Promise<object> {
    return new Promise((resolve, reject) => {
      const done = (error: unknown, user: unknown, failure: unknown): void => {
        if (error) reject(error as Error);
        else if (user) resolve(user);
        else reject(new TokenRefused(failure instanceof Error ? failure.message : 'not verified'));
      };
      this.passport.authenticate(strategy, { session: false }, done)(attempt, {}, reject);
    });
  }
}

const strategyOf = (issuer: string): string => `jwt ${issuer}`;
const signInBy = (issuer: string): string => `sign-in ${issuer}`;
const signOutBy = (issuer: string): string => `sign-out ${issuer}`;

/** A kind of token: whose are trusted, by which strategy they are checked, and what `typ` may say of them. */
interface Verification {
  readonly trusted: ReadonlyMap<string, IssuerTrust>;
  readonly strategy: (issuer: string) => string;
  readonly types: ReadonlySet<string>;
}

function verifiedOf(holderOf: (claims: Claims) => TokenHolder) {
  return (claims: Claims, { key, token: { alg, kid } }: JwtAttempt): VerifiedToken => ({
    ...{ issuer: claims.iss, alg, kid, key, exp: claims.exp },
    ...holderOf(claims),
  });
}

/** The issuer's names for the person and the session that signed in. A name in another form counts as absent. */
function atIssuer({ sub, sid, iat }: Claims): Pick<VerifiedIdToken, 'subject' | 'session' | 'issuedAt'> {
  const textOf = (claim: unknown) => (typeof claim === 'string' && claim !== '' ? claim : undefined);
  return { subject: textOf(sub), session: textOf(sid), issuedAt: typeof iat === 'number' ? iat : 0 };
}

function outsideHolder(claims: Claims, trust: OutsideTrust): TokenHolder {
  // Signed by the issuer for this client as well, but it ends a session and gives none.
  if (isOfLogout(claims)) throw new TokenRefused('a logout token');
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
