import { makeDocuments, type CaseFile, type SearchCase } from './case-world';
import type { Found, SearchWorld } from '../../e2e/search/search-world';

/** All hits are read in pages of this many. */
const PAGE = 5;

/** A test for each text of each case. */
export function runCases(file: CaseFile, start: () => Promise<SearchWorld>): void {
  let world: SearchWorld;
  let made: Awaited<ReturnType<typeof makeDocuments>>;

  beforeAll(async () => {
    world = await start();
    made = await makeDocuments(world.client, file);
    await world.client.must('PATCH', `/glossaries/name/${file.glossaries[0]?.name}?refresh=wait_for`, [
      { op: 'add', path: '/displayName', value: 'Words' },
    ]);
  });
  afterAll(() => world?.stop());

  const filled = (text: string): string =>
    text.replaceAll(/\{\{updatedAt:([^}]+)\}\}/g, (_, name: string) => String(made.get(name)?.updatedAt));

  /** The request of a case, for the documents of the file alone. */
  function parametersOf({ params = {} }: SearchCase, q: string): Record<string, unknown> {
    const { queryFilter, query_filter: spelt, ...rest } = params;
    const own = (queryFilter ?? spelt) as { query?: object } | undefined;
    const ids = { ids: { values: [...made.values()].map(({ id }) => id) } };
    const filter = { bool: { filter: [ids, ...(own ? [own.query ?? own] : [])] } };
    return { q: filled(q), ...rest, query_filter: filter };
  }

  async function allNames(parameters: Record<string, unknown>): Promise<string[]> {
    const { from: _from, size: _size, ...rest } = parameters;
    const names: string[] = [];
    for (let after: unknown; ;) {
      const found = await world.find({ ...rest, size: PAGE, ...(after ? { search_after: after } : {}) });
      names.push(...found.hits.hits.map(({ _source }) => _source?.name ?? ''));
      after = found.hits.hits.at(-1)?.sort;
      if (found.hits.hits.length < PAGE) return names;
    }
  }

  const rows = file.cases.flatMap((one) => [one.q, ...(one.also ?? [])].map((q) => [one.id, q, one] as const));

  it.each(rows.filter(([, , { error }]) => error))('%s: %j is refused', async (_, q, one) => {
    const answer = await world.ask(parametersOf(one, q));
    const told = `${answer.body.message} ${JSON.stringify(answer.body.details ?? '')}`;
    expect([answer.status, told]).toEqual([one.error, expect.stringContaining(one.says ?? '')]);
    if (!one.at) return;
    const places = one.at.flatMap((at) => [at, at + 1]);
    expect(places.some((place) => new RegExp(`\\b${place}\\b`).test(told))).toBe(true);
  });

  it.each(rows.filter(([, , { error }]) => !error))('%s: %j finds what it must', async (_, q, one) => {
    const parameters = parametersOf(one, q);
    const found = await world.find(parameters);
    const names = await allNames(parameters);
    if (one.hits) expect([...names].sort()).toEqual([...one.hits].sort());
    if (one.hits && !one.totalAbsent) expect(found.hits.total).toEqual({ value: one.hits.length, relation: 'eq' });
    if (one.totalAbsent) expect(found.hits.total).toBeUndefined();
    if (one.order) expect(found.hits.hits.map(({ _source }) => _source?.name)).toEqual(one.order);
    if (one.first) expect(names[0]).toBe(one.first);
    if (one.last) expect(names.at(-1)).toBe(one.last);
    if (one.rewritten !== undefined) expect(found.rewrittenQuery !== undefined).toBe(one.rewritten);
    for (const [field, counts] of Object.entries(one.aggs ?? {})) expect(countsOf(found, field)).toEqual(counts);
  });
}

function countsOf({ aggregations }: Found, field: string): Record<string, number> {
  const buckets = aggregations?.[field]?.buckets ?? [];
  return Object.fromEntries(buckets.map(({ key, doc_count: count }) => [key.toLowerCase(), count]));
}
