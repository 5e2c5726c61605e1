import { IndexVersion, refreshStatistics } from '@app/search';
import { made, SearchFixture as IndexFixture } from './postgres.fixture';
import { SearchFixture } from './search.fixture';

describe('the version of the search index', () => {
  let fixture: IndexFixture;
  let version: IndexVersion;

  beforeAll(async () => {
    fixture = await IndexFixture.open();
    version = new IndexVersion(fixture.database);
    // Of what a new catalog has.
    await run('delete from search_mark');
  });
  beforeEach(() => fixture.write(orders));
  afterAll(() => fixture.close());

  const orders = made('orders', { description: 'what was sold' });
  const rewritten = (more: object): typeof orders => ({ ...orders, document: { ...orders.document, ...more } });
  const run = (text: string): Promise<unknown> => fixture.database.query(text);

  it.each<[string, () => Promise<unknown>]>([
    ['a document is written', () => fixture.write(made('customers'))],
    ['one is written again with as many words', () => fixture.write(rewritten({ description: 'what was made' }))],
    ['only what is no text changes', () => fixture.write(rewritten({ deleted: true }))],
    ['a document is removed', () => fixture.remove(orders)],
    ['a row is changed by SQL', () => run('update search_row set total_votes = 7')],
    [
      'words are counted anew',
      async () => {
        await fixture.write(...Array.from({ length: 40 }, (_, at) => made(`more_${at}`)));
        const before = await version.now();
        expect(await refreshStatistics(fixture.database)).toEqual({ refreshed: true });
        expect(await version.now()).not.toBe(before);
      },
    ],
    ['the index is emptied', () => run('truncate search_row, search_source')],
  ])('is another one when %s', async (_what, change) => {
    const before = await version.now();
    expect(before).toBeDefined();
    await change();
    const after = await version.now();
    expect(after).toBeDefined();
    expect(after).not.toBe(before);
    expect(await version.now()).toBe(after);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['no document is removed', () => fixture.remove(made('absent'))],
    ['no row is changed', () => run('update search_row set total_votes = 8 where false')],
    [
      'a change is rolled back',
      () =>
        expect(
          fixture.database.transaction(async (tx) => {
            await fixture.index.write(tx, [made('never')]);
            throw new Error('rolled back');
          }),
        ).rejects.toThrow('rolled back'),
    ],
  ])('is the same where %s', async (_what, change) => {
    const before = await version.now();
    await change();
    expect(await version.now()).toBe(before);
  });

  it('is none while documents are still to be written', async () => {
    await run('insert into search_mark (node) values (1)');
    expect(await version.now()).toBeUndefined();
    await run('delete from search_mark');
    expect(await version.now()).toBeDefined();
  });

  it('never comes again, whoever writes at once', async () => {
    const seen = new Set([await version.now()]);
    for (let n = 0; n < 10; n++) {
      await Promise.all(Array.from({ length: 6 }, (_, at) => fixture.write(made(`at_once_${n}_${at}`))));
      seen.add(await version.now());
    }
    expect(seen.size).toBe(11);
  });
});

describe('a search whose answer is cached', () => {
  let fixture: SearchFixture;

  beforeEach(async () => {
    fixture = await SearchFixture.open();
  });
  afterEach(() => fixture?.close());

  /** What is found, and whether PostgreSQL searched for it. */
  async function searched(q: string): Promise<{ readonly names: readonly string[]; readonly isSearched: boolean }> {
    let names: readonly string[] = [];
    const isSearched = await fixture.isSearched(async () => (names = await fixture.found(q)));
    return { names, isSearched };
  }

  /** Asks until PostgreSQL need not search, which it does right behind a change. */
  async function settled(q: string): Promise<readonly string[]> {
    await fixture.untilNotSearched(() => fixture.found(q));
    return (await searched(q)).names;
  }

  it('needs no search of PostgreSQL until something is written', async () => {
    const table = await fixture.make('table', { description: 'A heron' });
    expect(await settled('heron')).toEqual([table.name]);
    await fixture.patch('table', table.fullyQualifiedName, { op: 'replace', path: '/description', value: 'An egret' });
    expect(await searched('heron')).toEqual({ names: [], isSearched: true });
    const another = await fixture.make('table', { description: 'A heron' });
    for (let n = 0; n < 4; n++) expect((await searched('heron')).names).toEqual([another.name]);
  });

  it('shows what another process has written before it', async () => {
    const table = await fixture.make('table', { description: 'A heron' });
    expect(await settled('heron')).toEqual([table.name]);
    await fixture.writeElsewhere(table.id, 'body = body || $2', { description: 'An egret' });
    expect(await searched('heron')).toEqual({ names: [], isSearched: true });
  });

  it('is never answered by less than was written before it, whoever writes meanwhile', async () => {
    const first = await fixture.make('table', { description: 'A heron' });
    const written = new Set([first.name]);
    let isWriting = true;
    const ask = async (): Promise<void> => {
      while (isWriting) {
        const before = [...written];
        const found = await fixture.found('heron');
        expect(found).toEqual(expect.arrayContaining(before));
      }
    };
    const asking = Promise.all([ask(), ask(), ask()]);
    try {
      for (let n = 0; n < 2; n++) {
        const { name } = await fixture.make('table', { description: 'A heron' });
        written.add(name);
        await settled('heron');
      }
    } finally {
      isWriting = false;
    }
    await asking;
  });
});
