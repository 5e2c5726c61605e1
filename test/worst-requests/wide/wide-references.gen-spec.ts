import type { RestClient } from '../../support/rest-client';
import type { WorstRequest } from '../measure/request';
import { MOST_HOLD_MS } from '../measure/hold-limit';
import { WatchedApi } from '../measure/watched-api';
import { logCost } from '../cost-log';
import { judge } from '../verdict';
import { everyone, inParts, numbered } from './wide-world';

jest.setTimeout(600_000);

/**
 * Six of the largest pages there are, while they are made and sent: each is 16 MiB as rows, as text and as bytes, and what was made of it is
 * collected when the engine finds time for it.
 */
const MOST_GROWTH_OF_SIX_MB = 600;
/** The whole size has as many references as an entity may; the size of CI has what an answer is made of in several reads. */
const IS_WHOLE = process.env['SUITE_SIZE'] === 'full';
const ENTITIES = IS_WHOLE ? 35 : 18;
const REFERENCES = IS_WHOLE ? 2_000 : 1_000;
/** With it the charts of all dashboards are more than a page may hold. */
const LONG = 'a name of some length '.repeat(IS_WHOLE ? 10 : 40);
/** Terms with many: less than a page may hold. */
const TERMS = IS_WHOLE ? 10 : 4;
const RELATED = IS_WHOLE ? 2_000 : 1_000;
/** All owned by one user, of whom an answer shows 10,000. */
const WORDS = IS_WHOLE ? 10_100 : 5_100;
/** Names of as many digits stand in their order. */
const FIRST = 10_000;
const MOST_RELATED = IS_WHOLE ? 10_000 : 3_000;

describe('entities with thousands of references', () => {
  let api: WatchedApi;
  beforeAll(async () => {
    api = await WatchedApi.start();
    await makeDashboards(api.admin);
    await makeTerms(api.admin);
  });
  afterAll(() => api.stop());

  const pages = [
    ['dashboards?fields=charts&limit=200'],
    ['dashboards?fields=charts&limit=20'],
    ['dashboards?fields=*&limit=200'],
    ['dashboards?fields=charts&limit=1000'],
    ['glossaryTerms?fields=relatedTerms&limit=200'],
    ['glossaryTerms/name/words.widest?fields=relatedTerms'],
    ['glossaryTerms/name/words.widest?fields=*'],
    ['glossaries/name/words/export'],
    ['users/name/collector?fields=owns'],
  ] as const;

  const read = (path: string, headers = {}): WorstRequest => ({ method: 'GET', path: `/api/v1/${path}`, headers });

  it.each(pages)('%s', async (path) => {
    const { fault } = (await judge(api, { operation: 'wide references', shape: path }, () => read(path)))!;
    expect(fault).toBeUndefined();
  });

  it.each(pages)('%s as the OpenMetadata API shows it', async (path) => {
    const asked = read(path, { 'x-compatibility': 'openmetadata' });
    const { fault } = (await judge(api, { operation: 'wide references', shape: `${path} compatible` }, () => asked))!;
    expect(fault).toBeUndefined();
  });

  it.each(pages)('six times at once: %s', async (path) => {
    const ask = () => fetch(`${api.service.baseUrl}/api/v1/${path}`, everyone(api.admin)).then((r) => r.text());
    const { cost } = await api.duringCalm(MOST_HOLD_MS, () => Promise.all(numbered(6, ask)));
    logCost('wide references', `six: ${path}`, { ...cost, status: '', tookMs: 0 });
    expect(cost.holdMs).toBeLessThan(MOST_HOLD_MS);
    expect(cost.growthMb).toBeLessThan(MOST_GROWTH_OF_SIX_MB);
  });

  const anyOf = (words: readonly string[]): string =>
    `search/query?size=10&q=${encodeURIComponent(words.join(' OR '))}`;

  it.each([
    ['30 words with typos', anyOf(numbered(30, (at) => `word${FIRST + at}~2`))],
    ['8 words with typos', anyOf(numbered(8, (at) => `word${FIRST + at}~2`))],
    ['typos in a field of values', anyOf(numbered(30, (at) => `name.keyword:word${FIRST + at}~2`))],
    ['30 wildcards', anyOf(numbered(30, (at) => `*${FIRST / 100 + at}*`))],
    ['30 regular expressions', anyOf(numbered(30, (at) => `/word.*${at}./`))],
    ['ranges', anyOf(['name:[a TO x]', 'description:[a TO x]', 'name.keyword:[a TO x]'])],
    ['negations', anyOf(['NOT name:a', 'NOT name:word*', 'NOT owners.name:collector'])],
  ])('six searches at once for %s', async (words, path) => {
    const ask = () => fetch(`${api.service.baseUrl}/api/v1/${path}`, everyone(api.admin)).then((r) => r.text());
    const { cost } = await api.duringCalm(MOST_HOLD_MS, () => Promise.all(numbered(6, ask)));
    logCost('wide references', `six searches: ${words}`, { ...cost, status: '', tookMs: 0 });
    expect(cost.holdMs).toBeLessThan(MOST_HOLD_MS);
    expect(cost.growthMb).toBeLessThan(MOST_GROWTH_OF_SIX_MB);
  });

  it('what is stored with the other end is shown up to 10,000, the first by name, also where some of it is hidden', async () => {
    const rule = {
      name: 'r',
      effect: 'deny',
      operations: ['ViewAll'],
      resources: ['dashboard'],
      condition: 'noOwner()',
    };
    await api.admin.must('POST', '/policies', { name: 'unowned', rules: [rule] });
    await api.admin.must('POST', '/roles', { name: 'unowned', policies: ['unowned', 'DataConsumerPolicy'] });
    const reader = await api.service.client('reader', 'unowned');
    const path = '/users/name/collector?fields=owns';
    const shown = Math.min(WORDS, 10_000);
    const { cost } = await api.duringCalm(MOST_HOLD_MS, async () => {
      for (const { owns } of await Promise.all(numbered(6, () => reader.must<{ owns: Named[] }>('GET', path))))
        expect([owns.length, owns[0]?.name, owns.at(-1)?.name]).toEqual([
          shown,
          `word${FIRST}`,
          `word${FIRST + shown - 1}`,
        ]);
    });
    logCost('wide references', 'six: owns, hidden from', { ...cost, status: '', tookMs: 0 });
    expect(cost.holdMs).toBeLessThan(MOST_HOLD_MS);
  });

  it('a page goes on where the last one ended early, in both directions', async () => {
    const names = numbered(ENTITIES, (at) => `wide${at}`).sort();
    const forward = await walk('after', '');
    expect([forward.names, forward.pages > 1]).toEqual([names, true]);
    const back = await walk('before', forward.back);
    expect(back.names).toEqual(names.slice(0, back.names.length));
    expect(back.pages).toBe(forward.pages - 1);
  });

  /** All pages in one direction; each dashboard has all its charts. */
  async function walk(direction: 'after' | 'before', cursor: string): Promise<Walked> {
    const pages: string[][] = [];
    let back = '';
    for (let at = cursor; at !== '' || !pages.length;) {
      const place = at && `&${direction}=${encodeURIComponent(at)}`;
      const { body } = await api.admin.get<DashboardPage>(`/dashboards?fields=charts&limit=200${place}`);
      for (const { charts } of body.data) expect(charts).toHaveLength(REFERENCES);
      pages.push(body.data.map(({ name }) => name));
      back = body.paging.before ?? '';
      at = body.paging[direction] ?? '';
    }
    const inOrder = direction === 'after' ? pages : pages.toReversed();
    return { names: inOrder.flat(), pages: pages.length, back };
  }
});

