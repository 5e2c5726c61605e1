import type { KeyObject } from 'node:crypto';
import type { SignatureAlgorithm } from '../keys/key-source';
import type { TokenKind } from '../token/claims';

/** How a token identifies its user: by name, or by full e-mail address. */
export type PrincipalKey = { readonly name: string } | { readonly email: string };

export type TokenHolder = Pick<VerifiedToken, 'principal' | 'roles' | 'mayAdministrate' | 'own'>;

/** A token with a valid signature and valid claims, reduced to what is needed later. */
export interface VerifiedToken {
  readonly issuer: string;
  readonly alg: SignatureAlgorithm;
  readonly kid: string;
  /** The key that verified it: the token becomes invalid when the key is removed. */
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
    /** The id that a revocation names: the login of a session, else the token's own id. */
    readonly revocationId: string;
  };
}

/** An ID token by which a user signs in. */
export interface VerifiedIdToken extends VerifiedToken {
  /** `sub` and `sid`: how the issuer calls the person, and the session of the person there. */
  readonly subject: string | undefined;
  readonly session: string | undefined;
  /** Epoch seconds. */
  readonly issuedAt: number;
}
