import { createHmac, randomBytes } from 'node:crypto';

/** Bytes of a secret that is made here; Standard Webhooks allows 24 to 64. */
const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** The fault of a secret of the convention, or undefined. */
export function secretFault(secret: string): string | undefined {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '';
  const bytes = Buffer.from(text, 'base64');
  const isRight = bytes.toString('base64') === text && bytes.length >= 24 && bytes.length <= 64;
  return isRight ? undefined : `must be ${PREFIX} and 24 to 64 bytes in Base64`;
}

/**
 * The headers by which a receiver knows who sent a message (standardwebhooks.com).
 * @param id the same for each try
 * @param sentAt epoch ms
 * @param secrets each signs: during a rotation the receiver may know either
 */
export function signedHeaders(
  message: { readonly id: string; readonly sentAt: number; readonly body: string },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(message.sentAt / 1_000));
  const signed = `${message.id}.${timestamp}.${message.body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  });
  return { 'webhook-id': message.id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
