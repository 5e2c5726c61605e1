import { ADMIN, CatalogFixture, failure, newName, typeNamed, type Document } from '../catalog.fixture';

const table = typeNamed('table');

describe('tags that exclude each other, and disabled ones', () => {
  let catalog: CatalogFixture;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
  });

  afterAll(() => catalog.close());

  const label = ({ fullyQualifiedName: tagFQN }: Document, source = 'Classification') => ({ tagFQN, source });

  /** A classification with two tags. */
  async function tags(more: Record<string, unknown> = {}): Promise<{ above: Document; tags: [Document, Document] }> {
    const above = await catalog.make('classification', more);
    const classification = above.fullyQualifiedName;
    const one = await catalog.make('tag', { classification });
    return { above, tags: [one, await catalog.make('tag', { classification })] };
  }

  it('two of a mutually exclusive classification: 400 that names both', async () => {
    const {
      tags: [one, other],
    } = await tags({ mutuallyExclusive: true });
    const refused = await failure(catalog.make('table', { tags: [label(one), label(other)] }));
    expect(refused).toMatchObject({ code: 'BAD_REQUEST', details: [{ field: 'tags' }] });
    for (const { fullyQualifiedName } of [one, other]) expect(refused.message).toContain(fullyQualifiedName);
    const made = await catalog.make('table', { tags: [label(one)] });
    const add = { op: 'add', path: '/tags/-', value: label(other) };
    expect(await failure(catalog.patch('table', made.fullyQualifiedName, add))).toMatchObject({ code: 'BAD_REQUEST' });
    // One in the place of the other.
    const replace = { op: 'replace', path: '/tags/0', value: label(other) };
    const replaced = await catalog.patch('table', made.fullyQualifiedName, replace);
    expect(replaced).toMatchObject({ version: 0.2, tags: [{ tagFQN: other.fullyQualifiedName }] });
  });

  it('may stand on different columns, but not on one; an open classification lets them stand together', async () => {
    const {
      tags: [one, other],
    } = await tags({ mutuallyExclusive: true });
    const columns = (...labels: object[][]) => labels.map((own, i) => ({ name: `c${i}`, dataType: 'INT', tags: own }));
    const made = await catalog.make('table', { columns: columns([label(one)], [label(other)]), tags: [label(one)] });
    expect(made.version).toBe(0.1);
    const refused = await failure(catalog.make('table', { columns: columns([], [label(one), label(other)]) }));
    expect(refused.details).toEqual([
      { field: 'columns[1].tags', message: expect.stringContaining('exclude') as unknown },
    ]);
    // A label that stands elsewhere in the table already is new on this column.
    const add = { op: 'add', path: '/columns/0/tags/-', value: label(other) };
    expect(await failure(catalog.patch('table', made.fullyQualifiedName, add))).toMatchObject({ code: 'BAD_REQUEST' });
    const open = (await tags()).tags;
    expect((await catalog.make('table', { tags: open.map((tag) => label(tag)) })).tags).toHaveLength(2);
  });

  it('terms of a mutually exclusive glossary, and what lies below a mutually exclusive term', async () => {
    const glossary = (await catalog.make('glossary', { mutuallyExclusive: true })).fullyQualifiedName;
    const [one, other] = [
      await catalog.make('glossaryTerm', { glossary }),
      await catalog.make('glossaryTerm', { glossary }),
    ];
    const below = await catalog.make('glossaryTerm', { glossary, parent: one.fullyQualifiedName });
    const labels = (...terms: Document[]) => ({ tags: terms.map((term) => label(term, 'Glossary')) });
    expect(await failure(catalog.make('table', labels(one, other)))).toMatchObject({ code: 'BAD_REQUEST' });
    expect(await failure(catalog.make('table', labels(below, other)))).toMatchObject({ code: 'BAD_REQUEST' });
    expect((await catalog.make('table', labels(one, below))).tags).toHaveLength(2);
    const loose = (await catalog.make('glossary')).fullyQualifiedName;
    const term = await catalog.make('glossaryTerm', { glossary: loose, mutuallyExclusive: true });
    const parent = term.fullyQualifiedName;
    const [a, b] = [
      await catalog.make('glossaryTerm', { glossary: loose, parent }),
      await catalog.make('glossaryTerm', { glossary: loose, parent }),
    ];
    expect(await failure(catalog.make('table', labels(a, b)))).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('a PUT that would merge two that exclude each other is refused', async () => {
    const {
      tags: [one, other],
    } = await tags({ mutuallyExclusive: true });
    const sent = await catalog.body('table', { tags: [label(one)] });
    await catalog.create('table', sent);
    const put = catalog.writer.put(ADMIN, table, { ...sent, tags: [label(other)] });
    expect(await failure(put)).toMatchObject({ code: 'BAD_REQUEST', details: [{ field: 'tags' }] });
    expect((await catalog.writer.put(ADMIN, table, { ...sent, tags: [label(one)] })).version).toBe('0.1');
  });

  it('what has had both before a classification became exclusive stays editable', async () => {
    const { above, tags: both } = await tags();
    const made = await catalog.make('table', { tags: both.map((tag) => label(tag)) });
    await catalog.patch('classification', above.fullyQualifiedName, {
      op: 'add',
      path: '/mutuallyExclusive',
      value: true,
    });
    const described = { op: 'add', path: '/description', value: 'x' };
    expect((await catalog.patch('table', made.fullyQualifiedName, described)).version).toBe(0.2);
  });

  it('of the classification Tier nothing bears two', async () => {
    const classification = (
      await catalog.create('classification', { name: 'Tier', description: 'How much an asset matters' })
    ).fullyQualifiedName;
    const tiers = [await catalog.make('tag', { classification }), await catalog.make('tag', { classification })];
    const refused = await failure(catalog.make('table', { tags: tiers.map((tag) => label(tag)) }));
    expect(refused).toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining('Tier') as unknown });
    expect((await catalog.make('table', { tags: [label(tiers[0] as Document)] })).tags).toHaveLength(1);
  });

  it('a disabled tag, or one of a disabled classification, is put on nothing new and stays where it is', async () => {
    const {
      above,
      tags: [one, other],
    } = await tags();
    const made = await catalog.make('table', { tags: [label(one)] });
    const disable = { op: 'add', path: '/disabled', value: true };
    await catalog.patch('tag', one.fullyQualifiedName, disable);
    const refused = await failure(catalog.make('table', { tags: [label(one)] }));
    expect(refused).toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining('is disabled') as unknown });
    const described = { op: 'add', path: '/description', value: 'x' };
    expect((await catalog.patch('table', made.fullyQualifiedName, described)).tags).toHaveLength(1);
    expect((await catalog.make('table', { name: newName('t'), tags: [label(other)] })).tags).toHaveLength(1);
    await catalog.patch('classification', above.fullyQualifiedName, disable);
    expect(await failure(catalog.make('table', { tags: [label(other)] }))).toMatchObject({
      message: expect.stringContaining(above.fullyQualifiedName) as unknown,
    });
  });
});
