import { PostgresSearchEngine, type BoundQuery, type IndexedDocument, type SearchRequest } from '@app/search';
import { ALL, bool, made, request, SearchFixture, word } from './postgres.fixture';

const BY_NAME: SearchRequest['sort'] = [
  { by: 'name.keyword', direction: 'asc' },
  { by: 'id', direction: 'asc' },
];

describe('the engine', () => {
  let search: SearchFixture;
  let documents: IndexedDocument[];

  beforeAll(async () => {
    search = await SearchFixture.open();
    documents = Array.from({ length: 60 }, (_, at) =>
      made(`thing_${String(at % 20).padStart(2, '0')}`, {
        description: at % 3 ? 'plain' : 'plain plain fancy',
        updatedAt: at % 7,
        totalVotes: at % 2 ? at : undefined,
      }),
    );
    await search.write(...documents);
  });

  afterAll(() => search.close());

  it.each<[string, SearchRequest['sort']]>([
    ['relevance', request(ALL).sort],
    ['time', [{ by: 'updatedAt', direction: 'desc' }, ...BY_NAME]],
    ['votes, which some lack', [{ by: 'totalVotes', direction: 'asc' }, ...BY_NAME]],
    ['a list of keywords', [{ by: 'owners.name', direction: 'desc' }, ...BY_NAME]],
  ])('goes through all hits once, page by page, by %s', async (_, sort) => {
    const query = bool({ must: [word('description', 'plain')], should: [word('description', 'fanci')] });
    const whole = await search.engine.search(request(query, { sort }));
    const seen: string[] = [];
    let after: SearchRequest['searchAfter'];
    for (let page = 0; page < 20; page++) {
      const { hits, total } = await search.engine.search(
        request(query, { sort, size: 7, ...(after && { searchAfter: after }) }),
      );
      expect(total).toEqual({ value: 60, relation: 'eq' });
      if (hits.length === 0) break;
      seen.push(...hits.map(({ id }) => id));
      after = hits.at(-1)?.sort;
    }
    expect(seen).toEqual(whole.hits.map(({ id }) => id));
    expect(new Set(seen).size).toBe(60);
    const third = await search.engine.search(request(query, { sort, from: 14, size: 7 }));
    expect(third.hits.map(({ id }) => id)).toEqual(seen.slice(14, 21));
  });

  it('puts missing values last, both ways, and gives no score where it does not order by one', async () => {
    for (const direction of ['asc', 'desc'] as const) {
      const { hits, maxScore } = await search.engine.search(
        request(ALL, { sort: [{ by: 'totalVotes', direction }, ...BY_NAME] }),
      );
      expect(hits.slice(-30).every(({ sort }) => sort[0] === null)).toBe(true);
      expect([maxScore, ...hits.map(({ score }) => score)].every((score) => score === null)).toBe(true);
    }
  });

  it('reads no more of documents than the members that are looked at', async () => {
    const { hits } = await search.engine.search(request(ALL, { size: 1, members: ['name', 'description', 'absent'] }));
    const [{ source } = { source: undefined }] = hits;
    expect(Object.keys(source ?? {}).sort()).toEqual(['description', 'entityType', 'id', 'name']);
  });

  it('scores a beginning of a whole value as the expression of it finds it', async () => {
    const beginning = (text: string): BoundQuery => ({
      ...{ kind: 'pattern', field: 'name.keyword', boost: 4 },
      pattern: { type: 'prefix', text },
    });
    const query = bool({ must: [word('name', 'thing')], should: [beginning('thing_0'), beginning('thing.')] });
    const { hits } = await search.engine.search(request(query));
    const scores = hits.map(({ source, score }) => [source?.name?.startsWith('thing_0'), (score ?? 0) >= 4]);
    expect(scores.every(([begins, isScored]) => begins === isScored)).toBe(true);
    expect(scores.filter(([begins]) => begins)).toHaveLength(30);
  });

  it('counts as exactly as it is asked to', async () => {
    const totals = async (wanted: boolean | number) =>
      (await search.engine.search(request(ALL, { totals: wanted, size: 1 }))).total;
    expect(await totals(true)).toEqual({ value: 60, relation: 'eq' });
    expect(await totals(60)).toEqual({ value: 60, relation: 'eq' });
    expect(await totals(59)).toEqual({ value: 59, relation: 'gte' });
    expect(await totals(false)).toBeUndefined();
  });

  it('answers with what a caller may see, and with nothing beyond it', async () => {
    const permission: BoundQuery = { kind: 'ids', values: [documents[4]?.document.id ?? ''], boost: 1 };
    const { hits, total } = await search.engine.search(request(ALL, { permission }));
    expect([hits.length, total?.value]).toEqual([1, 1]);
    const nobody = await search.engine.search(
      request(bool({ should: [ALL, word('name', 'thing')] }), { permission: { kind: 'none' } }),
    );
    expect([nobody.hits, nobody.total?.value, nobody.maxScore]).toEqual([[], 0, null]);
  });

  it('shows documents where they are asked for', async () => {
    const all = await search.engine.search(request(ALL, { size: 1 }));
    expect(all.hits[0]?.source).toMatchObject({ entityType: 'table' });
    const none = await search.engine.search(request(ALL, { size: 1, source: false }));
    expect(none.hits[0]).toMatchObject({ entityType: 'table' });
    expect(none.hits[0]).not.toHaveProperty('source');
  });

  it.each<[string, BoundQuery]>([
    ['quotes', word('name', "' | 'n:thing' | '")],
    ['a backslash', word('name', '\\')],
    ['U+0000', word('name', 'thing\0')],
    ['U+0000 in a keyword', { kind: 'keyword', field: 'entityType', values: ['table\0'], boost: 1 }],
    ['SQL', { kind: 'keyword', field: 'name.keyword', values: ["thing_01'); drop table search_row; --"], boost: 1 }],
    ['a field of SQL', word("name' or true --", 'thing')],
    ['a keyword field of SQL', { kind: 'keyword', field: "x'=x", values: ['thing_01'], boost: 1 }],
    ['a text for a number', { kind: 'range', field: 'totalVotes', from: { value: 'x', inclusive: true }, boost: 1 }],
    ['__proto__', word('__proto__', 'thing')],
  ])('finds nothing by %s, and fails at nothing', async (_, query) => {
    expect(await search.names(query)).toEqual([]);
  });

  it('keeps boosts and functions beyond all bounds from being an error of its own', async () => {
    const huge = [1e6, 1e6, 1e6, 1e6, 1e6, 1e6, 1e6, 1e6].reduce<BoundQuery>(
      (query, boost) => bool({ must: [query], boost }),
      word('name', 'thing', 1e6),
    );
    expect(await search.names(huge)).toHaveLength(60);
    const square: BoundQuery = {
      ...{ kind: 'functionScore', query: ALL, scoreMode: 'multiply', boostMode: 'multiply', boost: 1 },
      functions: [
        { fieldValueFactor: { field: 'updatedAt', factor: 1e30, modifier: 'square', missing: 1 } },
        { fieldValueFactor: { field: 'totalVotes', factor: -1, modifier: 'ln1p', missing: 0 } },
      ],
    };
    expect(await search.names(square)).toHaveLength(60);
  });

  it('changes scores by functions of the document', async () => {
    const scored = async (more: object): Promise<(number | null)[]> => {
      const query = {
        kind: 'functionScore',
        query: { kind: 'ids', values: documents.slice(0, 4).map(({ document }) => document.id), boost: 2 },
        functions: [],
        scoreMode: 'sum',
        boostMode: 'multiply',
        boost: 1,
        ...more,
      } as BoundQuery;
      const { hits } = await search.engine.search(
        request(query, {
          sort: [
            { by: 'name.keyword', direction: 'asc' },
            { by: '_score', direction: 'desc' },
            { by: 'id', direction: 'asc' },
          ],
        }),
      );
      return hits.map(({ score }) => score);
    };
    const votes = { fieldValueFactor: { field: 'totalVotes', factor: 2, modifier: 'none', missing: 10 } };
    const odd = { weight: 3, filter: { kind: 'exists', fields: ['totalVotes'], boost: 1 } };
    expect(await scored({ functions: [votes] })).toEqual([40, 4, 40, 12]);
    expect(await scored({ functions: [odd] })).toEqual([2, 6, 2, 6]);
    expect(await scored({ functions: [votes, odd], boostMode: 'replace' })).toEqual([20, 5, 20, 9]);
    expect(await scored({ functions: [votes, odd], scoreMode: 'max', boostMode: 'sum' })).toEqual([22, 5, 22, 8]);
    expect(await scored({ functions: [votes], maxBoost: 5 })).toEqual([10, 4, 10, 10]);
    expect(await scored({ functions: [votes], minScore: 12 })).toEqual([40, 40, 12]);
  });

  it('refuses a pattern that matches too many words, and a malformed one', async () => {
    const many = Array.from(
      { length: 1_030 },
      (_, at) =>
        `common${'abcdefghij'[at % 10]}${'abcdefghij'[Math.floor(at / 10) % 10]}${'abcdefghijk'[Math.floor(at / 100)]}x`,
    );
    const document = made('many_words', { description: many.join(' ') });
    await search.write(document);
    const pattern = (expression: string): BoundQuery => ({
      kind: 'pattern',
      field: 'description',
      pattern: { type: 'regexp', expression },
      boost: 1,
    });
    await expect(search.names(pattern('common.*'))).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('1024') as string,
    });
    expect(await search.names(pattern('commona.*'))).toEqual(['many_words']);
    await expect(search.names(pattern('a{2,1000}'))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(search.names(pattern('((((a{200}){200}){200}){200})'))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await search.remove(document);
  });

  it('takes a phrase of thousands of words and a query of a thousand', async () => {
    const tokens = Array.from({ length: 3_000 }, () => 'plain');
    expect(
      await search.names({ kind: 'phrase', field: 'description', tokens, slop: 0, prefix: false, boost: 1 }),
    ).toEqual([]);
    const should = Array.from({ length: 1_000 }, (_, at) => word('name', `thing${at}`));
    expect(await search.names(bool({ should: [...should, word('name', '07')], minimumShouldMatch: 1 }))).toHaveLength(
      3,
    );
  });

  it('gives up what takes too long, and says so rather than that the search is away', async () => {
    const { url } = search;
    const hasty = new PostgresSearchEngine({ url, size: 1, timeoutMs: 1 });
    const slow = bool({
      should: Array.from(
        { length: 300 },
        (_, at) =>
          ({ kind: 'range', field: 'description', from: { value: `p${at}`, inclusive: true }, boost: 1 }) as const,
      ),
    });
    await expect(hasty.search(request(slow))).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: 'The query takes too long; make it smaller: fewer values, narrower filters',
    });
    await hasty.close();
    const away = new PostgresSearchEngine({ url: 'postgres://nobody@127.0.0.1:1/none', size: 1, timeoutMs: 100 });
    await expect(away.search(request(ALL))).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: 'The search does not answer',
    });
    await away.close();
  });
});
