import type { KeyObject } from 'node:crypto';

/**
 * The algorithms that may sign a token. Symmetric algorithms and `none` are not members, so they cannot be configured
 * either.
 */
export type SignatureAlgorithm = 'RS256' | 'ES256';

/** The public keys of one issuer. */
export interface KeySource {
  /** The key of that id which fits the algorithm; may look for it at the issuer. */
  find(kid: string, alg: SignatureAlgorithm): Promise<KeyObject | undefined>;
  /** Whether `key` is still the one known under that id; never waits. */
  isCurrent(kid: string, alg: SignatureAlgorithm, key: KeyObject): boolean;
  close(): void;
}
