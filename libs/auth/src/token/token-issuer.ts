import { randomUUID } from 'node:crypto';
import { APP_SETTINGS, type Settings } from '@app/config';
import { Inject, Injectable } from '@nestjs/common';
import { SignJWT } from 'jose';
import { SigningKey } from '../keys/signing-key';
import { OWN_ISSUER, type OwnClaims, type TokenKind } from './claims';

export interface TokenOrder {
  readonly user: { readonly id: string; readonly name: string };
  readonly kind: TokenKind;
  readonly expiresInSeconds: number;
  /** The login that a session token belongs to. */
  readonly family?: string;
  /** False: the user who ordered it may not act as an administrator, so neither may the token. */
  readonly mayAdministrate?: boolean;
}

export interface IssuedToken {
  readonly jti: string;
  readonly text: string;
  readonly expiresAt: Date;
}

/** Signs our own tokens (RS256). Roles never stand in them: they are read from the database at each use. */
@Injectable()
export class TokenIssuer {
  constructor(
    private readonly key: SigningKey,
    @Inject(APP_SETTINGS) private readonly settings: Pick<Settings, 'jwtAudience'>,
  ) {}

  async issue({ user, kind, expiresInSeconds, family, mayAdministrate = true }: TokenOrder): Promise<IssuedToken> {
    const issuedAt = Math.floor(Date.now() / 1000);
    const jti = randomUUID();
    const claims: OwnClaims = {
      ...{ sub: user.name, uid: user.id, tokenType: kind, jti },
      ...(family && { sid: family }),
      ...(!mayAdministrate && { admin: false }),
    };
    const text = await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: this.key.kid, typ: 'JWT' })
      .setIssuer(OWN_ISSUER)
      .setAudience(this.settings.jwtAudience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + expiresInSeconds)
      .sign(this.key.privateKey);
    return { jti, text, expiresAt: new Date((issuedAt + expiresInSeconds) * 1000) };
  }

  /** Our public keys as a JWK set (RFC 7517). */
  keySet(): { keys: object[] } {
    return { keys: [this.key.jwk] };
  }
}
