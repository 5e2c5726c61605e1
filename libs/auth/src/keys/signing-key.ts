import { StartError } from '@app/common';
import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import type { Settings } from '@app/config';
import { readKeyFile } from './key-file';
import type { KeySource } from './key-source';

/** Shorter RSA keys are refused for signing and for verifying (NIST SP 800-131A). */
export const MIN_RSA_BITS = 2048;

/** The key that signs our tokens; `kid` is its RFC 7638 thumbprint, so that all processes agree on it. */
export class SigningKey implements KeySource {
  private constructor(
    readonly kid: string,
    readonly privateKey: KeyObject,
    readonly publicKey: KeyObject,
    /** The public half as a JWK, as it is published. */
    readonly jwk: Readonly<Record<string, unknown>>,
  ) {}

  /** Reads the key of the settings; the one in DATA_DIR is made where it is missing. Fails with a message for the operator. */
  static async load(settings: Pick<Settings, 'signingKeyFile' | 'dataDir'>): Promise<SigningKey> {
    const { path, pem } = await readKeyFile(settings);
    return SigningKey.fromPem(pem, path);
  }

  static async fromPem(pem: string, origin: string): Promise<SigningKey> {
    const privateKey = parsePrivateKey(pem, origin);
    const publicKey = createPublicKey(privateKey);
    const { kty, n, e } = publicKey.export({ format: 'jwk' });
    const kid = await calculateJwkThumbprint({ kty, n, e } as { kty: string });
    return new SigningKey(kid, privateKey, publicKey, { kty, n, e, kid, alg: 'RS256', use: 'sig' });
  }

  async find(kid: string, alg: string): Promise<KeyObject | undefined> {
    return kid === this.kid && alg === 'RS256' ? this.publicKey : undefined;
  }

  isCurrent(_kid: string, _alg: string, key: KeyObject): boolean {
    return key === this.publicKey;
  }

  close(): void {
    // nothing is open: the key is read once
  }
}

function parsePrivateKey(pem: string, origin: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch (cause) {
    throw new StartError(
      `The signing key ${origin} (SIGNING_KEY_FILE, or of DATA_DIR) cannot be read: expected a PEM file with a private RSA key (PKCS #8)`,
      { cause },
    );
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== 'rsa' || bits < MIN_RSA_BITS) {
    const got = `${key.asymmetricKeyType ?? 'unknown'}${bits ? ` of ${bits} bits` : ''}`;
    throw new StartError(
      `The signing key ${origin} (SIGNING_KEY_FILE, or of DATA_DIR) is ${got}: expected RSA of ${MIN_RSA_BITS} bits or more`,
    );
  }
  return key;
}

/**
 * A secret for another purpose, made from the signing key: the same in all processes that share it, and not revealing
 * it.
 * @param purpose `cursors`
 */
export function derivedKey(key: SigningKey, purpose: string): Buffer {
  const material = key.privateKey.export({ type: 'pkcs8', format: 'der' });
  return Buffer.from(hkdfSync('sha256', material, '', `metadata-catalog ${purpose}`, 32));
}
