import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Settings } from '@app/config';
import { findKeyFile } from './key-file';
import { derivedKey, SigningKey } from './signing-key';

const ALGORITHM = 'aes-256-gcm';
/** Sizes of GCM's nonce and tag, in bytes (NIST SP 800-38D). */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Why a sealed text stays shut, for callers and logs. */
export const SEALED_ELSEWHERE = 'cannot be opened: another signing key (SIGNING_KEY_FILE) sealed it';

/** Encrypts texts in the database with a key that only the processes have. */
export class SecretBox {
  constructor(private readonly key: Buffer) {}

  seal(text: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, nonce);
    return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  }

  /** undefined where the text was sealed with another key, or was changed. */
  open(sealed: Buffer): string | undefined {
    try {
      const decipher = createDecipheriv(ALGORITHM, this.key, sealed.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      const opened = [decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
      return Buffer.concat(opened).toString('utf8');
    } catch {
      return undefined;
    }
  }
}

/** The box of all processes that share the signing key. */
export const boxOf = (key: SigningKey): SecretBox => new SecretBox(derivedKey(key, 'connections'));

/**
 * The box in which the API seals secrets, for a process that signs no tokens.
 * @throws {Error} where the signing key is not there: this process makes none
 */
export async function secretBoxOf(settings: Pick<Settings, 'signingKeyFile' | 'dataDir'>): Promise<SecretBox> {
  const found = await findKeyFile(settings);
  if (!found) throw new Error('the signing key of the API is not there: SIGNING_KEY_FILE, or DATA_DIR, has to name it');
  return boxOf(await SigningKey.fromPem(found.pem, found.path));
}
