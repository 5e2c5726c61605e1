import type { KeyObject } from 'node:crypto';
import type { SignatureAlgorithm, TokenKind } from '../token/claims';

/** A token whose signature and claims were found good, and what of it matters later. */
export interface VerifiedToken {
  readonly issuer: string;
  readonly alg: SignatureAlgorithm;
  readonly kid: string;
  /** The key that verified it: the token falls with the key. */
  readonly key: KeyObject;
  /** Epoch seconds. */
  readonly exp: number;
  /** User name. */
  readonly principal: string;
  /** Roles that the outside issuer adds to those of the database, sorted. */
  readonly roles: readonly string[];
  /** Only of our own tokens. */
  readonly own?: {
    readonly userId: string;
    readonly kind: TokenKind;
    readonly jti: string;
    /** What a revocation names: the login of a session, else the token's own id. */
    readonly revocationId: string;
  };
}
