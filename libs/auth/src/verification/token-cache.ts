import { hash } from 'node:crypto';
import type { VerifiedToken } from './verified-token';

/** Entries kept at most; the least recently used one goes first. About 1 KB each. */
const CAPACITY = 10_000;
/** How long a verification may be relied on, in ms. */
const LIFETIME_MS = 60_000;

interface Entry {
  readonly token: VerifiedToken;
  readonly until: number;
}

/** Verified tokens by the SHA-256 of their text, so that the text itself is never kept. */
export class TokenCache {
  private readonly entries = new Map<string, Entry>();
  private changes = 0;

  constructor(
    private readonly now: () => number = Date.now,
    private readonly capacity = CAPACITY,
  ) {}

  get size(): number {
    return this.entries.size;
  }

  /** Rises with every revocation: a verification that began before one must not be kept after it. */
  get generation(): number {
    return this.changes;
  }

  get(text: string): VerifiedToken | undefined {
    const key = digest(text);
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.entries.delete(key);
    if (entry.until <= this.now()) return undefined;
    this.entries.set(key, entry);
    return entry.token;
  }

  /** Keeps a verification that began at `generation`. */
  set(text: string, token: VerifiedToken, generation: number): void {
    if (generation !== this.changes) return;
    const until = Math.min(this.now() + LIFETIME_MS, token.exp * 1000);
    this.entries.set(digest(text), { token, until });
    if (this.entries.size > this.capacity) this.entries.delete(this.entries.keys().next().value as string);
  }

  delete(text: string): void {
    this.entries.delete(digest(text));
  }

  revoke(ids: ReadonlySet<string>): void {
    this.changes++;
    for (const [key, { token }] of this.entries) {
      if (token.own && ids.has(token.own.revocationId)) this.entries.delete(key);
    }
  }

  clear(): void {
    this.changes++;
    this.entries.clear();
  }
}

function digest(text: string): string {
  return hash('sha256', text, 'base64');
}
