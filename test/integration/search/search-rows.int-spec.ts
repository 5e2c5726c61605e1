import { RowWriter } from '../../../libs/search/src/indexing/row-writer';
import type { IndexedDocument, SearchDocument } from '@app/search';
import { made, SearchFixture } from './postgres.fixture';
import { putReferenceRows } from './reference-row';

const columns = (count: number, more: object = {}): object[] =>
  Array.from({ length: count }, (_, at) => ({
    name: `measure_${at}.part`,
    dataType: at % 2 ? 'BIGINT' : 'Timestamp',
    description: `What the readers rely on in column ${at}`,
    tags: at % 3 ? [] : [{ tagFQN: 'PII.Sensitive' }],
    ...more,
  }));

const OWNER = { id: 'a0', name: 'Ada', type: 'user' };

/** Documents of all that a row is made of. */
const SAMPLES: readonly [string, Partial<SearchDocument>][] = [
  ['nothing but what it must have', {}],
  ['texts', { displayName: 'Daily Orders', description: 'Orders of the fact_orders HTTPServerV2, running and run' }],
  ['columns', { columns: columns(20), description: 'of columns' }],
  ['columns that came before', { columns: columns(20), description: 'of the same columns' }],
  ['columns that came twice', { columns: columns(20), tags: [{ tagFQN: 'Tier.Tier1' }, { tagFQN: 'PII.None' }] }],
  ['other columns', { columns: columns(20, { description: 'else' }) }],
  [
    'children',
    { children: [{ name: 'task_one', description: 'first' }, { name: 'task_two' }], entityType: 'pipeline' },
  ],
  ['values', { owners: [OWNER], totalVotes: 3, processedLineage: true, followers: ['a', 'b'], isBot: false }],
  ['objects', { service: { name: 'shop', type: 'databaseService' }, contract: { name: 'c', latestStatus: 'Failed' } }],
  [
    'letters of others',
    { description: 'Größe Ελλάς 数据表 e\u0301 İstanbul \u{1f600}', displayName: 'a\u0001b "q" \\ \'s\'' },
  ],
  ['empty texts', { description: '', displayName: ' - ', columns: [] }],
  [
    'columns of odd names',
    { columns: ['null', '', ' a, b ', '{}', 'q"\\', 'Größe', '\u0001'].map((name) => ({ name })) },
  ],
  ['one object for a list', { owners: OWNER, columns: { name: 'only' } }],
  ['a long value', { schemaDefinition: 'select 1 '.repeat(400), email: 'Ada@example.org' }],
  ['a word again and again', { description: 'again '.repeat(400) }],
];

