import { randomUUID } from 'node:crypto';
import type { BoundQuery, SearchDocument, SearchRequest } from '@app/search';
import type { VersionedDocument } from '../../../libs/search/src/elastic/write/bulk-operation';
import { describeElastic, ElasticWorld } from './support/elastic-world';

const ALL: BoundQuery = { kind: 'all', boost: 1 };

const request = (more: Partial<SearchRequest> = {}): SearchRequest => ({
  query: ALL,
  filter: [],
  permission: ALL,
  from: 0,
  size: 1_000,
  sort: [
    { by: 'name.keyword', direction: 'asc' },
    { by: 'id', direction: 'asc' },
  ],
  totals: true,
  aggregations: {},
  source: true,
  ...more,
});

const made = (node: number, name: string, version = 1, more: Partial<SearchDocument> = {}): VersionedDocument => ({
  node: String(node),
  version,
  document: {
    id: randomUUID(),
    entityType: 'table',
    name,
    fullyQualifiedName: `shop.${name}`,
    deleted: false,
    updatedAt: 1_700_000_000_000,
    ...more,
  },
});

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* await Promise.resolve(items);
}

describeElastic('the index on Elasticsearch', () => {
  let world: ElasticWorld;
  beforeEach(async () => (world = await ElasticWorld.open()));
  afterEach(() => world.close());

  async function names(): Promise<string[]> {
    await world.client.indices.refresh({ index: world.names.main });
    const { hits } = await world.engine.search(request());
    return hits.map(({ source }) => source?.name ?? '');
  }

  it('is made once, whoever comes at the same time', async () => {
    const fresh = new ElasticWorld();
    const reports = await Promise.all([fresh.setup.ensure(), fresh.setup.ensure(), fresh.setup.ensure()]);
    expect(reports.filter((state) => state === 'created')).toHaveLength(1);
    expect(await fresh.setup.ensure()).toBe('current');
    await fresh.close();
  });

  it('is outdated when it was made in another form', async () => {
    await world.client.indices.putMapping({ index: world.names.main, _meta: { form: 'of yesterday' } });
    expect(await world.setup.ensure()).toBe('outdated');
  });

  it('can be searched by the name that the interface has for each type', async () => {
    const topic = made(2, 'b', 1, { entityType: 'topic' });
    await world.index.write([made(1, 'a'), topic], { visible: true });
    const [alias] = world.names.typeAliases().filter(({ type }) => type === 'topic');
    const { count } = await world.client.count({ index: alias?.alias ?? '' });
    expect(count).toBe(1);
  });

  it('keeps the latest of two writes, whichever comes first', async () => {
    expect(await world.index.write([made(1, 'new', 5)])).toEqual(['written']);
    expect(await world.index.write([made(1, 'old', 4), made(2, 'other', 1)])).toEqual(['late', 'written']);
    expect(await names()).toEqual(['new', 'other']);
  });

  it('does not bring back what was removed later', async () => {
    await world.index.write([made(1, 'a', 1)]);
    expect(
      await world.index.remove([
        { node: '1', version: 3 },
        { node: '9', version: 3 },
      ]),
    ).toEqual(['written', 'written']);
    expect(await world.index.write([made(1, 'a', 2)])).toEqual(['late']);
    expect(await names()).toEqual([]);
  });

  it('shows what was written when it was asked to', async () => {
    await world.index.write([made(1, 'a')], { visible: true });
    const { hits } = await world.engine.search(request());
    expect(hits).toHaveLength(1);
  });

  it('gives a document back as it was, whatever it holds', async () => {
    const odd = { constructor: { prototype: 1 }, text: 'e\u0301 "\\ 😀', deep: { list: [[1], null, { a: 'b' }] } };
    const document = made(1, 'a', 1, { extension: odd });
    await world.index.write([document], { visible: true });
    const { hits } = await world.engine.search(request());
    expect(hits[0]?.source).toEqual(document.document);
  });

  it('takes texts of any length, and tables of any width', async () => {
    const columns = Array.from({ length: 6_000 }, (_, at) => ({ name: `column_${at}`, dataType: 'INT' }));
    const wide = made(1, 'wide', 1, { columns, description: `${'a_'.repeat(30_000)}b ${'x'.repeat(40_000)}` });
    expect(await world.index.write([wide], { visible: true })).toEqual(['written']);
    const last: BoundQuery = { kind: 'term', field: 'columns.name', token: 'column_5999', boost: 1 };
    expect((await world.engine.search(request({ query: last }))).hits).toHaveLength(1);
  });

  it('writes more than fits into one bulk', async () => {
    const documents = Array.from({ length: 1_200 }, (_, at) => made(at + 1, `t${at}`));
    expect(await world.index.write(documents)).toEqual(documents.map(() => 'written'));
    expect(await names()).toHaveLength(1_000);
  });

  it('refuses to write where there is no index, rather than make one of its own', async () => {
    await world.client.indices.delete({ index: world.names.first });
    await expect(world.index.write([made(1, 'a')])).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect(world.engine.search(request())).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await world.engine.isReady()).toBe(false);
    expect(await world.setup.ensure()).toBe('created');
  });

  describe('built anew', () => {
    const kept = [made(1, 'a', 2), made(2, 'b', 2), made(3, 'c', 2)];

    it('has what the source has, and nothing else', async () => {
      await world.index.write([made(1, 'old', 1), made(9, 'gone', 1)]);
      expect(await world.rebuild.rebuild(each(kept))).toBe(3);
      expect(await names()).toEqual(['a', 'b', 'c']);
      const indices = Object.keys(await world.client.indices.get({ index: world.names.pattern }));
      expect(indices).toHaveLength(1);
      expect(indices).not.toEqual([world.names.first]);
      expect(await world.setup.ensure()).toBe('current');
    });

    it('goes on answering meanwhile, and keeps what is written meanwhile', async () => {
      await world.index.write([made(1, 'a', 1), made(2, 'b', 1), made(3, 'c', 1)]);
      const seen: string[][] = [];
      async function* source(): AsyncGenerator<VersionedDocument> {
        yield kept[0] as VersionedDocument;
        seen.push(await names());
        // What the source reads later than these writes has a lower number all the same: it must not win.
        await world.index.write([made(2, 'changed', 7), made(4, 'new', 7)]);
        await world.index.remove([{ node: '3', version: 7 }]);
        yield* kept.slice(1);
        seen.push(await names());
      }
      await world.rebuild.rebuild(source());
      expect(seen).toEqual([
        ['a', 'b', 'c'],
        ['a', 'changed', 'new'],
      ]);
      expect(await names()).toEqual(['a', 'changed', 'new']);
    });

    it('leaves all as it was when it cannot be finished', async () => {
      await world.index.write([made(1, 'a', 1)]);
      async function* broken(): AsyncGenerator<VersionedDocument> {
        yield* kept;
        await Promise.reject(new Error('the database is away'));
      }
      await expect(world.rebuild.rebuild(broken())).rejects.toThrow('the database is away');
      expect(await names()).toEqual(['a']);
      expect(Object.keys(await world.client.indices.get({ index: world.names.pattern }))).toEqual([world.names.first]);
    });

    it('can be done again where the first try was killed', async () => {
      await world.setup.createNext();
      await world.rebuild.rebuild(each(kept));
      expect(await names()).toEqual(['a', 'b', 'c']);
      expect(Object.keys(await world.client.indices.get({ index: world.names.pattern }))).toHaveLength(1);
    });
  });

  describe('checked', () => {
    it('finds nothing where all is well', async () => {
      const documents = Array.from({ length: 20 }, (_, at) => made(at + 1, `t${at}`));
      await world.index.write(documents);
      const report = await world.check.check(each(documents));
      expect(report).toEqual({ documents: 20, missing: 0, different: 0, surplus: 0 });
    });

    it('mends what is missing, different or too many', async () => {
      const documents = [2, 3, 5, 10, 11].map((node) => made(node, `t${node}`, 4));
      const [second] = documents;
      await world.index.write([
        made(1, 'surplus', 3),
        second as VersionedDocument,
        made(3, 'stale', 3),
        made(7, 'surplus', 9),
        made(12, 'surplus', 3),
      ]);
      const report = await world.check.check(each(documents));
      expect(report).toEqual({ documents: 5, missing: 3, different: 1, surplus: 3 });
      expect(await names()).toEqual(['t10', 't11', 't2', 't3', 't5']);
      expect(await world.check.check(each(documents))).toMatchObject({ missing: 0, different: 0, surplus: 0 });
    });

    it('leaves alone what was written later than it read', async () => {
      await world.index.write([made(1, 'later', 9)]);
      expect(await world.check.check(each([made(1, 'earlier', 5)]))).toMatchObject({ different: 1 });
      expect(await names()).toEqual(['later']);
    });
  });
});
