import type { BulkOutcome } from '@app/catalog';
import { statementsOf, type SentStatement } from '../../../support/recording-client';
import { actorOf, ADMIN, CatalogFixture, failure, mayDo, newName, typeNamed, type Document } from '../catalog.fixture';

const COLUMNS = [{ name: 'id', dataType: 'BIGINT' }];
const table = typeNamed('table');

describe('bulk writes', () => {
  let catalog: CatalogFixture;
  let databaseSchema: string;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
  });

  beforeEach(async () => {
    databaseSchema = (await catalog.make('databaseSchema')).fullyQualifiedName;
  });

  afterAll(() => catalog.close());

  const body = (name: string, more: object = {}): object => ({ name, databaseSchema, columns: COLUMNS, ...more });
  const put = (bodies: readonly unknown[], options = {}): Promise<BulkOutcome[]> =>
    catalog.bulk.put(ADMIN, table, bodies, options);
  const words = (outcomes: readonly BulkOutcome[]): string[] =>
    outcomes.map((outcome) =>
      'error' in outcome ? (outcome.error as { code: string }).code : outcome.created ? 'created' : 'there',
    );

  it('have the outcome of a PUT for each row, in the order sent', async () => {
    const owner = await catalog.make('user');
    await catalog.create('table', { ...body('kept'), description: 'kept' });
    await catalog.create('table', { ...body('changed'), owners: [owner.name] });
    const outcomes = await put([
      body('new', { owners: [owner.name], description: 'new' }),
      body('kept', { description: 'kept' }),
      body('changed', { description: 'now' }),
      body('bad', { nonsense: 1 }),
      body('lost', { owners: ['nobody'] }),
      null,
    ]);
    expect(words(outcomes)).toEqual(['created', 'there', 'there', 'BAD_REQUEST', 'NOT_FOUND', 'BAD_REQUEST']);
    const get = (name: string): Promise<Document> => catalog.get('table', `${databaseSchema}.${name}`, '*');
    expect(await get('new')).toMatchObject({ version: 0.1, owners: [{ id: owner.id }], columns: [{ name: 'id' }] });
    expect(await get('kept')).toMatchObject({ version: 0.1 });
    expect(await get('changed')).toMatchObject({ version: 0.2, description: 'now', owners: [{ id: owner.id }] });
    const gone = await failure(get('bad'));
    expect(gone.code).toBe('NOT_FOUND');
  });

  it('show entities up to 16 MiB, and say of the others what became of them', async () => {
    const large = (name: string) => body(name, { extension: { a: 1 }, description: 'ä'.repeat(200 * 1024) });
    const names = Array.from({ length: 60 }, (_, at) => `t${at}`);
    const outcomes = await put([...names.map(large), large('t59')], { withAnswers: true });
    expect(words(outcomes)).toEqual([...names.map(() => 'created'), 'there']);
    const shown = outcomes.flatMap((outcome) => ('json' in outcome && outcome.json ? [outcome.json] : []));
    const held = shown.reduce((sum, json) => sum + Buffer.byteLength(json), 0);
    expect([held > 16 * 1024 * 1024, held < 17 * 1024 * 1024]).toEqual([true, true]);
    const dropped = outcomes.filter((outcome) => !('json' in outcome) || outcome.json === undefined);
    expect([shown.length + dropped.length, dropped.length > 0]).toEqual([61, true]);
    expect(dropped.at(-1)).toMatchObject({ fqn: `${databaseSchema}.t59` });
  });

  it('change documents of more than 16 MiB in all', async () => {
    const names = Array.from({ length: 50 }, (_, at) => `t${at}`);
    await put(names.map((name) => body(name, { description: 'ä'.repeat(200 * 1024) })));
    expect(words(await put(names.map((name) => body(name, { description: 'short' }))))).toEqual(
      names.map(() => 'there'),
    );
    expect(await catalog.get('table', `${databaseSchema}.t49`)).toMatchObject({ version: 0.2, description: 'short' });
  });

  it('keep a version of each of many different rows of one entity', async () => {
    const descriptions = ['a', 'b', 'b', 'c', 'a'];
    const outcomes = await put(descriptions.map((description) => body('many', { description })));
    expect(outcomes.map((outcome) => 'changed' in outcome && outcome.changed)).toEqual([true, true, false, true, true]);
    const { id } = await catalog.get('table', `${databaseSchema}.many`);
    const history = JSON.parse(await catalog.versions.list(ADMIN, table, id)) as { versions: Document[] };
    expect(history.versions.map(({ version, description }) => [version, description])).toEqual([
      [0.4, 'a'],
      [0.3, 'c'],
      [0.2, 'b'],
      [0.1, 'a'],
    ]);
  });

  it('keep the versions that PUTs one after the other keep, whatever they change', async () => {
    const [tag, other] = [await catalog.make('tag'), await catalog.make('tag')].map((one) => one.fullyQualifiedName);
    const owner = (await catalog.make('user')).name;
    const labelled = (tagFQN: string | undefined) => ({ columns: [{ ...COLUMNS[0], tags: [{ tagFQN }] }] });
    const changes: object[] = [
      {},
      { description: 'a', displayName: 'A' },
      { description: 'b', tags: [{ tagFQN: tag }] },
      { description: 'b' },
      { extension: { a: 1.5, b: ['ä'] }, ...labelled(other) },
      { columns: [...COLUMNS, { name: 'more', dataType: 'STRUCT', children: [{ name: 'x', dataType: 'INT' }] }] },
      { nonsense: 1 },
      { columns: COLUMNS, tableConstraints: [{ constraintType: 'PRIMARY_KEY', columns: ['id'] }] },
      { columns: COLUMNS, tableConstraints: [{ constraintType: 'PRIMARY_KEY', columns: ['none'] }] },
      { description: 'c', owners: [owner] },
      { description: 'd', ...labelled(tag) },
      { owners: ['nobody'] },
      { description: 'e', retentionPeriod: 'P7D' },
    ];
    const left = async (send: (rows: readonly object[]) => Promise<unknown>): Promise<unknown> => {
      databaseSchema = (await catalog.make('databaseSchema')).fullyQualifiedName;
      const rows = changes.map((more) => body('one', more));
      const outcomes = await send([...rows, ...rows]);
      const { id, ...shown } = await catalog.get('table', `${databaseSchema}.one`, '*');
      const history = JSON.parse(await catalog.versions.list(ADMIN, table, id)) as { versions: Document[] };
      const places = /"(id|href|updatedAt)":("[^"]*"|\d+),?/g;
      const text = JSON.stringify([outcomes, shown, history.versions], (key, value: unknown) =>
        ['databaseSchema', 'database', 'service'].includes(key) ? undefined : value,
      );
      return JSON.parse(text.replace(places, '').replaceAll(',}', '}').replaceAll(databaseSchema, 'schema')) as unknown;
    };
    const outcomeOf = async (row: object) =>
      catalog.writer.put(ADMIN, table, row).then(
        ({ created }) => (created ? 'created' : 'there'),
        (error: unknown) => (error as { code: string }).code,
      );
    const alone = await left(async (rows) => {
      const outcomes: string[] = [];
      for (const row of rows) outcomes.push(await outcomeOf(row));
      return outcomes;
    });
    expect(await left(async (rows) => words(await put(rows)))).toEqual(alone);
  });

  it('find the labels of the last version only', async () => {
    const [tag, other] = [await catalog.make('tag'), await catalog.make('tag')].map((one) => one.fullyQualifiedName);
    const labelled = (tagFQN: string | undefined, description: string) => ({
      description,
      columns: [{ name: description, dataType: 'INT', tags: [{ tagFQN }] }],
    });
    await put([body('one'), body('one', labelled(tag, 'a')), body('one', labelled(other, 'b')), body('one')]);
    const last = labelled(other, 'b');
    await put([body('one', labelled(tag, 'a')), body('one', last), body('one', { ...last, displayName: 'B' })]);
    const found = async (name: string | undefined): Promise<string[]> => {
      const request = { limit: 10, include: 'all' as const, filters: { tag: name ?? '', databaseSchema } };
      const page = JSON.parse(String(await catalog.reader.list(ADMIN, table, request))) as { data: Document[] };
      return page.data.map((one) => one.name);
    };
    expect([await found(tag), await found(other)]).toEqual([[], ['one']]);
  });

  it.each(['alone', 'in bulk'])('leave what PUTs leave, %s', async (way) => {
    const tag = (await catalog.make('tag')).fullyQualifiedName;
    const other = (await catalog.make('tag')).fullyQualifiedName;
    const bodies = [
      body('a', {
        tags: [{ tagFQN: tag }],
        extension: { a: 1 },
        columns: [{ ...COLUMNS[0], tags: [{ tagFQN: other }] }],
      }),
      body('b'),
    ];
    const next = [
      body('a', { tags: [{ tagFQN: other }], description: 'next', columns: [{ name: 'id', dataType: 'INT' }] }),
      body('b', { columns: [...COLUMNS, { name: 'more', dataType: 'TEXT' }] }),
    ];
    const send = async (rows: readonly object[]): Promise<unknown> =>
      way === 'alone' ? Promise.all(rows.map((row) => catalog.writer.put(ADMIN, table, row))) : put(rows);
    await send(bodies);
    await send(next);
    const shown = await catalog.get('table', `${databaseSchema}.a`, '*');
    expect(shown).toMatchObject({
      // INT is narrower than BIGINT.
      version: 1.1,
      description: 'next',
      extension: { a: 1 },
      tags: [{ tagFQN: tag }, { tagFQN: other }],
      columns: [
        { name: 'id', dataType: 'INT', fullyQualifiedName: `${databaseSchema}.a.id`, tags: [{ tagFQN: other }] },
      ],
      changeDescription: { previousVersion: 0.1 },
    });
    expect(await catalog.get('table', `${databaseSchema}.b`)).toMatchObject({ version: 0.2 });
    const filtered = async (name: string): Promise<string[]> => {
      const request = { limit: 10, include: 'all' as const, filters: { tag: name, databaseSchema } };
      const page = JSON.parse(String(await catalog.reader.list(ADMIN, table, request))) as { data: Document[] };
      return page.data.map((one) => one.name);
    };
    expect([await filtered(tag), await filtered(other)]).toEqual([['a'], ['a']]);
    const history = JSON.parse(await catalog.versions.list(ADMIN, table, shown.id)) as { versions: Document[] };
    expect(history.versions.map(({ version }) => version)).toEqual([1.1, 0.1]);
  });

  it('see the rows before them: a name that comes again is changed, a parent is there for its children', async () => {
    const twice = await put([body('t', { description: 'first' }), body('t', { description: 'second' })]);
    expect(words(twice)).toEqual(['created', 'there']);
    expect(await catalog.get('table', `${databaseSchema}.t`)).toMatchObject({ version: 0.2, description: 'second' });
    const glossary = (await catalog.make('glossary')).fullyQualifiedName;
    const terms = await catalog.bulk.put(ADMIN, typeNamed('glossaryTerm'), [
      { name: 'above', glossary, description: 'A' },
      { name: 'below', glossary, parent: `${glossary}.above`, description: 'B' },
      { name: 'lowest', glossary, parent: `${glossary}.above.below`, description: 'C' },
    ]);
    expect(words(terms)).toEqual(['created', 'created', 'created']);
    expect((await catalog.get('glossaryTerm', `${glossary}.above.below.lowest`)).name).toBe('lowest');
  });

  it('bring soft-deleted entities back, and count what they made', async () => {
    const made = await catalog.create('table', { ...body('t') });
    const request = { hardDelete: false, recursive: true, precondition: undefined };
    await catalog.remover.remove(ADMIN, table, { id: made.id }, request);
    expect(words(await put([body('t', { description: 'back' }), body('u')]))).toEqual(['there', 'created']);
    expect(await catalog.get('table', `${databaseSchema}.t`)).toMatchObject({ id: made.id, description: 'back' });
    const list = { limit: 0, include: 'non-deleted' as const, filters: { databaseSchema } };
    expect(JSON.parse(String(await catalog.reader.list(ADMIN, table, list)))).toMatchObject({ paging: { total: 2 } });
  });

  it('take 1,000 rows and none of 1,001', async () => {
    const rows = Array.from({ length: 1_001 }, (_, i) => body(`t${i}`));
    expect(await failure(put(rows))).toMatchObject({ code: 'BAD_REQUEST' });
    const list = { limit: 0, include: 'all' as const, filters: { databaseSchema } };
    expect(JSON.parse(String(await catalog.reader.list(ADMIN, table, list)))).toMatchObject({ paging: { total: 0 } });
    const outcomes = await put(rows.slice(0, 1_000));
    expect(new Set(words(outcomes))).toEqual(new Set(['created']));
    expect(outcomes.map((outcome) => ('error' in outcome ? '' : outcome.fqn))).toEqual(
      rows.slice(0, 1_000).map((_, i) => `${databaseSchema}.t${i}`),
    );
    expect(await put([])).toEqual([]);
  });

  /** How many statements transactions send meanwhile, beside those of search, whose documents go in blocks. */
  async function sentBy(work: () => Promise<unknown>): Promise<number> {
    const isMeant = ({ name, text }: SentStatement): boolean => !/search/.test(name ?? text) && text !== 'select 1';
    return (await statementsOf(work, isMeant)).length;
  }

  it('take what repeats the row before it for no change, at the cost of one row', async () => {
    const statements = (times: number): Promise<number> =>
      sentBy(async () => {
        const rows = Array.from({ length: times }, () => body(`copy${times}`, { description: 'again' }));
        expect(words(await put(rows))).toEqual(['created', ...rows.slice(1).map(() => 'there')]);
        expect(await catalog.get('table', `${databaseSchema}.copy${times}`)).toMatchObject({ version: 0.1 });
      });
    expect(await statements(100)).toBe(await statements(1));
    const again = await put([body('a', { description: '1' }), body('a'), body('a'), body('a', { description: '1' })]);
    expect(again.map((outcome) => !('error' in outcome) && outcome.changed)).toEqual([true, true, false, true]);
    expect(words(await put([body('bad', { owners: ['nobody'] }), body('bad', { owners: ['nobody'] })]))).toEqual([
      'NOT_FOUND',
      'NOT_FOUND',
    ]);
  });

  it('need a fixed number of statements for a chunk', async () => {
    const tag = (await catalog.make('tag')).fullyQualifiedName;
    const counted = (rows: number): Promise<number> =>
      sentBy(() => put(Array.from({ length: rows }, (_, i) => body(newName(`t${i}`), { tags: [{ tagFQN: tag }] }))));
    const few = await counted(2);
    expect(few).toBeGreaterThan(3);
    expect(await counted(100)).toBe(few);
  });

  it('need a fixed number of statements for the versions of one entity', async () => {
    const counted = (rows: number): Promise<number> =>
      sentBy(() => put(Array.from({ length: rows }, (_, i) => body(`versions${rows}`, { description: `${i}` }))));
    expect(await counted(100)).toBe(await counted(3));
  });

  it('ask for the permission of each row', async () => {
    const owner = await catalog.make('user');
    await catalog.create('table', { ...body('own'), owners: [owner.name] });
    await catalog.create('table', { ...body('foreign') });
    const rows = ['new', 'own', 'foreign'].map((name) => body(name, { displayName: 'x' }));
    expect(words(await catalog.bulk.put(actorOf(owner), table, rows))).toEqual(['FORBIDDEN', 'there', 'FORBIDDEN']);
    const creator = actorOf(
      await catalog.make('user'),
      mayDo(['Create'], 'table'),
      mayDo(['EditAll'], 'databaseSchema'),
    );
    // A row that changes nothing asks for the right to change something too.
    expect(words(await catalog.bulk.put(creator, table, rows))).toEqual(['created', 'FORBIDDEN', 'FORBIDDEN']);
  });

  it('make each entity once where several writers send the same ones', async () => {
    const rows = Array.from({ length: 30 }, (_, i) => body(`t${i}`));
    const turned = [rows, [...rows].reverse(), rows, [...rows].reverse()];
    const all = (await Promise.all(turned.map((some) => put(some)))).map(words);
    const made = all.flat();
    expect(made.filter((word) => word === 'created')).toHaveLength(30);
    expect(made.filter((word) => word === 'there')).toHaveLength(90);
    const list = { limit: 0, include: 'all' as const, filters: { databaseSchema } };
    expect(JSON.parse(String(await catalog.reader.list(ADMIN, table, list)))).toMatchObject({ paging: { total: 30 } });
  });

  it('spoil no other row where the database refuses one', async () => {
    const email = `${newName('mail')}@example.org`;
    const users = ['a', 'b', 'c'].map((name) => ({
      name: newName(name),
      email: name === 'c' ? `${newName('x')}@example.org` : email,
    }));
    const outcomes = await catalog.bulk.put(ADMIN, typeNamed('user'), users);
    expect(words(outcomes)).toEqual(['created', 'CONFLICT', 'created']);
    expect((await catalog.get('user', users[2]!.name)).name).toBe(users[2]!.name);
  });

  it('store nothing in a dry run, and say what they would', async () => {
    const outcomes = await put([body('t'), body('u', { nonsense: 1 })], { dryRun: true, withAnswers: true });
    expect(words(outcomes)).toEqual(['created', 'BAD_REQUEST']);
    expect(await failure(catalog.get('table', `${databaseSchema}.t`))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('show each entity where answers are asked for', async () => {
    const [outcome] = await put([body('t')], { withAnswers: true });
    const shown = JSON.parse((outcome as { json: string }).json) as Document;
    expect(shown).toMatchObject({ name: 't', version: 0.1, fullyQualifiedName: `${databaseSchema}.t` });
  });

  it.each(['databaseService', 'testCase', 'team', 'role', 'testSuite', 'domain'])('write %s too', async (type) => {
    const bodies = [await catalog.body(type), await catalog.body(type), { name: 'x', nonsense: 1 }];
    const entityType = typeNamed(type);
    expect(words(await catalog.bulk.put(ADMIN, entityType, bodies))).toEqual(['created', 'created', 'BAD_REQUEST']);
    expect(words(await catalog.bulk.put(ADMIN, entityType, bodies.slice(0, 2)))).toEqual(['there', 'there']);
  });
});
