import { createHash, createHmac, randomBytes } from 'node:crypto';

export function newRefreshToken(): string {
  return randomBytes(32).toString('base64url');
}

export function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

export function newSeed(): Buffer {
  return randomBytes(32);
}

/** The one successor of a token: deterministic, and not derivable from what is stored. */
export function successorOf(text: string, seed: Buffer): string {
  return createHmac('sha256', text).update(seed).digest('base64url');
}

/** Prefix that distinguishes a ticket from a refresh token, for people and for secret scanners. */
const PREFIX = 'ticket_';

export const newTicket = (): string => `${PREFIX}${newRefreshToken()}`;

export const isTicket = (text: string): boolean => text.startsWith(PREFIX);
