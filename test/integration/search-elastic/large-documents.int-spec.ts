import type { SearchAnswer, SearchRequest } from '@app/search';
import { describeElastic, ElasticWorld } from './support/elastic-world';
import { ask } from './support/few-documents';

const MIB = 1024 * 1024;

describeElastic('pages of large documents on Elasticsearch', () => {
  let world: ElasticWorld;
  beforeAll(async () => {
    world = await ElasticWorld.open();
    for (let at = 0; at < 40; at++) {
      const name = `large_${at}`;
      const base = { id: `00000000-0000-4000-8000-0000000000${10 + at}`, entityType: 'table', deleted: false };
      const document = { ...base, name, fullyQualifiedName: name, updatedAt: at, sql: 'x'.repeat(MIB) };
      await world.index.write([{ node: String(at + 1), version: 1, document }], { visible: true });
    }
  });
  afterAll(() => world.close());

  it('end early at 16 MiB, and the next one goes on', async () => {
    const found: string[] = [];
    const sizes: number[] = [];
    const after = (hits: SearchAnswer['hits']): Partial<SearchRequest> => ({ searchAfter: hits.at(-1)!.sort });
    for (let page = await ask(world); page.hits.length; page = await ask(world, after(page.hits))) {
      const bytes = JSON.stringify(page.hits).length;
      expect(bytes).toBeLessThan(16 * MIB);
      sizes.push(page.hits.length);
      found.push(...page.hits.map(({ id }) => id));
      expect(page.endsEarly).toBe(found.length < 40);
      expect(page.total).toEqual({ value: 40, relation: 'eq' });
    }
    const whole = await ask(world, { source: false });
    expect(whole.endsEarly).toBe(false);
    expect(found).toEqual(whole.hits.map(({ id }) => id));
    expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThan(7);
  });

  it('have one row at least', async () => {
    const base = { id: '00000000-0000-4000-8000-000000000099', entityType: 'table', deleted: false };
    const document = { ...base, name: 'a', fullyQualifiedName: 'a', updatedAt: 1, sql: 'x'.repeat(17 * MIB) };
    await world.index.write([{ node: '99', version: 1, document }], { visible: true });
    const page = await ask(world);
    expect([page.hits.map(({ source }) => source?.name), page.endsEarly]).toEqual([['a'], true]);
  });
});
