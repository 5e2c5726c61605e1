import { hash } from 'node:crypto';
import type { VerifiedToken } from './verified-token';

/** Entries kept at most; the least recently used one goes first. About 1 KB each. */
const CAPACITY = 10_000;

/**
 * Tokens whose signature and claims were verified, by the SHA-256 of their text, so that the text itself is never kept. Whether a token
 * is still live is asked of the database each time (`RightsReader`).
 */
export class TokenCache {
  private readonly entries = new Map<string, VerifiedToken>();

  constructor(
    private readonly now: () => number = Date.now,
    private readonly capacity = CAPACITY,
  ) {}

  get size(): number {
    return this.entries.size;
  }

  get(text: string): VerifiedToken | undefined {
    const key = digest(text);
    const token = this.entries.get(key);
    if (!token) return undefined;
    this.entries.delete(key);
    if (token.exp * 1000 <= this.now()) return undefined;
    this.entries.set(key, token);
    return token;
  }

  set(text: string, token: VerifiedToken): void {
    this.entries.set(digest(text), token);
    if (this.entries.size > this.capacity) this.entries.delete(this.entries.keys().next().value as string);
  }

  delete(text: string): void {
    this.entries.delete(digest(text));
  }
}

function digest(text: string): string {
  return hash('sha256', text, 'base64');
}
