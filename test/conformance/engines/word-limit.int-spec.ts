import type { BoundQuery } from '@app/search';
import { bool, made, request } from '../../integration/search/postgres.fixture';
import { describeElastic } from '../../integration/search-elastic/support/elastic-world';
import { BothEngines } from './engines.fixture';

const LETTERS = Array.from('bcdefghijklmnopqrstuvwxyz');
/** 1,875 words that two letters make differ from `zqaaaa`; 1,250 of them begin with `zqa`. */
const NEAR = [0, 1, 2].flatMap((gap) =>
  LETTERS.flatMap((one) => LETTERS.map((other) => `zq${'a'.repeat(2 - gap)}${one}${'a'.repeat(gap)}${other}`)),
);

type Pattern = Extract<BoundQuery, { kind: 'pattern' }>['pattern'];

const pattern = (of: Pattern): BoundQuery => ({ kind: 'pattern', field: 'columns.name', pattern: of, boost: 1 });
const MANY = { any: 'many' } as const;
const begun = (text: string): BoundQuery => ({
  ...{ kind: 'phrase', field: 'columns.name', slop: 0, prefix: true, boost: 1 },
  tokens: ['first', text],
});

describeElastic('what stands for more than 1,024 words', () => {
  let engines: BothEngines;

  beforeAll(async () => {
    const columns = (names: string[]) => ({ columns: names.map((name) => ({ name, dataType: 'INT' })) });
    engines = await BothEngines.open([
      made('near', columns([...NEAR, 'first zqaabb'])),
      made('wholes', columns(NEAR.map((word) => `ow_${word}`))),
    ]);
  });
  afterAll(() => engines.close());

  const answers = (query: BoundQuery) =>
    [engines.postgres.engine, engines.elastic.engine].map((engine) => engine.search(request(query)));

  it.each<[string, BoundQuery]>([
    ['a word with typos', pattern({ type: 'fuzzy', text: 'zqaaaa', edits: 2, prefixLength: 0 })],
    ['a wildcard', pattern({ type: 'wildcard', parts: [MANY, 'qa', MANY] })],
    ['a regular expression', pattern({ type: 'regexp', expression: 'zqa.*' })],
    ['the last word of a phrase', begun('zqa')],
    [
      'one of them in a filter',
      { kind: 'constant', boost: 1, query: pattern({ type: 'regexp', expression: '.*qa.*' }) },
    ],
  ])('%s is refused by both engines, in the same words', async (_, query) => {
    const [postgres, elastic] = await Promise.all(
      answers(query).map((answer) =>
        answer.catch((error: Error & { code: string }) => `${error.code} ${error.message}`),
      ),
    );
    expect(postgres).toMatch(/^BAD_REQUEST .* stands for more than 1024 words of columns\.name/);
    expect(elastic).toBe(postgres);
  });

  it('all patterns of a search stand for 16,384 words together', async () => {
    // Each is 625 words.
    const of = (count: number): BoundQuery => {
      const expressions = Array.from({ length: count }, (_, at) => `zqaa[b-z].{0,${at + 1}}`);
      const should = expressions.map((expression) => pattern({ type: 'regexp', expression }));
      return bool({ should, minimumShouldMatch: 1 });
    };
    for (const answer of answers(of(26))) expect((await answer).hits).toHaveLength(2);
    for (const answer of answers(of(27)))
      await expect(answer).rejects.toThrow('stand for more than 16384 words of all fields together');
  });

  it.each<[string, BoundQuery, string[]]>([
    ['a beginning', pattern({ type: 'prefix', text: 'zqa' }), ['near', 'wholes']],
    ['a word with a typo', pattern({ type: 'fuzzy', text: 'zqaabbb', edits: 1, prefixLength: 0 }), ['near', 'wholes']],
    [
      'a wildcard for whole chunks, which do not count',
      pattern({ type: 'wildcard', parts: [MANY, 'w_z', MANY] }),
      ['wholes'],
    ],
    ['a phrase with more letters', begun('zqaab'), ['near']],
  ])('%s is found by both', async (_, query, wanted) => {
    for (const answer of answers(query)) {
      const { hits } = await answer;
      expect(hits.map(({ source }) => source?.name).sort()).toEqual(wanted);
    }
  });
});
