import { AppError } from '@app/common';

/** Why a token or its holder is rejected. The reason goes to the debug log only and never contains token text. */
export class TokenRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'TokenRefused';
  }
}

/**
 * The one 401: the message is the same for every cause, so that an attacker learns nothing.
 * The challenge (RFC 6750, 3.1) names an error only where credentials were sent.
 */
export function unauthorized(credentials: 'absent' | 'invalid', message = 'Unauthorized'): AppError {
  const challenge = credentials === 'absent' ? 'Bearer' : 'Bearer error="invalid_token"';
  return new AppError('UNAUTHORIZED', message, { headers: { 'WWW-Authenticate': challenge } });
}
