import { filtersOf, type ListRequest } from '@app/catalog';
import { ADMIN, CatalogFixture, failure, typeNamed, type Document } from '../catalog.fixture';

/** Types that lie in others of their own, with the place of the outermost ones. */
const NESTING = [
  ['container', 'service'],
  ['glossaryTerm', 'glossary'],
  ['tag', 'classification'],
  ['domain', undefined],
] as const;

describe.each(NESTING)('%s in %s', (type, place) => {
  let catalog: CatalogFixture;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
  });

  afterAll(() => catalog.close());

  /** One in the outermost place, one in it, and one in that. */
  async function line(): Promise<{ above: Record<string, unknown>; top: Document; middle: Document; low: Document }> {
    const top = await catalog.make(type);
    const outer = place ? (top[place] as Document).fullyQualifiedName : undefined;
    const above = place ? { [place]: outer } : {};
    const middle = await catalog.make(type, { ...above, parent: top.fullyQualifiedName });
    const low = await catalog.make(type, { ...above, parent: middle.fullyQualifiedName });
    return { above, top, middle, low };
  }

  const reference = ({ id }: Document) => ({ id, type });

  it('cannot lie in itself or in what lies below it: a 400 that names both', async () => {
    const { top, middle, low } = await line();
    const named = [top, middle, low].flatMap((into) => [
      { into, value: reference(into) },
      { into, value: into.fullyQualifiedName },
    ]);
    for (const { into, value } of named) {
      const refused = await failure(catalog.patch(type, top.fullyQualifiedName, { op: 'add', path: '/parent', value }));
      expect(refused).toMatchObject({
        code: 'BAD_REQUEST',
        details: [
          {
            field: 'parent',
            message: `${into.fullyQualifiedName} is ${top.fullyQualifiedName} itself or lies below it`,
          },
        ],
      });
    }
  });

  it('is listed by what it lies in directly, with a total of just those', async () => {
    const { above, top, middle, low } = await line();
    const [outer] = Object.values(above) as (string | undefined)[];
    const listed = async (parent: string) => {
      const request: ListRequest = { limit: 10, include: 'non-deleted', filters: { parent } };
      const page = JSON.parse(String(await catalog.reader.list(ADMIN, typeNamed(type), request))) as {
        data: Document[];
        paging: { total: number };
      };
      return { ids: page.data.map(({ id }) => id), total: page.paging.total };
    };
    expect(await listed(top.fullyQualifiedName)).toEqual({ ids: [middle.id], total: 1 });
    expect(await listed(middle.fullyQualifiedName)).toEqual({ ids: [low.id], total: 1 });
    if (outer) expect(await listed(outer)).toEqual({ ids: [top.id], total: 1 });
  });

  it('moves with all that lies below it', async () => {
    const { above, top, middle, low } = await line();
    const other = await catalog.make(type, above);
    const moved = await catalog.patch(type, middle.fullyQualifiedName, {
      op: 'replace',
      path: '/parent',
      value: reference(other),
    });
    expect(moved).toMatchObject({
      version: 0.2,
      fullyQualifiedName: `${other.fullyQualifiedName}.${middle.name}`,
      parent: { id: other.id },
    });
    const below = await catalog.get(type, `${other.fullyQualifiedName}.${middle.name}.${low.name}`);
    expect(below).toMatchObject({ id: low.id, version: 0.1, parent: { id: middle.id } });
    expect(await failure(catalog.get(type, low.fullyQualifiedName))).toMatchObject({ code: 'NOT_FOUND' });
    expect((await catalog.get(type, top.fullyQualifiedName, 'children')).children).toEqual([]);
  });

  it('moves out to the outermost place', async () => {
    const { above, middle, low } = await line();
    const moved = await catalog.patch(type, middle.fullyQualifiedName, { op: 'remove', path: '/parent' });
    const outer = Object.values(above)[0] as string | undefined;
    const fqn = outer === undefined ? middle.name : `${outer}.${middle.name}`;
    expect(moved.fullyQualifiedName).toBe(fqn);
    expect(moved).not.toHaveProperty('parent');
    expect((await catalog.get(type, `${fqn}.${low.name}`)).id).toBe(low.id);
  });

  it('does not move into itself or what lies below it', async () => {
    const { top, low } = await line();
    for (const target of [top, low]) {
      const refused = await failure(
        catalog.patch(type, top.fullyQualifiedName, { op: 'add', path: '/parent', value: reference(target) }),
      );
      expect(refused).toMatchObject({ code: 'BAD_REQUEST', details: [{ field: 'parent' }] });
    }
  });

  it('moves to no place whose name is taken', async () => {
    const { above, top, middle } = await line();
    const other = await catalog.make(type, above);
    await catalog.make(type, { ...above, parent: other.fullyQualifiedName, name: middle.name });
    const refused = await failure(
      catalog.patch(type, middle.fullyQualifiedName, { op: 'replace', path: '/parent', value: reference(other) }),
    );
    expect(refused.code).toBe('CONFLICT');
    expect((await catalog.get(type, `${top.fullyQualifiedName}.${middle.name}`)).id).toBe(middle.id);
  });

  it('is listed among those that lie in no other, or among the others', async () => {
    const { above, top, middle, low } = await line();
    const filters = place ? { [place]: above[place] as string } : {};
    const ids = async (root: string): Promise<string[]> => {
      const request: ListRequest = { limit: 1_000, include: 'non-deleted', filters: { ...filters, root } };
      const page = JSON.parse(String(await catalog.reader.list(ADMIN, typeNamed(type), request))) as {
        data: Document[];
        paging: { total: number };
      };
      expect(page.paging.total).toBe(page.data.length);
      return page.data.map(({ id }) => id);
    };
    const [roots, others] = [await ids('true'), await ids('false')];
    expect(roots).toContain(top.id);
    expect(others).toEqual(expect.arrayContaining([middle.id, low.id]));
    expect(roots).not.toContain(middle.id);
    expect(roots).not.toContain(low.id);
    expect(others).not.toContain(top.id);
    expect(await failure(ids('yes'))).toMatchObject({ details: [{ field: 'root' }] });
  });

  it('gets another domain by a patch and by a PUT', async () => {
    const [one, other] = [await catalog.make('domain'), await catalog.make('domain')];
    const sent = await catalog.body(type, { domains: [one.fullyQualifiedName] });
    const made = await catalog.create(type, sent);
    const patched = await catalog.patch(type, made.fullyQualifiedName, {
      op: 'replace',
      path: '/domains',
      value: [{ id: other.id, type: 'domain' }],
    });
    expect(patched).toMatchObject({ version: 0.2, domains: [{ id: other.id }] });
    expect((await catalog.writer.put(ADMIN, typeNamed(type), sent)).version).toBe('0.3');
    const kept = await catalog.writer.put(ADMIN, typeNamed(type), { ...sent, domains: undefined });
    expect(JSON.parse(kept.json)).toMatchObject({ version: 0.3, domains: [{ id: one.id }] });
  });
});

it('a type that does not nest has no such filter', () => {
  expect(Object.keys(filtersOf(typeNamed('table')))).not.toContain('root');
});
