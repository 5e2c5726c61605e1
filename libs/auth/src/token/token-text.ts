import { parseStrictJson } from '@app/common';
import type { SignatureAlgorithm } from '../keys/key-source';
import type { Claims } from './claims';
import { TokenRefused } from './unauthorized';

/** A token longer than this is refused whatever it says, in bytes (16 KiB). */
const MAX_TOKEN = 16 * 1024;
/** Key ids in use are thumbprints, UUIDs or short words. */
const MAX_KID = 256;
/** Clocks may differ by this much, in seconds. */
export const LEEWAY_SECONDS = 30;

const HEADER_MEMBERS = new Set(['alg', 'kid', 'typ']);
/** The values of `typ` of a token for requests, and of an ID token. */
export const TOKEN_TYPES: ReadonlySet<string> = new Set(['JWT', 'at+jwt']);
const ALGORITHMS: ReadonlySet<unknown> = new Set<SignatureAlgorithm>(['RS256', 'ES256']);

/** A token that is well formed; its signature is not yet checked. */
export interface UnverifiedToken {
  readonly alg: SignatureAlgorithm;
  readonly kid: string;
  readonly claims: Claims;
}

/**
 * Reads a compact JWS strictly: everything that a lenient reader could understand in two ways is refused before any
 * signature is looked at. Throws TokenRefused.
 */
export function readToken(token: string, nowSeconds: number, types = TOKEN_TYPES): UnverifiedToken {
  if (token.length > MAX_TOKEN) throw new TokenRefused('longer than 16 KiB');
  const segments = token.split('.');
  if (segments.length !== 3) throw new TokenRefused(`${segments.length} segments instead of 3`);
  const [header, claims] = segments.map(decodeSegment) as [Buffer, Buffer, Buffer];
  return {
    ...checkHeader(parseObject(header, 'header'), types),
    claims: checkClaims(parseObject(claims, 'claims'), nowSeconds),
  };
}

/** base64url without padding; only the one spelling of the bytes that re-encoding gives. */
function decodeSegment(segment: string, index: number): Buffer {
  const bytes = Buffer.from(segment, 'base64url');
  if (segment === '' || bytes.toString('base64url') !== segment) {
    throw new TokenRefused(`segment ${index + 1} is no canonical base64url`);
  }
  return bytes;
}

function parseObject(bytes: Buffer, part: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = parseStrictJson(bytes);
  } catch {
    throw new TokenRefused(`the ${part} is no strict JSON`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TokenRefused(`the ${part} is no JSON object`);
  }
  return value as Record<string, unknown>;
}

function checkHeader(
  header: Record<string, unknown>,
  types: ReadonlySet<string>,
): { alg: SignatureAlgorithm; kid: string } {
  if (Object.keys(header).some((name) => !HEADER_MEMBERS.has(name))) {
    throw new TokenRefused('a header member other than alg, kid, typ');
  }
  const { alg, kid, typ } = header;
  if (!ALGORITHMS.has(alg)) throw new TokenRefused('alg is neither RS256 nor ES256');
  if (typ !== undefined && !types.has(typ as string))
    throw new TokenRefused(`typ is neither ${[...types].join(' nor ')}`);
  if (typeof kid !== 'string' || kid === '' || kid.length > MAX_KID) throw new TokenRefused('no usable kid');
  return { alg: alg as SignatureAlgorithm, kid };
}

function checkClaims(claims: Record<string, unknown>, now: number): Claims {
  const { iss, exp, nbf, iat } = claims;
  if (typeof iss !== 'string') throw new TokenRefused('iss is no string');
  if (!Number.isSafeInteger(exp) || (exp as number) <= 0) throw new TokenRefused('exp is no positive integer');
  if ((exp as number) + LEEWAY_SECONDS <= now) throw new TokenRefused('expired');
  checkNotAhead('nbf', nbf, now);
  checkNotAhead('iat', iat, now);
  return claims as unknown as Claims;
}

function checkNotAhead(name: string, time: unknown, now: number): void {
  if (time === undefined) return;
  if (typeof time !== 'number' || !Number.isFinite(time) || time < 0) throw new TokenRefused(`${name} is no time`);
  if (time > now + LEEWAY_SECONDS) throw new TokenRefused(`${name} lies ahead`);
}
