import { CacheMemory } from '@app/common';
import type { AskVersion } from '@app/database';
import type { MadeAnswer } from '../backend/search-backend';
import type { SearchAnswer, SearchRequest } from '../query/search-request';
import { CachingEngine } from './caching-engine';

const ALL = { kind: 'all', boost: 1 } as const;
const REQUEST: SearchRequest = {
  ...{ query: ALL, filter: [], permission: ALL, from: 0, size: 10, sort: [], totals: true, aggregations: {} },
  source: true,
};

function answerOf(name: string): SearchAnswer {
  const hits = [{ id: name, entityType: 'table', score: 1, sort: [] }];
  return { hits, maxScore: 1, aggregations: {}, endsEarly: false, timedOut: false };
}

/** An index whose version and answers a test decides. */
class Index {
  version: string | undefined = 'first';
  answer = answerOf('first');
  searches = 0;
  looks = 0;
  readonly engine: CachingEngine;

  constructor(most = 100_000) {
    const now = (): Promise<string | undefined> => {
      this.looks += 1;
      return Promise.resolve(this.version);
    };
    const search = (): Promise<SearchAnswer> => {
      this.searches += 1;
      return Promise.resolve(this.answer);
    };
    this.engine = new CachingEngine({ search }, { now }, new CacheMemory(most));
  }

  change(to: string): void {
    this.version = to;
    this.answer = answerOf(to);
  }

  /** The first hit of each of so many searches. */
  async ask(times: number, request: Partial<SearchRequest> = {}): Promise<(string | undefined)[]> {
    const found: (string | undefined)[] = [];
    for (let n = 0; n < times; n++) found.push((await this.engine.search({ ...REQUEST, ...request })).hits[0]?.id);
    return found;
  }
}

describe('CachingEngine', () => {
  let index: Index;

  beforeEach(() => {
    index = new Index();
  });

  it('searches twice, and then only asks whether that still holds', async () => {
    expect(await index.ask(5)).toEqual(Array(5).fill('first'));
    expect([index.searches, index.looks]).toEqual([2, 4]);
  });

  it('asks nothing of an index for what was not asked for before', async () => {
    for (const from of [0, 10, 20]) await index.ask(1, { from });
    expect([index.searches, index.looks]).toEqual([3, 0]);
  });

  it('searches anew behind a change, and caches that at once', async () => {
    await index.ask(3);
    index.change('second');
    expect(await index.ask(3)).toEqual(Array(3).fill('second'));
    expect([index.searches, index.looks]).toEqual([3, 5]);
  });

  it('looks up one search whatever another one found', async () => {
    for (const from of [0, 10]) await index.ask(3, { from });
    index.change('second');
    await index.ask(1);
    await index.ask(1, { from: 10 });
    const [searches, looks] = [index.searches, index.looks];
    expect(await index.ask(1, { from: 10 })).toEqual(['second']);
    expect([index.searches - searches, index.looks - looks]).toEqual([0, 1]);
  });

  it('asks for the version beside another question where that is possible', async () => {
    const asked: string[] = [];
    const beside: AskVersion = ({ key }) => {
      asked.push(key);
      return Promise.resolve('first');
    };
    const engine = new CachingEngine(
      { search: () => Promise.resolve(index.answer) },
      { now: (ask) => ask!({ sql: { name: 'v', one: String, many: String }, key: 'index' }) as Promise<string> },
      new CacheMemory(100_000),
    );
    const made = (): Promise<MadeAnswer<string>> => Promise.resolve({ value: 'text', isCacheable: true });
    for (let n = 0; n < 4; n++) await engine.cache.answer('key', made, beside);
    expect(asked).toEqual(['index', 'index', 'index']);
  });

  it('searches each anew that was kept before a change', async () => {
    for (const from of [0, 10]) await index.ask(3, { from });
    index.change('second');
    await index.ask(1);
    expect(await index.ask(1, { from: 10 })).toEqual(['second']);
  });

  it('searches while documents are still to be written', async () => {
    await index.ask(3);
    index.answer = answerOf('waited for');
    index.version = undefined;
    expect(await index.ask(1)).toEqual(['waited for']);
    index.change('written');
    expect(await index.ask(1)).toEqual(['written']);
  });

  it('searches where the version cannot be read', async () => {
    await index.ask(3);
    Object.defineProperty(index, 'version', { get: () => Promise.reject(new Error('away')) });
    expect(await index.ask(2)).toEqual(['first', 'first']);
    expect(index.searches).toBe(4);
  });

  it.each<[string, Partial<SearchRequest>]>([
    ['the query', { query: { kind: 'ids', values: ['a'], boost: 1 } }],
    ['a filter', { filter: [{ kind: 'none' }] }],
    ['the sort', { sort: [{ by: 'id', direction: 'asc' }] }],
    ['the size', { size: 11 }],
    ['the place', { searchAfter: ['a'] }],
    ['the members', { members: ['name'] }],
  ])('tells searches apart by %s', async (_what, other) => {
    await index.ask(3);
    await index.ask(1, other);
    expect(index.searches).toBe(3);
  });

  it('caches nothing for a caller from whom something is hidden', async () => {
    const restricted = { permission: { kind: 'none' } } as const;
    await index.ask(4, restricted);
    await index.ask(3);
    await index.ask(1, restricted);
    expect([index.searches, index.looks]).toEqual([7, 2]);
  });

  it('gives one user what it found for another who may see the same', async () => {
    await index.ask(3, { askedBy: 'one' });
    await index.ask(1, { askedBy: 'another' });
    expect(index.searches).toBe(2);
  });

  it('keeps no part of an answer whose time ran out', async () => {
    index.answer = { ...index.answer, timedOut: true };
    await index.ask(4);
    expect(index.searches).toBe(4);
  });

  it('keeps no answer that would take more than a sixteenth of the memory', async () => {
    index = new Index(16 * 200);
    await index.ask(3);
    expect(index.searches).toBe(2);
    index.answer = answerOf('x'.repeat(200));
    await index.ask(3, { from: 10 });
    expect(index.searches).toBe(5);
  });

  it('passes failures on', async () => {
    const failing = new CachingEngine(
      { search: () => Promise.reject(new Error('no search')) },
      { now: () => Promise.resolve('first') },
      new CacheMemory(100_000),
    );
    for (let n = 0; n < 3; n++) await expect(failing.search(REQUEST)).rejects.toThrow('no search');
  });
});
