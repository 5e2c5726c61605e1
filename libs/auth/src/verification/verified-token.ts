import type { KeyObject } from 'node:crypto';
import type { SignatureAlgorithm, TokenKind } from '../token/claims';

/** How a token names its user: by the name, or by the e-mail address as a whole. */
export type PrincipalKey = { readonly name: string } | { readonly email: string };

/** A token whose signature and claims were found good, and what of it matters later. */
export interface VerifiedToken {
  readonly issuer: string;
  readonly alg: SignatureAlgorithm;
  readonly kid: string;
  /** The key that verified it: the token falls with the key. */
  readonly key: KeyObject;
  /** Epoch seconds. */
  readonly exp: number;
  readonly principal: PrincipalKey;
  /** Roles that the outside issuer adds to those of the database, sorted. */
  readonly roles: readonly string[];
  /** Whether the issuer may speak for administrators. */
  readonly mayAdministrate: boolean;
  /** Only of our own tokens. */
  readonly own?: {
    readonly userId: string;
    readonly kind: TokenKind;
    readonly jti: string;
    /** What a revocation names: the login of a session, else the token's own id. */
    readonly revocationId: string;
  };
}
