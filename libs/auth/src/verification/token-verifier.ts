import type { Claims, OwnClaims, TokenKind } from '../token/claims';
import { OWN_ISSUER, TOKEN_KINDS } from '../token/claims';
import { IssuerVerifier } from './issuer-verifier';
import type { IssuerTrust } from './issuer-verifier';
import { principalOf, roleNames } from './principal-name';
import type { ClaimTrust } from './principal-name';
import { readToken } from '../token/token-text';
import { TokenRefused } from '../token/token-refused';
import type { VerifiedToken } from './verified-token';

/** An outside issuer, and what its claims may say. */
export interface OutsideTrust extends IssuerTrust, ClaimTrust {
  readonly admin: boolean;
}

/** Tells who a token speaks for, after checking all that can be checked without the database. */
export class TokenVerifier {
  private readonly verifiers = new Map<string, IssuerVerifier>();
  private readonly outside = new Map<string, OutsideTrust>();

  constructor(own: Omit<IssuerTrust, 'issuer' | 'algorithms'>, outside: readonly OutsideTrust[]) {
    for (const trust of outside) {
      this.verifiers.set(trust.issuer, new IssuerVerifier(trust));
      this.outside.set(trust.issuer, trust);
    }
    this.verifiers.set(OWN_ISSUER, new IssuerVerifier({ ...own, issuer: OWN_ISSUER, algorithms: ['RS256'] }));
  }

  /** Throws TokenRefused. */
  async verify(text: string): Promise<VerifiedToken> {
    const token = readToken(text, Math.floor(Date.now() / 1000));
    const { alg, kid, claims } = token;
    const verifier = this.verifiers.get(claims.iss);
    if (!verifier) throw new TokenRefused('unknown iss');
    const key = await verifier.verify(text, token);
    return { issuer: claims.iss, alg, kid, key, exp: claims.exp, ...this.holder(claims) };
  }

  /** Whether the key that verified a token is still its issuer's. */
  isCurrent({ issuer, kid, alg, key }: VerifiedToken): boolean {
    return this.verifiers.get(issuer)?.trust.keys.isCurrent(kid, alg, key) ?? false;
  }

  close(): void {
    for (const { trust } of this.verifiers.values()) trust.keys.close();
  }

  private holder(claims: Claims): Pick<VerifiedToken, 'principal' | 'roles' | 'mayAdministrate' | 'own'> {
    const trust = claims.iss === OWN_ISSUER ? undefined : this.outside.get(claims.iss);
    if (trust) {
      const roles = roleNames(claims, trust.claims);
      return { principal: principalOf(claims, trust), roles, mayAdministrate: trust.admin };
    }
    const { sub, uid, tokenType: kind, jti, sid } = ownClaims(claims);
    return {
      principal: { name: sub },
      roles: [],
      mayAdministrate: true,
      own: { userId: uid, kind, jti, revocationId: sid ?? jti },
    };
  }
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
