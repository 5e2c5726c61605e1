import { hkdfSync } from 'node:crypto';
import type { SigningKey } from './signing-key';

/**
 * A secret for another purpose, made from the signing key: the same in all processes that share it, and not revealing
 * it.
 * @param purpose `cursors`
 */
export function derivedKey(key: SigningKey, purpose: string): Buffer {
  const material = key.privateKey.export({ type: 'pkcs8', format: 'der' });
  return Buffer.from(hkdfSync('sha256', material, '', `metadata-catalog ${purpose}`, 32));
}
