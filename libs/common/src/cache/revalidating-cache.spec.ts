import fc from 'fast-check';
import { CacheMemory } from './cache-memory';
import { RevalidatingCache, type Loaded } from './revalidating-cache';

const BYTES = 100_000;
const sizeOf = ({ length }: string): number => length;
const cacheOf = (memory = new CacheMemory(BYTES), more: { fromUse?: number; name?: string } = {}) =>
  new RevalidatingCache<string>(memory, { name: 'texts', sizeOf, ...more });
const loaded = (value: string, version: Loaded<string>['version'] = 'v1'): Loaded<string> => ({
  value,
  version,
  sight: 'all',
});

describe('RevalidatingCache', () => {
  it('asks for the version once in each request for what is cached, and loads what is not valid', async () => {
    const memory = new CacheMemory(BYTES);
    const cache = cacheOf(memory);
    let now = 'v1';
    const version = jest.fn(() => now);
    const load = jest.fn(async () => loaded(`at ${now}`, now));
    const ask = (): Promise<string> => cache.get('a', { version, load });
    expect([await ask(), await ask()]).toEqual(['at v1', 'at v1']);
    expect([version.mock.calls, load.mock.calls.length]).toEqual([[['at v1']], 1]);
    now = 'v2';
    expect([await ask(), await ask()]).toEqual(['at v2', 'at v2']);
    expect([version.mock.calls.length, load.mock.calls.length]).toEqual([3, 2]);
    expect(memory.outcomes.get('texts')).toEqual({ hit: 2, stale: 1, miss: 1 });
  });

  it.each([null, undefined])('caches nothing of the version %s, and gives nothing to who is told it', async (none) => {
    const cache = cacheOf();
    await cache.get('a', { version: () => 'v1', load: async () => ({ ...loaded('first'), version: none }) });
    expect(cache.has('a')).toBe(false);
    cache.put('a', loaded('second'));
    expect(
      await cache.get('a', { version: () => none, load: async () => ({ ...loaded('third'), version: none }) }),
    ).toBe('third');
  });

  it('takes nothing that was made for a restricted caller', () => {
    const sight: 'all' | { readonly types: readonly string[] } = { types: ['table'] };
    // @ts-expect-error: it is no value for all.
    const made: Loaded<string> = { value: 'a', version: 'v1', sight };
    expect(made.sight).not.toBe('all');
  });

  it('caches from a use on, and tells the load whether it will', async () => {
    const cache = cacheOf(undefined, { fromUse: 2 });
    const told: boolean[] = [];
    const load = async (isCached: boolean): Promise<Loaded<string>> => (told.push(isCached), loaded('x'));
    for (let n = 0; n < 3; n++) await cache.get('a', { version: () => 'v1', load });
    expect(told).toEqual([false, true]);
  });

  it('passes on what a version or a load fails with, and caches nothing of it', async () => {
    const cache = cacheOf();
    const away = (): Promise<never> => Promise.reject(new Error('away'));
    await expect(cache.get('a', { version: () => 'v1', load: away })).rejects.toThrow('away');
    cache.put('a', loaded('x'));
    await expect(cache.get('a', { version: away, load: away })).rejects.toThrow('away');
    await expect(cache.get('b', { version: 'v1', load: away })).rejects.toThrow('away');
    expect(await cache.get('b', { version: 'v1', load: async () => loaded('there') })).toBe('there');
  });

  it('shares no load by the version of what is cached, which does not tell what the key names now', async () => {
    const cache = cacheOf();
    cache.put('a', loaded('of a row'));
    let finish = (_: Loaded<string>): void => undefined;
    const version = (): string => 'v2';
    const first = cache.get('a', { version, load: () => new Promise((resolve) => (finish = resolve)) });
    await new Promise(setImmediate);
    const second = cache.get('a', { version, load: async () => loaded('of another row that has the name since') });
    await new Promise(setImmediate);
    finish(loaded('of no row', 'v2'));
    expect([await first, await second]).toEqual(['of no row', 'of another row that has the name since']);
  });

  it('recalls what the process itself finds valid', () => {
    const cache = cacheOf();
    cache.put('a', loaded('x'));
    expect(cache.recall('a', (value) => value === 'x')).toBe('x');
    expect(cache.recall('a', () => false)).toBeUndefined();
    expect(cache.has('a')).toBe(false);
  });

  it('keeps what is asked for most, of all caches of a memory', async () => {
    const memory = new CacheMemory(3_200);
    const [texts, others] = [cacheOf(memory), cacheOf(memory, { name: 'others' })];
    const ask = (cache: RevalidatingCache<string>, key: string): Promise<string> =>
      cache.get(key, { version: () => 'v1', load: async () => loaded('x'.repeat(200)) });
    for (let n = 0; n < 3; n++) for (const key of ['a', 'b', 'c', 'd']) await ask(texts, key);
    for (let n = 0; n < 20; n++) await ask(others, `once ${n}`);
    expect(['a', 'b', 'c', 'd'].map((key) => texts.has(key))).toEqual([true, true, true, true]);
    for (let n = 0; n < 5; n++) await ask(others, 'a');
    expect([others.has('a'), ['a', 'b', 'c', 'd'].filter((key) => texts.has(key)).length]).toEqual([true, 3]);
  });

  it('takes no value that would evict many others, and nothing where there is no memory', () => {
    const memory = new CacheMemory(16 * 1_000);
    const cache = cacheOf(memory);
    for (const size of [1_000, 1_001]) cache.put(`${size}`, loaded('x'.repeat(size)));
    expect([cache.has('1000'), cache.has('1001')]).toEqual([true, false]);
    const none = cacheOf(new CacheMemory(0));
    none.put('a', loaded(''));
    expect(none.has('a')).toBe(false);
  });

  it('forgets what was asked for long ago', async () => {
    const memory = new CacheMemory(16 * 200);
    const cache = cacheOf(memory);
    const ask = (key: string): Promise<string> =>
      cache.get(key, { version: () => 'v1', load: async () => loaded('x'.repeat(200)) });
    for (let n = 0; n < 100; n++) for (const key of ['a', 'b', 'c', 'd']) await ask(key);
    for (let n = 0; n < 1_000_000; n++) cache.recall('of none', () => true);
    for (let n = 0; n < 5; n++) await ask('e');
    expect(cache.has('e')).toBe(true);
  });
});

