import type { CacheEntry, CacheMemory, CacheOutcomes } from './cache-memory';
import { placeOf } from './use-counts';

/**
 * Identifies one state of the rows that a value follows from, such as the versions of these rows. Undefined or null: nothing
 * is known of it, so that no cached value is valid and none is cached.
 */
export type Version = string | null | undefined;

export interface Loaded<Value> {
  readonly value: Value;
  /** The version of the rows as the value was read from them: of the same snapshot, or asked for before the value was read. */
  readonly version: Version;
  /**
   * For whom the value was made: a caller from whom nothing is hidden, or no caller. What was made for a restricted caller is not cached:
   * it is made of a cached value in each request.
   */
  readonly sight: 'all';
}

export interface CacheRequest<Value> {
  /**
   * The version of what the cached value follows from, asked for within this request; called once, and only if something is cached. A text
   * is for requests that have asked already, for a version from which the value under the key follows whatever is cached.
   */
  readonly version: string | ((cached: Value) => Version | Promise<Version>);
  /** @param isCached whether what is loaded is to be cached; if not, its version is not used */
  readonly load: (isCached: boolean) => Promise<Loaded<Value>>;
}

export interface CacheOptions<Value> {
  /** For the metrics. */
  readonly name: string;
  /** Bytes that a value takes, about. @param most where it takes more, it may be counted no further */
  readonly sizeOf: (value: Value, most: number) => number;
  /** A value is cached from this use of its key on; default: the first. */
  readonly fromUse?: number;
}

interface Pending<Value> {
  readonly told: string;
  readonly value: Promise<Value>;
}

class Entry<Value> implements CacheEntry {
  constructor(
    private readonly entries: Map<string, Entry<Value>>,
    private readonly memory: CacheMemory,
    readonly key: string,
    readonly slot: number,
    readonly value: Value,
    readonly version: Version,
    readonly size: number,
  ) {}

  evict(): void {
    if (this.entries.get(this.key) === this) this.entries.delete(this.key);
    this.memory.release(this);
  }
}

/**
 * Values with the versions of the rows that they were made of. No value leaves the cache unless its version was compared with that of the
 * database within the same request, so that none is older than its request. Nothing is invalidated by notifications, and nothing has a
 * lifetime.
 */
export class RevalidatingCache<Value> {
  private readonly entries = new Map<string, Entry<Value>>();
  private readonly pending = new Map<string, Pending<Value>>();
  private readonly outcomes: CacheOutcomes;
  private readonly seed: number;

  constructor(
    private readonly memory: CacheMemory,
    private readonly options: CacheOptions<Value>,
  ) {
    ({ outcomes: this.outcomes, seed: this.seed } = memory.register(options.name));
  }

  /** The cached value where it is valid; otherwise what is loaded, which is cached. Fails as `version` and `load` do. */
  async get(key: string, { version, load }: CacheRequest<Value>): Promise<Value> {
    const uses = this.use(key);
    const entry = this.entries.get(key);
    if (entry && isSame(entry.version, typeof version === 'string' ? version : await version(entry.value))) {
      this.outcomes.hit++;
      return entry.value;
    }
    this.outcomes[entry ? 'stale' : 'miss']++;
    const isCached = uses >= (this.options.fromUse ?? 1);
    return typeof version === 'string' ? this.loadAt(key, version, isCached, load) : this.load(key, isCached, load);
  }

  /** Whether a value is cached under the key, valid or not. */
  has(key: string): boolean {
    return this.entries.has(key);
  }

  /**
   * The cached value; undefined where there is none or it is not valid, and nothing is loaded. For values whose validity the process can
   * show by itself, or whose version the statement compares that writes what follows from them.
   */
  recall(key: string, isValid: (cached: Value) => boolean): Value | undefined {
    this.use(key);
    const entry = this.entries.get(key);
    if (entry && isValid(entry.value)) {
      this.outcomes.hit++;
      return entry.value;
    }
    this.outcomes[entry ? 'stale' : 'miss']++;
    entry?.evict();
    return undefined;
  }

  /** Caches what was read, or written, beside a request for it. */
  put(key: string, { value, version }: Loaded<Value>): void {
    this.drop(key);
    if (version == null) return;
    const size = this.options.sizeOf(value, this.memory.largest);
    const entry = new Entry(this.entries, this.memory, key, placeOf(key, this.seed), value, version, size);
    if (this.memory.admits(entry)) this.entries.set(key, entry);
  }

  /** Removes what is known not to be valid any more. */
  drop(key: string): void {
    this.entries.get(key)?.evict();
  }

  private use(key: string): number {
    return this.memory.uses.note(placeOf(key, this.seed));
  }

  /**
   * Loads are shared by requests that read the same version: a load that begins after one of them has read it is not older than any of
   * them. Others cannot share one: it may have begun before they did, and the version of what is cached does not show what the key names
   * now. What ends behind a load that began later is not cached: it would replace what is newer.
   */
  private loadAt(key: string, told: string, isCached: boolean, load: CacheRequest<Value>['load']): Promise<Value> {
    const before = this.pending.get(key);
    if (before?.told === told) return before.value;
    const isNewest = (): boolean => this.pending.get(key) === pending;
    const value = this.load(key, isCached, load, isNewest).finally(() => {
      if (isNewest()) this.pending.delete(key);
    });
    const pending = { told, value };
    this.pending.set(key, pending);
    return value;
  }

  private async load(
    key: string,
    isCached: boolean,
    load: CacheRequest<Value>['load'],
    isNewest = () => true,
  ): Promise<Value> {
    const loaded = await load(isCached);
    if (isCached && isNewest()) this.put(key, loaded);
    return loaded.value;
  }
}

const isSame = (cached: Version, now: Version): boolean => now != null && cached === now;
