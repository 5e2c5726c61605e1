/** The purpose of a token of our own: a login, the operator's command line, a script of a person, or a bot. */
export type TokenKind = 'session' | 'operator' | 'personal' | 'bot';

export const TOKEN_KINDS: readonly TokenKind[] = ['session', 'operator', 'personal', 'bot'];

/** `iss` of our own tokens. */
export const OWN_ISSUER = 'metadata-catalog';

/** Claims after the shape check; times in epoch seconds (RFC 7519, 4.1). */
export interface Claims {
  readonly iss: string;
  readonly exp: number;
  readonly [name: string]: unknown;
}

/** The claims that only our own issuer writes. */
export interface OwnClaims {
  readonly sub: string;
  /** Id of the user: a later user of the same name has another id. */
  readonly uid: string;
  readonly tokenType: TokenKind;
  readonly jti: string;
  /** The login that the token belongs to; kind session only. */
  readonly sid?: string;
  /** False: no administrator, whatever roles the user has. Absent otherwise. */
  readonly admin?: false;
}