/** Names that move between rows, each with its text: what the cache stands before. A version is of a row, `all` of everything. */
class World {
  time = 0;
  private readonly rows: number[] = [0, 1];
  private readonly names = [0, 1];
  /** The text of a name from a time on. */
  readonly history: (readonly [time: number, text: string])[][] = [[[0, this.text(0)]], [[0, this.text(1)]]];

  text(name: number): string {
    const row = this.names[name] as number;
    return `${row} ${this.rows[row]} ${'x'.repeat(300)}`;
  }

  versionOf(text: string): string {
    const [row = ''] = text.split(' ');
    return `${row} ${this.rows[Number(row)]}`;
  }

  rowVersion = (name: number): string => this.versionOf(this.text(name));

  write(row: number): void {
    this.time += 1;
    this.rows[row] = this.time + 1;
    this.note();
  }

  /** The names are exchanged, as by renaming both: rows that bear another name are other versions. */
  exchange(): void {
    this.time += 1;
    this.names.reverse();
    this.rows.forEach((_, row) => (this.rows[row] = this.time + 1));
    this.note();
  }

  /** Whether the name had the text at some time from then until now. */
  hadSince(name: number, since: number, text: string): boolean {
    const states = this.history[name] as World['history'][number];
    return states.some(
      ([from, had], at) => had === text && (states[at + 1]?.[0] ?? Infinity) > since && from <= this.time,
    );
  }

  private note(): void {
    for (const name of [0, 1]) this.history[name]?.push([this.time, this.text(name)]);
  }
}

describe('whatever is written while others ask', () => {
  type Step = 'row 0' | 'row 1' | 'exchange' | 'ask 0' | 'ask 1' | 'ask 0 by all' | 'ask 1 by all';
  const STEPS: Step[] = ['row 0', 'row 1', 'exchange', 'ask 0', 'ask 1', 'ask 0 by all', 'ask 1 by all'];

  it('no answer is older than its request, no budget is exceeded, and no request asks for a version twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...STEPS), { minLength: 5, maxLength: 40 }),
        fc.constantFrom(0, 850, 5_500, BYTES),
        fc.scheduler(),
        async (steps, most, scheduler) => {
          const memory = new CacheMemory(most);
          const byRow = cacheOf(memory);
          const byAll = cacheOf(memory, { name: 'by all' });
          const world = new World();
          /** A statement: its snapshot is taken some time after it was sent, and some time before its answer is there. */
          const read = async <T>(of: () => T): Promise<T> => {
            await scheduler.schedule(Promise.resolve());
            const found = of();
            await scheduler.schedule(Promise.resolve());
            return found;
          };
          const ask = async (name: number, isByAll: boolean): Promise<void> => {
            const since = world.time;
            let asked = 0;
            const text = isByAll
              ? await byAll.get(String(name), {
                  version: String(await read(() => world.time)),
                  load: () => read(() => loaded(world.text(name), String(world.time))),
                })
              : await byRow.get(String(name), {
                  version: (cached) => (asked++, read(() => world.versionOf(cached))),
                  load: () => read(() => loaded(world.text(name), world.rowVersion(name))),
                });
            expect(world.hadSince(name, since, text)).toBe(true);
            expect(asked).toBeLessThan(2);
            expect(memory.taken).toBeLessThanOrEqual(most);
          };
          const asking: Promise<void>[] = [];
          const all = async (): Promise<void> => {
            for (const step of steps) {
              await scheduler.schedule(Promise.resolve());
              const [what, of, ...more] = step.split(' ');
              if (what === 'ask') asking.push(ask(Number(of), more.length > 0));
              else if (what === 'row') world.write(Number(of));
              else world.exchange();
            }
            await Promise.all(asking);
          };
          await scheduler.waitFor(all());
        },
      ),
      { numRuns: 300 },
    );
  });
});