describe('rows of the index', () => {
  let search: SearchFixture;
  let current: IndexedDocument[] = [];

  const source = { indexes: () => new Map<string, string>(), of: () => Promise.resolve(current) };
  const relying = new RowWriter(source);
  const anew = new RowWriter(source, false);

  async function written(writer: RowWriter, ...documents: IndexedDocument[]): Promise<void> {
    current = documents;
    const nodes = documents.map(({ node }) => node);
    await search.database.transaction((tx) => writer.write(tx, nodes));
  }

  /** All of it, the vectors also as they are sent in binary, and elements as searches read them. */
  async function rowsOf(...documents: IndexedDocument[]): Promise<unknown[]> {
    return search.database.query(
      `select r.*, tsvectorsend(r.names) as sent_names, tsvectorsend(r.texts) as sent_texts, s.document, s.document_bytes,
              (select json_object_agg(path, (
                        select json_agg(x) from jsonb_to_recordset(list) x (names tsvector, texts tsvector, kw text[], chunks text)))
                 from jsonb_each(s.elements) e (path, list)) as elements
         from search_row r join search_source s using (node) where node = any($1) order by node`,
      [documents.map(({ node }) => node)],
    );
  }

  async function asReference(...documents: IndexedDocument[]): Promise<unknown[]> {
    const rows = await rowsOf(...documents);
    const nodes = documents.map(({ node }) => node);
    await search.database.query('delete from search_row where node = any($1)', [nodes]);
    await putReferenceRows(search.database, documents);
    const expected = await rowsOf(...documents);
    expect(expected).toHaveLength(documents.length);
    expect(rows).toEqual(expected);
    return rows;
  }

  beforeAll(async () => {
    search = await SearchFixture.open();
  });
  afterAll(() => search.close());

  it.each(SAMPLES)('are those that are written as JSON: %s', async (_, more) => {
    const document = made('Orders_2024', more);
    await written(relying, document);
    await asReference(document);
  });

  it('are the same where many come in one block', async () => {
    const documents = SAMPLES.map(([name, more]) => made(name, more));
    await written(relying, ...documents);
    await asReference(...documents);
  });

  it('are those of the document after each change, whatever of it changed', async () => {
    const first = made('changed', { columns: columns(20), description: 'first' });
    await written(relying, first);
    const changes: Partial<SearchDocument>[] = SAMPLES.flatMap(([, more]) => [more, { ...more, updatedAt: 7 }]);
    for (const more of changes) {
      const document = { ...first, document: { ...first.document, ...more } };
      await written(relying, document);
      const rows = await rowsOf(document);
      const alone = { ...document, node: '999999' };
      await written(anew, alone);
      const [expected] = await asReference(alone);
      expect(rows).toEqual([{ ...(expected as object), node: document.node }]);
    }
  });

  describe('that a change leaves in part as they were', () => {
    const before = (): IndexedDocument => made('kept', { columns: columns(4), description: 'a heron' });
    const after = ({ node, document }: IndexedDocument): IndexedDocument => ({
      node,
      document: { ...document, description: 'an egret' },
    });
    const elementsOf = async ({ node }: IndexedDocument): Promise<unknown> => {
      const [row] = await search.database.query<{ elements: unknown }>(
        'select elements from search_source where node = $1',
        [node],
      );
      return row?.elements;
    };
    /** Nobody does that; it shows what is written. */
    const emptied = ({ node }: IndexedDocument): Promise<unknown> =>
      search.database.query(`update search_source set elements = '{}' where node = $1`, [node]);

    it('keep that part, which is not written', async () => {
      const document = before();
      await written(relying, document);
      await emptied(document);
      await written(relying, after(document));
      expect(await elementsOf(document)).toEqual({});
    });

    it('are written as a whole by a rebuild and a check', async () => {
      const document = before();
      await written(relying, document);
      await emptied(document);
      await written(anew, after(document));
      expect(await elementsOf(document)).toMatchObject({ columns: [{}, {}, {}, {}] });
    });

    it('are written as a whole where no digest tells what the row holds', async () => {
      const document = before();
      await written(relying, document);
      const other = { ...document, document: { ...document.document, columns: columns(2) } };
      await putReferenceRows(search.database, [other]);
      await written(relying, document);
      expect(await elementsOf(document)).toMatchObject({ columns: [{}, {}, {}, {}] });
    });

    it('wait for who changes them at the same time, and are judged by what that one wrote', async () => {
      const document = before();
      await written(relying, document);
      const other = { ...document, document: { ...document.document, columns: columns(2) } };
      current = [document];
      let mine: Promise<void> | undefined;
      await search.database.transaction(async (tx) => {
        await search.index.write(tx, [other]);
        mine = search.database.transaction((own) => relying.write(own, [document.node]));
        await untilBlocked();
      });
      await mine;
      expect(await elementsOf(document)).toMatchObject({ columns: [{}, {}, {}, {}] });
    });

    async function untilBlocked(): Promise<void> {
      for (;;) {
        const blocked = await search.database.query(
          `select from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0 and datname = current_database()`,
        );
        if (blocked.length > 0) return;
      }
    }
  });
});
