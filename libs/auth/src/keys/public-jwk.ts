import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { SignatureAlgorithm } from './key-source';
import { MIN_RSA_BITS } from './signing-key';

export interface PublishedKey {
  readonly kid: string;
  readonly alg: SignatureAlgorithm;
  readonly key: KeyObject;
}

/** A member of a JWK set as a key that may verify signatures; undefined where it is for something else, weak or broken. */
export function publishedKey(jwk: unknown): PublishedKey | undefined {
  if (typeof jwk !== 'object' || jwk === null) return undefined;
  const { kid, kty, crv, use, alg, key_ops: uses } = jwk as Record<string, unknown>;
  const fitting = algorithmOf(kty, crv);
  if (typeof kid !== 'string' || kid === '' || !fitting) return undefined;
  if ((use ?? 'sig') !== 'sig' || (alg ?? fitting) !== fitting) return undefined;
  if (Array.isArray(uses) && !uses.includes('verify')) return undefined;
  const key = importPublic(jwk as JsonWebKey);
  return key && { kid, alg: fitting, key };
}

function algorithmOf(kty: unknown, crv: unknown): SignatureAlgorithm | undefined {
  if (kty === 'RSA') return 'RS256';
  return kty === 'EC' && crv === 'P-256' ? 'ES256' : undefined;
}

/** Only the public members are handed on, whatever else the issuer published. */
function importPublic({ kty, n, e, crv, x, y }: JsonWebKey): KeyObject | undefined {
  try {
    const members = kty === 'RSA' ? { kty, n, e } : { kty, crv, x, y };
    const key = createPublicKey({ key: members, format: 'jwk' });
    const bits = key.asymmetricKeyDetails?.modulusLength ?? MIN_RSA_BITS;
    return bits < MIN_RSA_BITS ? undefined : key;
  } catch {
    return undefined;
  }
}
