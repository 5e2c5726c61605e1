import { textOf } from './ceilings';
import { sourceFiles } from './source-files';

/** The caches of data that stand, by the name in their metrics. One that goes is removed here; none is added. */
const CACHES = ['entities', 'neighbourhoods', 'places', 'rights', 'searches', 'snapshots', 'tokens'];

/** The names of the caches that a source makes, and what it makes that is a cache of its own. */
function cachesIn(text: string): { readonly named: readonly string[]; readonly foreign: readonly string[] } {
  const named = [...text.matchAll(/new RevalidatingCache(?:<.*>)?\([^{]*\{\s*name: '(\w+)'/g)].map(
    ([, name = '']) => name,
  );
  const made = text.match(/new RevalidatingCache\b/g)?.length ?? 0;
  const unnamed = Array.from({ length: made - named.length }, () => 'a RevalidatingCache without a name');
  const foreign = [...text.matchAll(/\bclass \w*Cache\b|from 'lru-cache'|\bnew LRUCache\b/g)].map(([found]) => found);
  return { named, foreign: [...unnamed, ...foreign] };
}

describe('caches', () => {
  const sources = sourceFiles().filter((file) => /^(libs|apps)\/(?!console).*(?<!spec)\.ts$/.test(file));
  const own = 'libs/common/src/cache/revalidating-cache.ts';

  it('are instances of the one class, and no more than there were', () => {
    const found = sources.filter((file) => file !== own).map((file) => cachesIn(textOf(file)));
    expect(found.flatMap(({ foreign }) => foreign)).toEqual([]);
    expect(found.flatMap(({ named }) => named).sort()).toEqual(CACHES);
  });

  it.each<[string, string, ReturnType<typeof cachesIn>]>([
    ['one', "new RevalidatingCache(memory, { name: 'a', sizeOf })", { named: ['a'], foreign: [] }],
    ['one of a type', "new RevalidatingCache<Map<A, B>>(memory, {\n  name: 'b',\n", { named: ['b'], foreign: [] }],
    [
      'one without a name',
      'new RevalidatingCache(memory, options)',
      { named: [], foreign: ['a RevalidatingCache without a name'] },
    ],
    ['another class', 'export class TokenCache {', { named: [], foreign: ['class TokenCache'] }],
    ['a package', "import { LRUCache } from 'lru-cache';", { named: [], foreign: ["from 'lru-cache'"] }],
  ])('are recognised: %s', (_what, text, expected) => {
    expect(cachesIn(text)).toEqual(expected);
  });
});
