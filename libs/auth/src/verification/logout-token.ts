import { isObject } from '@app/common';
import type { Claims } from '../token/claims';
import { TokenRefused } from '../token/unauthorized';

/** The values of `typ` of a logout token; older issuers leave it at JWT. */
export const LOGOUT_TOKEN_TYPES: ReadonlySet<string> = new Set(['JWT', 'logout+jwt']);

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Ids are UUIDs or digests; a subject has at most 255 characters (OpenID Connect Core 1.0, 2). */
const LONGEST = 1_000;

/** A logout sent by an outside issuer: of one session of a person, or of all of them. */
export interface LogoutToken {
  readonly issuer: string;
  /** Its id, by which it counts once. */
  readonly jti: string;
  /** Epoch seconds. */
  readonly issuedAt: number;
  /** Epoch seconds. */
  readonly exp: number;
  /** At least one of both is there. */
  readonly subject: string | undefined;
  readonly session: string | undefined;
}

/** Whether the claims are those of a logout, so that the token must serve for nothing else. */
export function isOfLogout({ events }: Claims): boolean {
  return isObject(events) && Object.hasOwn(events, EVENT);
}

/**
 * The claims of a logout token, beside issuer, audience and times (OpenID Connect Back-Channel Logout 1.0, 2.4 and 2.6).
 *
 * @throws {TokenRefused}
 */
export function logoutTokenOf(claims: Claims): LogoutToken {
  const { iss: issuer, exp, iat, jti, events, nonce } = claims;
  if (!isObject(events) || !isObject(events[EVENT])) throw new TokenRefused(`events has no object ${EVENT}`);
  // An ID token has one where it was asked for: it must not be taken for a logout.
  if (nonce !== undefined) throw new TokenRefused('a nonce, which logout tokens do not have');
  if (typeof iat !== 'number') throw new TokenRefused('no iat');
  const id = textAt('jti', jti);
  if (id === undefined) throw new TokenRefused('no jti');
  const [subject, session] = [textAt('sub', claims['sub']), textAt('sid', claims['sid'])];
  if (subject === undefined && session === undefined) throw new TokenRefused('neither sub nor sid');
  return { issuer, jti: id, issuedAt: iat, exp, subject, session };
}

function textAt(name: string, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value !== '' && value.length <= LONGEST && !value.includes('\0')) return value;
  throw new TokenRefused(`${name} is no text of 1 to ${LONGEST} characters`);
}
