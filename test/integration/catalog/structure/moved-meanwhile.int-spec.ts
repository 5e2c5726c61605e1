import { ADMIN, CatalogFixture, newName, read, typeNamed, type Document } from '../catalog.fixture';
import { overtaken } from './overtaken';

/** A change of a level meets an entity that was moved away while it waited for it. */
describe('an entity that is moved out of', () => {
  let catalog: CatalogFixture;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
  });

  afterAll(() => catalog.close());

  type World = Record<'from' | 'to' | 'schema' | 'table', Document>;

  async function world(): Promise<World> {
    const { fullyQualifiedName: service } = await catalog.make('databaseService');
    const [from, to] = [await catalog.make('database', { service }), await catalog.make('database', { service })];
    const schema = await catalog.make('databaseSchema', { database: from.fullyQualifiedName });
    const columns = [{ name: 'id', dataType: 'int' }];
    const table = await catalog.make('table', { databaseSchema: schema.fullyQualifiedName, columns });
    return { from, to, schema, table };
  }

  const move = ({ schema, to }: World): Promise<Document> =>
    catalog.patch('databaseSchema', schema.fullyQualifiedName, {
      op: 'replace',
      path: '/database',
      value: { id: to.id, type: 'database' },
    });

  const byId = async (type: string, { id }: Document): Promise<Document> =>
    read(await catalog.reader.get(ADMIN, typeNamed(type), { id }, '*', 'all'));

  const remove = (type: string, { id }: Document, hardDelete: boolean): Promise<unknown> =>
    catalog.remover.remove(ADMIN, typeNamed(type), { id }, { hardDelete, recursive: true });

  async function expectMoved({ to, schema, table }: World): Promise<void> {
    const fqn = `${to.fullyQualifiedName}.${schema.name}`;
    expect(await byId('databaseSchema', schema)).toMatchObject({
      fullyQualifiedName: fqn,
      database: { id: to.id },
      deleted: false,
    });
    expect(await byId('table', table)).toMatchObject({
      fullyQualifiedName: `${fqn}.${table.name}`,
      deleted: false,
      columns: [{ fullyQualifiedName: `${fqn}.${table.name}.id` }],
    });
  }

  it('a database that is renamed keeps the name of its new place', async () => {
    const given = await world();
    const rename = (): Promise<Document> =>
      catalog.patch('database', given.from.fullyQualifiedName, { op: 'replace', path: '/name', value: newName('new') });
    const [moved, renamed] = await overtaken(catalog, given.schema, () => move(given), rename);
    expect([moved.status, renamed.status]).toEqual(['fulfilled', 'fulfilled']);
    await expectMoved(given);
  });

  it.each([false, true])(
    'a database that is deleted stays, with what lies in it (hardDelete %s)',
    async (hardDelete) => {
      const given = await world();
      const [moved, removed] = await overtaken(
        catalog,
        given.schema,
        () => move(given),
        () => remove('database', given.from, hardDelete),
      );
      expect([moved.status, removed.status]).toEqual(['fulfilled', 'fulfilled']);
      await expectMoved(given);
    },
  );

  it('a service, two levels above, keeps its new root', async () => {
    const given = await world();
    const elsewhere = await catalog.make('database');
    const rename = (): Promise<Document> =>
      catalog.patch('databaseService', given.from.fullyQualifiedName.split('.')[0] as string, {
        op: 'replace',
        path: '/name',
        value: newName('new'),
      });
    const [moved, renamed] = await overtaken(catalog, given.schema, () => move({ ...given, to: elsewhere }), rename);
    expect([moved.status, renamed.status]).toEqual(['fulfilled', 'fulfilled']);
    await expectMoved({ ...given, to: elsewhere });
    expect((await byId('databaseSchema', given.schema)).service).toEqual(elsewhere.service);
  });

  it('a database that is deleted, when it was deleted itself meanwhile, keeps its own deletion', async () => {
    const given = await world();
    const [own, above] = await overtaken(
      catalog,
      given.schema,
      () => remove('databaseSchema', given.schema, false),
      () => remove('database', given.from, false),
    );
    expect([own.status, above.status]).toEqual(['fulfilled', 'fulfilled']);
    await catalog.remover.restore(ADMIN, typeNamed('database'), given.from.id);
    expect((await byId('databaseSchema', given.schema)).deleted).toBe(true);
    expect((await byId('table', given.table)).deleted).toBe(true);
  });
});
