import type { BoundQuery } from '@app/search';
import { made, SearchFixture, word } from './postgres.fixture';

describe('the index', () => {
  let search: SearchFixture;

  beforeAll(async () => {
    search = await SearchFixture.open();
  });

  afterAll(() => search.close());

  it('shows a write at once, a change instead of what was, and nothing of what is removed', async () => {
    const document = made('walrus_diary', { description: 'Notes of a walrus' });
    await search.write(document);
    expect(await search.names(word('description', 'walru'))).toEqual(['walrus_diary']);
    await search.write({
      node: document.node,
      document: { ...document.document, name: 'seal_diary', description: 'Notes' },
    });
    expect(await search.names(word('description', 'walru'))).toEqual([]);
    expect(await search.names(word('name', 'seal'))).toEqual(['seal_diary']);
    await search.remove(document);
    expect(await search.names(word('name', 'seal'))).toEqual([]);
  });

  it('is the transaction’s: what is rolled back was never there', async () => {
    const failed = search.database.transaction(async (tx) => {
      await search.index.write(tx, [made('ghost_ship')]);
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await search.names(word('name', 'ghost'))).toEqual([]);
  });

  it('takes writers of the same new words side by side', async () => {
    const crowd = Array.from({ length: 8 }, (_, at) => made(`crowded_${at}`, { description: 'zebra yak xerus vole' }));
    await Promise.all(crowd.map((each) => search.write(each)));
    expect(await search.names(word('description', 'xeru'))).toHaveLength(8);
  });

  it('takes any text', async () => {
    const odd = ["it's", 'back\\slash', "'quoted' & | ! ( ) <-> :*", '%_$1', 'snow ☃ 😀', 'a\u0001b'];
    const documents = odd.map((name, at) => made(name, { description: name, fullyQualifiedName: `odd.${at}` }));
    await search.write(...documents);
    for (const { document } of documents) {
      const same: BoundQuery = { kind: 'ids', values: [document.id], boost: 1 };
      expect(await search.names(same)).toHaveLength(1);
    }
    expect(await search.names({ kind: 'keyword', field: 'name.keyword', values: ["it's"], boost: 1 })).toEqual([
      "it's",
    ]);
    expect(await search.names(word('name', "it's"))).toEqual(["it's"]);
  });

  it('holds a table of thousands of columns: found by every word, and by phrases as far as positions reach', async () => {
    const columns = Array.from({ length: 4_500 }, (_, at) => ({
      name: `field${at}_code`,
      description: `meaning of ${at}`,
      dataType: 'INT',
    }));
    await search.write(made('wide_one', { columns }));
    expect(await search.names(word('columns.name', 'field4499_code'))).toEqual(['wide_one']);
    expect(await search.names(word('columns.description', '4499'))).toEqual(['wide_one']);
    const phrase = (...tokens: string[]): BoundQuery => ({
      ...{ kind: 'phrase', field: 'columns.description', slop: 0, prefix: false, boost: 1 },
      tokens,
    });
    expect(await search.names(phrase('of', '17'))).toEqual(['wide_one']);
    expect(await search.names(phrase('17', 'mean'))).toEqual([]);
  });

  it('takes values that are longer than an index entry', async () => {
    const long = 'very_long_name_'.repeat(400);
    await search.write(made('long_one', { fullyQualifiedName: long }), made(long));
    expect(
      await search.names({ kind: 'keyword', field: 'fullyQualifiedName.keyword', values: [long], boost: 1 }),
    ).toEqual(['long_one']);
    expect(await search.names({ kind: 'keyword', field: 'name.keyword', values: [long], boost: 1 })).toEqual([long]);
  });
});
