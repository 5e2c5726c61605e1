import { atOnce } from '@app/common';
import { Logger } from '@nestjs/common';
import { register } from 'prom-client';
import type { SearchEngine } from '../../engine/search-backend';
import type { SearchAnswer, SearchRequest } from '../../query/search-request';
import type { IndexLoader, LoadedIndex } from './index-loader';
import { MemoryEngine } from './memory-engine';
import { MemoryIndexBuilder } from './memory-index-builder';

const ALL = { kind: 'all', boost: 1 } as const;
const REQUEST: SearchRequest = {
  ...{ query: ALL, filter: [], permission: ALL, from: 0, size: 10, sort: [{ by: 'id', direction: 'asc' }] },
  ...{ totals: true, aggregations: {}, source: true },
};
/** Of a kind that is left to PostgreSQL. */
const LEFT: SearchRequest = { ...REQUEST, query: { kind: 'nested', path: 'owners', query: ALL, boost: 1 } };

/** An index of one document. */
function indexOf(id: string): LoadedIndex['index'] {
  const builder = new MemoryIndexBuilder();
  builder.add({
    ...{ keys: [id, 'table', id, null, id], deleted: false, updatedAt: 0, totalVotes: null, names: '', texts: '' },
    ...{ keywords: [], facets: [], lengths: Array(8).fill(0) as number[], bytes: 10 },
    document: JSON.stringify({ id, entityType: 'table' }),
  });
  return atOnce(builder.build(new Map(), { documents: () => 1, average: () => 1 }));
}

function answerOf(id: string): SearchAnswer {
  const hits = [{ id, entityType: 'table', score: 1, sort: [] }];
  return { hits, maxScore: 1, aggregations: {}, endsEarly: false, timedOut: false };
}

/** A database whose index a test decides; what it finds itself is told from what was loaded of it. */
class Catalog {
  version: string | undefined = 'first';
  loads: Awaited<ReturnType<IndexLoader['load']>>[] = [];
  loadings = 0;
  looks = 0;
  failure: Error | undefined;
  isAway = false;
  readonly engine: MemoryEngine;

  constructor() {
    const now = (): Promise<string | undefined> => {
      this.looks += 1;
      return this.isAway ? Promise.reject(new Error('away')) : Promise.resolve(this.version);
    };
    const load: IndexLoader['load'] = () => {
      this.loadings += 1;
      if (this.failure) return Promise.reject(this.failure);
      const { version } = this;
      return Promise.resolve(
        this.loads.shift() ?? (version ? { index: indexOf(`loaded of ${version}`), version } : 'changed'),
      );
    };
    const search: SearchEngine['search'] = () => Promise.resolve(answerOf(`found in ${this.version}`));
    this.engine = new MemoryEngine({ search }, { now }, { load });
  }

  /** The hit of each of so many searches. */
  async ask(times: number, request = REQUEST): Promise<(string | undefined)[]> {
    const found: (string | undefined)[] = [];
    for (let n = 0; n < times; n++) {
      found.push((await this.engine.search(request)).hits[0]?.id);
      // What goes on in the background.
      await new Promise((wake) => setImmediate(wake));
    }
    return found;
  }
}

describe('MemoryEngine', () => {
  let catalog: Catalog;
  let now: number;

  beforeEach(() => {
    now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    catalog = new Catalog();
  });
  afterEach(() => jest.restoreAllMocks());

  it('has PostgreSQL search until the index is loaded, and asks it for the version from then on', async () => {
    expect(await catalog.ask(3)).toEqual(['found in first', 'loaded of first', 'loaded of first']);
    expect([catalog.loadings, catalog.looks]).toEqual([1, 2]);
  });

  it('gives nothing that the index no longer says, and loads it anew when it was left alone for a second', async () => {
    await catalog.ask(2);
    catalog.version = 'second';
    expect(await catalog.ask(2)).toEqual(['found in second', 'found in second']);
    expect([catalog.loadings, catalog.looks]).toEqual([1, 2]);
    now = 1_000;
    expect(await catalog.ask(2)).toEqual(['found in second', 'loaded of second']);
  });

  it('lets as much time pass before an index is loaded again as twenty times the loading took', async () => {
    const { engine } = catalog;
    const loader = (engine as unknown as { loader: Pick<IndexLoader, 'load'> }).loader;
    const load = loader.load.bind(loader);
    jest.spyOn(loader, 'load').mockImplementation(() => {
      now += 100;
      return load();
    });
    await catalog.ask(2);
    catalog.version = 'second';
    await catalog.ask(1);
    now += 1_999;
    expect(await catalog.ask(2)).toEqual(['found in second', 'found in second']);
    now += 1;
    expect(await catalog.ask(2)).toEqual(['found in second', 'loaded of second']);
  });

  it('has PostgreSQL search while documents are still to be written', async () => {
    await catalog.ask(2);
    catalog.version = undefined;
    expect(await catalog.ask(1)).toEqual(['found in undefined']);
  });

  it('has PostgreSQL search where it cannot be asked for the version', async () => {
    await catalog.ask(2);
    catalog.isAway = true;
    expect(await catalog.ask(1)).toEqual(['found in first']);
  });

  it('leaves what is not done in memory to PostgreSQL, and asks nothing before', async () => {
    await catalog.ask(1);
    expect(await catalog.ask(1, LEFT)).toEqual(['found in first']);
    expect(catalog.looks).toBe(0);
    expect(await catalog.ask(1)).toEqual(['loaded of first']);
  });

  it.each<['changed' | 'too large', number]>([
    ['changed', 1_000],
    ['too large', 60_000],
  ])('tries again where the index was %s, after %d ms', async (outcome, restMs) => {
    catalog.loads = [outcome];
    await catalog.ask(3);
    now = restMs - 1;
    expect(await catalog.ask(2)).toEqual(['found in first', 'found in first']);
    expect(catalog.loadings).toBe(1);
    now = restMs;
    expect(await catalog.ask(2)).toEqual(['found in first', 'loaded of first']);
  });

  it('says once why an index is not loaded, and searches on', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    catalog.failure = new Error('no memory');
    expect(await catalog.ask(3)).toEqual(Array(3).fill('found in first'));
    expect(warn.mock.calls).toEqual([[expect.stringContaining('no memory')]]);
  });

  it('loads an index once, whoever asks meanwhile', async () => {
    await Promise.all([catalog.engine.search(REQUEST), catalog.engine.search(REQUEST)]);
    expect(catalog.loadings).toBe(1);
  });

  it('tells the hits before it answers', async () => {
    await catalog.ask(1);
    const told: string[] = [];
    await catalog.engine.search(REQUEST, (hits) => {
      told.push(...hits.map(({ id }) => id));
      return Promise.resolve();
    });
    expect(told).toEqual(['loaded of first']);
  });

  it('counts what did the searches', async () => {
    register.resetMetrics();
    await catalog.ask(4);
    await catalog.ask(1, LEFT);
    const counted = await register.getSingleMetricAsString('searches_total');
    expect(counted).toContain('searches_total{by="postgresql"} 2');
    expect(counted).toContain('searches_total{by="memory"} 3');
  });

  it('loads nothing when it is closed', async () => {
    catalog.engine.close();
    expect(await catalog.ask(2)).toEqual(['found in first', 'found in first']);
    expect(catalog.loadings).toBe(0);
  });
});
