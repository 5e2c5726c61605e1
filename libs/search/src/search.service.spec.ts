import { badRequest } from '@app/common';
import type { MadeAnswer, SearchEngine } from './backend/search-backend';
import type { SearchQuestion } from './input/question/search-question';
import type { BoundQuery } from './query/bound-query';
import type { SearchAnswer, SearchRequest } from './query/search-request';
import { SearchService } from './search.service';

const ALL: BoundQuery = { kind: 'all', boost: 1 };
const NOTHING: SearchAnswer = {
  hits: [],
  maxScore: null,
  aggregations: {},
  endsEarly: false,
  timedOut: false,
  total: { value: 0, relation: 'eq' },
};

/** Finds nothing, and optionally refuses queries with patterns. */
class EmptyEngine implements SearchEngine {
  asked = 0;

  constructor(private readonly refusesPatterns = false) {}

  search({ query }: SearchRequest): Promise<SearchAnswer> {
    this.asked += 1;
    const isRefused = this.refusesPatterns && JSON.stringify(query).includes('"pattern"');
    return isRefused ? Promise.reject(badRequest('too many words')) : Promise.resolve(NOTHING);
  }
}

const question = (q: string): SearchQuestion => ({
  ...{ q, types: ['table'], deleted: false, from: 0, size: 10, sortOrder: 'desc' },
  ...{ totals: true, source: true, includeAggregations: false },
});

describe('plain words that find nothing', () => {
  it('are answered where what they are rewritten to is longer than a query may be', async () => {
    const q = `${'x'.repeat(250)} `.repeat(33).slice(0, 8_191).trimEnd().padEnd(8_192, 'y');
    const engine = new EmptyEngine();
    await expect(new SearchService(engine).search(question(q), ALL)).resolves.toMatchObject({ answer: NOTHING });
    expect(engine.asked).toBe(1);
  });

  it('are answered where an engine refuses what they are rewritten to', async () => {
    const engine = new EmptyEngine(true);
    const result = await new SearchService(engine).search(question('custo'), ALL);
    expect(result).not.toHaveProperty('rewrittenQuery');
    expect(engine.asked).toBe(4);
  });
});

describe('a text to complete', () => {
  it('is refused where it is too long, and no engine is asked', async () => {
    const engine = new EmptyEngine();
    const asked = new SearchService(engine).complete(question(''), 'a'.repeat(8_193), ALL);
    await expect(asked).rejects.toMatchObject({ code: 'BAD_REQUEST', details: [{ field: 'q' }] });
    expect(engine.asked).toBe(0);
  });
});

describe('a text that is made by searches', () => {
  /** By its key. */
  const cached = new Map<string, string>();
  const cache = {
    async answer<Value>(key: string, make: () => Promise<MadeAnswer<Value>>): Promise<Value> {
      const { value, isCacheable } = await make();
      if (isCacheable) cached.set(key, String(value));
      return value;
    },
  };
  const never = (): Promise<SearchAnswer> => Promise.reject(new Error('asked of the engine that caches'));
  const judge = (): Promise<[]> => Promise.resolve([]);

  /** The text that finds something, with an engine that gives such answers one after the other. */
  async function textOf(q: string, ...answers: SearchAnswer[]): Promise<string> {
    const engine: SearchEngine = { search: () => Promise.resolve(answers.shift() ?? NOTHING) };
    const service = new SearchService({ search: never, cache: { ...cache, engine } });
    return service.textOf('key', judge, async (searches, judged) => {
      const { answer } = await searches.search(question(q), ALL, judged);
      return `${answer.total?.value} hïts`;
    });
  }

  beforeEach(() => cached.clear());

  it('is cached, and made without caching the searches', async () => {
    await expect(textOf('custo')).resolves.toBe('0 hïts');
    expect([...cached]).toEqual([['key', '0 hïts']]);
  });

  it.each<[string, string, ...SearchAnswer[]]>([
    ['a search ran out of time', 'custo', { ...NOTHING, timedOut: true }],
    ['a search for a rewritten text did', 'custo', NOTHING, { ...NOTHING, timedOut: true }],
    ['a field was judged', 'colour:red'],
  ])('is not cached where %s', async (_what, q, ...answers) => {
    await expect(textOf(q, ...answers)).resolves.toBe('0 hïts');
    expect([...cached]).toEqual([]);
  });

  it('is made each time where an engine caches nothing', async () => {
    const engine = new EmptyEngine();
    const service = new SearchService(engine);
    const make = async (searches: SearchService): Promise<string> =>
      JSON.stringify((await searches.search(question('*'), ALL)).answer.hits);
    for (let n = 0; n < 3; n++) await expect(service.textOf('key', judge, make)).resolves.toBe('[]');
    expect(engine.asked).toBe(3);
  });

  it('is tried once more without the end of a long last word where no name completes it', async () => {
    const engine = new EmptyEngine();
    await new SearchService(engine).complete(question(''), 'readmit', ALL);
    expect(engine.asked).toBe(2);
    await new SearchService(engine).complete(question(''), 'readm', ALL);
    expect(engine.asked).toBe(3);
  });

  it('completes to nothing where an engine refuses the second try', async () => {
    const engine = new EmptyEngine(true);
    const answers = [NOTHING];
    const once: SearchEngine = {
      search: (request) => {
        const answer = answers.pop();
        return answer ? Promise.resolve(answer) : engine.search(request);
      },
    };
    const { answer } = await new SearchService(once).complete(question(''), 'readmit', ALL);
    expect([answer.hits, engine.asked]).toEqual([[], 1]);
  });
});