interface Named {
  readonly name: string;
}

interface Walked {
  readonly names: readonly string[];
  readonly pages: number;
  /** The cursor to what is before the last page. */
  readonly back: string;
}

interface DashboardPage {
  readonly data: readonly { readonly name: string; readonly charts: readonly object[] }[];
  readonly paging: { readonly after?: string; readonly before?: string };
}

async function makeDashboards(admin: RestClient): Promise<void> {
  await admin.must('POST', '/services/dashboardServices', { name: 'bi', serviceType: 'Superset' });
  const charts = numbered(REFERENCES, (at) => ({ name: `chart${at}`, service: 'bi', displayName: LONG }));
  await inParts(admin, '/charts/bulk', charts, 1_000);
  const shown = charts.map(({ name }) => `bi.${name}`);
  await inParts(
    admin,
    '/dashboards/bulk',
    numbered(ENTITIES, (at) => ({ name: `wide${at}`, service: 'bi', charts: shown })),
    20,
  );
}

async function makeTerms(admin: RestClient): Promise<void> {
  await admin.must('POST', '/glossaries', { name: 'words', description: 'Words' });
  const term = (name: string, relatedTerms: readonly string[] = []) => ({
    name,
    glossary: 'words',
    description: 'A word',
    relatedTerms,
  });
  const { id } = await admin.must<{ id: string }>('POST', '/users', { name: 'collector', email: 'c@example.com' });
  const owners = [{ id, type: 'user' }];
  const others = numbered(WORDS, (at) => ({ ...term(`word${FIRST + at}`), owners }));
  await inParts(admin, '/glossaryTerms/bulk', others, 1_000);
  const related = others.slice(0, MOST_RELATED).map(({ name }) => `words.${name}`);
  await inParts(
    admin,
    '/glossaryTerms/bulk',
    numbered(TERMS, (at) => term(`a${at}`, related.slice(0, RELATED))),
    20,
  );
  await inParts(admin, '/glossaryTerms/bulk', [term('widest', related)], 1);
}
