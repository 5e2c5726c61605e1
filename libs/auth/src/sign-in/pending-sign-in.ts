import type { SecretBox } from '../keys/secret-box';
import type { SignInSecrets } from './issuer-client';

/** Time allowed at the issuer, in seconds. */
export const PENDING_SECONDS = 600;

/** A sign-in that has begun, as the browser stores it: sealed, so that it can neither be read nor made elsewhere. */
export interface PendingSignIn extends SignInSecrets {
  readonly issuer: string;
}

export function sealed(box: SecretBox, pending: PendingSignIn): string {
  return box.seal(JSON.stringify({ ...pending, until: Date.now() + PENDING_SECONDS * 1000 })).toString('base64url');
}

/** undefined where it was sealed elsewhere, or is past its time. */
export function opened(box: SecretBox, text: string): PendingSignIn | undefined {
  const whole = box.open(Buffer.from(text, 'base64url'));
  if (whole === undefined) return undefined;
  const { until, ...pending } = JSON.parse(whole) as PendingSignIn & { until: number };
  return until > Date.now() ? pending : undefined;
}
