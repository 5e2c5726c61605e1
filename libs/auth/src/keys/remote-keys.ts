import type { KeyObject } from 'node:crypto';
import { PeriodicTask } from '@app/common';
import { fetchKeySet } from './fetch-key-set';
import type { KeySource, SignatureAlgorithm } from './key-source';
import type { PublishedKey } from './public-jwk';

export interface RemoteKeyTimes {
  /** The set is fetched again this often once it has been used; with the cache of verified tokens asking `isCurrent`, a removed key is refused within a minute. */
  readonly refreshMs: number;
  /** A key id that is not in the set makes us look again, at most this often. */
  readonly unknownKidMs: number;
  /** The same while no set was ever received. */
  readonly firstTryMs: number;
}

const TIMES: RemoteKeyTimes = { refreshMs: 50_000, unknownKidMs: 30_000, firstTryMs: 5_000 };

type Keys = ReadonlyMap<string, KeyObject>;

/**
 * The key set of an outside issuer, from the one configured URL. While the issuer is unavailable, the last set stays
 * in use.
 */
export class RemoteKeys implements KeySource {
  private keys: Keys | undefined;
  private loading: Promise<void> | undefined;
  private lookedAt = -Infinity;
  private lookedForUnknownAt = -Infinity;
  private readonly refresh: PeriodicTask;
  private closed = false;

  constructor(
    private readonly uri: string,
    private readonly onFailure: (reason: string) => void,
    private readonly times: RemoteKeyTimes = TIMES,
  ) {
    const log = { warn: onFailure, log: onFailure };
    this.refresh = new PeriodicTask(() => this.load(), {
      restMs: times.refreshMs,
      fromStart: true,
      restFirst: true,
      log,
      failing: 'not refreshed',
    });
  }

  async find(kid: string, alg: SignatureAlgorithm): Promise<KeyObject | undefined> {
    const known = this.keys?.get(slot(kid, alg));
    if (known) return known;
    await this.lookAgain();
    return this.keys?.get(slot(kid, alg));
  }

  isCurrent(kid: string, alg: SignatureAlgorithm, key: KeyObject): boolean {
    return this.keys?.get(slot(kid, alg)) === key;
  }

  close(): void {
    this.closed = true;
    void this.refresh.stop();
  }

  private async lookAgain(): Promise<void> {
    if (this.loading) return this.loading;
    const now = performance.now();
    if (this.keys) {
      if (now - this.lookedForUnknownAt < this.times.unknownKidMs) return;
      this.lookedForUnknownAt = now;
    } else if (now - this.lookedAt < this.times.firstTryMs) return;
    await this.load();
  }

  /** One fetch at a time; concurrent callers wait for it. */
  private load(): Promise<void> {
    this.loading ??= this.fetch().finally(() => (this.loading = undefined));
    return this.loading;
  }

  private async fetch(): Promise<void> {
    this.lookedAt = performance.now();
    if (this.closed) return;
    this.refresh.start();
    try {
      this.keys = this.merged(await fetchKeySet(this.uri));
    } catch (error) {
      this.onFailure(error instanceof Error ? error.message : String(error));
    }
  }

  /** A key that did not change stays the same object, so that what it verified stays verified. */
  private merged(published: readonly PublishedKey[]): Keys {
    const keys = new Map<string, KeyObject>();
    for (const { kid, alg, key } of published) {
      const before = this.keys?.get(slot(kid, alg));
      if (!keys.has(slot(kid, alg))) keys.set(slot(kid, alg), before?.equals(key) ? before : key);
    }
    return keys;
  }
}

function slot(kid: string, alg: SignatureAlgorithm): string {
  return `${alg} ${kid}`;
}
