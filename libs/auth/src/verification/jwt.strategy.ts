import type { KeyObject } from 'node:crypto';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-jwt';
import type { KeySource, SignatureAlgorithm } from '../keys/key-source';
import type { Claims } from '../token/claims';
import { LEEWAY_SECONDS, type UnverifiedToken } from '../token/token-text';

/** An issuer whose tokens are accepted, and what of its claims counts. */
export interface IssuerTrust {
  readonly issuer: string;
  readonly audience: string;
  readonly algorithms: readonly SignatureAlgorithm[];
  readonly keys: KeySource;
}

/** The input of one verification, in place of an HTTP request. */
export interface JwtAttempt {
  readonly text: string;
  readonly token: UnverifiedToken;
  /** The issuer's key that the token names. */
  readonly key: KeyObject;
}

/** Reads the parts of a verified token that count. @throws {TokenRefused} where its claims are none of such a token */
export type TokenReader = (claims: Claims, attempt: JwtAttempt) => object;

/** Checks signature, issuer, audience and times of the tokens of one issuer. */
export class JwtStrategy extends PassportStrategy(Strategy) {
  constructor(
    { issuer, audience, algorithms }: IssuerTrust,
    private readonly read: TokenReader,
  ) {
    super({
      // A KeyObject: a PEM string would be parsed again for every token (0.5 ms), and could be taken for a shared secret.
      secretOrKeyProvider: ({ key }: JwtAttempt, _text, done) => done(null, key),
      jwtFromRequest: ({ text }: JwtAttempt) => text,
      algorithms,
      issuer,
      audience,
      jsonWebTokenOptions: { clockTolerance: LEEWAY_SECONDS },
      passReqToCallback: true,
    });
  }

  validate(attempt: JwtAttempt, claims: Claims): object {
    return this.read(claims, attempt);
  }
}
