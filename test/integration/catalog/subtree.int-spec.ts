import { ADMIN, CatalogFixture, failure, newName, read, typeNamed, type Document } from './catalog.fixture';

/** Rounds of a race: enough that both orders come up. */
const ROUNDS = 12;

describe('what lies below an entity', () => {
  let catalog: CatalogFixture;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
  });

  afterAll(() => catalog.close());

  const remove = async (
    type: string,
    { id }: Document,
    how: { hardDelete?: boolean; recursive?: boolean } = {},
  ): Promise<Document> =>
    read(
      await catalog.remover.remove(
        ADMIN,
        typeNamed(type),
        { id },
        { hardDelete: false, recursive: false, precondition: undefined, ...how },
      ),
    );

  const restore = async (type: string, { id }: Document): Promise<Document> =>
    read(await catalog.remover.restore(ADMIN, typeNamed(type), id));

  const byId = async (type: string, { id }: Document, fields?: string): Promise<Document> =>
    read(await catalog.reader.get(ADMIN, typeNamed(type), { id }, fields, 'all'));

  const isDeleted = async (type: string, document: Document): Promise<unknown> => (await byId(type, document)).deleted;

  const rename = (type: string, { fullyQualifiedName }: Document, name: string): Promise<Document> =>
    catalog.patch(type, fullyQualifiedName, { op: 'replace', path: '/name', value: name });

  /** A service with one table, whose columns nest, and a test of the nested one. */
  async function world(): Promise<Record<'service' | 'database' | 'schema' | 'table' | 'test', Document>> {
    const service = await catalog.make('databaseService');
    const database = await catalog.make('database', { service: service.fullyQualifiedName });
    const schema = await catalog.make('databaseSchema', { database: database.fullyQualifiedName });
    const columns = [{ name: 'a.b', dataType: 'struct', children: [{ name: 'x', dataType: 'int' }] }];
    const table = await catalog.make('table', { databaseSchema: schema.fullyQualifiedName, columns });
    const entityLink = `<#E::table::${table.fullyQualifiedName}::columns::"a.b".x>`;
    return { service, database, schema, table, test: await catalog.make('testCase', { entityLink }) };
  }

  describe('renaming', () => {
    it('reaches children, their columns and the links of their tests', async () => {
      const { service, database, schema, table, test } = await world();
      const name = `new.${newName('service')}`;
      const renamed = await rename('databaseService', service, name);
      expect(renamed).toMatchObject({ name, fullyQualifiedName: `"${name}"`, version: 0.2 });
      const tableFqn = `"${name}".${[database, schema, table].map((document) => document.name).join('.')}`;
      const below = await catalog.get('table', tableFqn, 'columns');
      expect(below).toMatchObject({ id: table.id, version: 0.1, service: { name, fullyQualifiedName: `"${name}"` } });
      const [column] = below.columns as { fullyQualifiedName: string; children: { fullyQualifiedName: string }[] }[];
      expect(column?.fullyQualifiedName).toBe(`${tableFqn}."a.b"`);
      expect(column?.children[0]?.fullyQualifiedName).toBe(`${tableFqn}."a.b".x`);
      expect(await byId('testCase', test)).toMatchObject({
        fullyQualifiedName: `${tableFqn}."a.b".x.${test.name}`,
        entityFQN: `${tableFqn}."a.b".x`,
        entityLink: `<#E::table::${tableFqn}::columns::"a.b".x>`,
      });
    });

    it('leaves alone what only begins alike', async () => {
      const service = await catalog.make('databaseService');
      const twin = await catalog.make('databaseService', { name: `${service.name}2` });
      const database = await catalog.make('database', { service: twin.fullyQualifiedName });
      await rename('databaseService', service, newName('other'));
      expect((await byId('database', database)).fullyQualifiedName).toBe(`${service.name}2.${database.name}`);
    });

    it('onto a name that is taken is a conflict and changes nothing', async () => {
      const service = await catalog.make('databaseService');
      const other = await catalog.make('databaseService');
      expect(await failure(rename('databaseService', service, other.name))).toMatchObject({ code: 'CONFLICT' });
      expect((await byId('databaseService', service)).name).toBe(service.name);
    });

    it('reaches a child that is made at the same time', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const service = await catalog.make('databaseService');
        const made = catalog.create('database', { name: 'shop', service: { id: service.id, type: 'databaseService' } });
        const [database, { fullyQualifiedName }] = await Promise.all([
          made,
          rename('databaseService', service, newName('new')),
        ]);
        expect((await byId('database', database)).fullyQualifiedName).toBe(`${fullyQualifiedName}.shop`);
      }
    });

    it('works where every name has 256 wide characters', async () => {
      const name = (prefix: string): string => prefix + '𝄞'.repeat(256 - prefix.length);
      const service = await catalog.make('databaseService', { name: name(newName('s')) });
      const database = await catalog.make('database', { service: service.fullyQualifiedName, name: name('d') });
      const schema = await catalog.make('databaseSchema', { database: database.fullyQualifiedName, name: name('c') });
      const table = await catalog.make('table', { databaseSchema: schema.fullyQualifiedName, name: name('t') });
      expect(Buffer.byteLength(table.fullyQualifiedName)).toBeGreaterThan(2_704);
      await rename('databaseService', service, 'short');
      const fqn = ['short', database.name, schema.name, table.name].join('.');
      expect((await catalog.get('table', fqn)).id).toBe(table.id);
    });
  });

  describe('moving', () => {
    it('takes a container out of another one and back, with what lies in it', async () => {
      const outer = await catalog.make('container');
      const service = (outer.service as Document).fullyQualifiedName;
      const parent = { id: outer.id, type: 'container' };
      const inner = await catalog.make('container', { service, parent });
      const leaf = await catalog.make('container', { service, parent: inner.fullyQualifiedName });
      expect(leaf).toMatchObject({ fullyQualifiedName: [service, outer.name, inner.name, leaf.name].join('.') });
      const out = await catalog.patch('container', inner.fullyQualifiedName, { op: 'remove', path: '/parent' });
      expect(out).toMatchObject({ fullyQualifiedName: `${service}.${inner.name}`, version: 0.2 });
      expect(out).not.toHaveProperty('parent');
      expect((await byId('container', leaf)).fullyQualifiedName).toBe([service, inner.name, leaf.name].join('.'));
      const back = await catalog.patch('container', out.fullyQualifiedName, {
        op: 'add',
        path: '/parent',
        value: parent,
      });
      expect(back.fullyQualifiedName).toBe(inner.fullyQualifiedName);
    });

    it('never puts an entity below itself, also when two are moved at once', async () => {
      const a = await catalog.make('domain');
      const b = await catalog.make('domain', { parent: a.fullyQualifiedName });
      const below = (document: Document, parent: Document): Promise<Document> =>
        catalog.patch('domain', document.fullyQualifiedName, {
          op: 'add',
          path: '/parent',
          value: { id: parent.id, type: 'domain' },
        });
      for (const parent of [a, b]) {
        expect(await failure(below(a, parent))).toMatchObject({ code: 'BAD_REQUEST', details: [{ field: 'parent' }] });
      }
      const [c, d] = [await catalog.make('domain'), await catalog.make('domain')];
      const ends = await Promise.allSettled([below(c, d), below(d, c)]);
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('is refused where service and parent contradict each other', async () => {
      const [one, other] = [await catalog.make('container'), await catalog.make('container')];
      const service = (one.service as Document).fullyQualifiedName;
      const body = await catalog.body('container', { service, parent: other.fullyQualifiedName });
      const refused = await failure(catalog.create('container', body));
      expect(refused).toMatchObject({
        code: 'BAD_REQUEST',
        message: expect.stringContaining('does not lie below') as string,
      });
    });

    it('makes a root of a domain, for all that lies below it', async () => {
      const top = await catalog.make('domain');
      const middle = await catalog.make('domain', { parent: top.fullyQualifiedName });
      const leaf = await catalog.make('domain', { parent: middle.fullyQualifiedName });
      await catalog.patch('domain', middle.fullyQualifiedName, { op: 'remove', path: '/parent' });
      const rows = await catalog.database.query<{ root: string | null; parent_id: string }>(
        `select r.id as root from entity e left join entity r on r.node = e.root where e.id = any($1) order by e.fqn`,
        [[middle.id, leaf.id]],
      );
      expect(rows.map(({ root }) => root)).toEqual([null, middle.id]);
    });
  });

  describe('deletion', () => {
    it('needs recursive=true where something live lies below, tests aside', async () => {
      const { schema, table, test } = await world();
      const refused = await failure(remove('databaseSchema', schema));
      expect(refused).toMatchObject({
        code: 'BAD_REQUEST',
        message: expect.stringContaining('databaseSchema is not empty') as string,
      });
      await remove('table', table);
      expect([await isDeleted('table', table), await isDeleted('testCase', test)]).toEqual([true, true]);
      expect(await remove('databaseSchema', schema)).toMatchObject({ deleted: true });
    });

    it('hides all below, and its restoration brings exactly those back', async () => {
      const { service, database, schema, table, test } = await world();
      const before = await catalog.make('table', { databaseSchema: schema.fullyQualifiedName });
      await remove('table', before);
      await remove('databaseService', service, { recursive: true });
      for (const [type, document] of [
        ['database', database],
        ['table', table],
        ['testCase', test],
      ] as const) {
        expect(await isDeleted(type, document)).toBe(true);
      }
      expect(await failure(restore('table', table))).toMatchObject({
        code: 'BAD_REQUEST',
        message: expect.stringContaining(service.name) as string,
      });
      expect(await failure(restore('table', before))).toMatchObject({ code: 'BAD_REQUEST' });
      await restore('databaseService', service);
      for (const [type, document] of [
        ['database', database],
        ['table', table],
        ['testCase', test],
      ] as const) {
        expect(await isDeleted(type, document)).toBe(false);
      }
      expect(await isDeleted('table', before)).toBe(true);
      expect((await restore('table', before)).deleted).toBe(false);
    });

    it('for good counts what is soft-deleted too, and takes it along', async () => {
      const { schema, table, test } = await world();
      await remove('table', table);
      expect(await failure(remove('databaseSchema', schema, { hardDelete: true }))).toMatchObject({
        code: 'BAD_REQUEST',
      });
      await remove('databaseSchema', schema, { hardDelete: true, recursive: true });
      expect(await failure(byId('table', table))).toMatchObject({ code: 'NOT_FOUND' });
      expect(await failure(byId('testCase', test))).toMatchObject({ code: 'NOT_FOUND' });
    });

    it.each([false, true])(
      'leaves no orphan of children that are made at the same time (hardDelete %s)',
      async (hardDelete) => {
        for (let round = 0; round < ROUNDS; round++) {
          const service = await catalog.make('databaseService');
          const { fullyQualifiedName } = await catalog.make('database', { service: service.fullyQualifiedName });
          const makeSchemas = [0, 1, 2].map((i) =>
            catalog.create('databaseSchema', { name: `s${i}`, database: fullyQualifiedName }),
          );
          await Promise.allSettled([
            ...makeSchemas,
            remove('databaseService', service, { hardDelete, recursive: true }),
          ]);
        }
        const orphans = await catalog.database.query(
          `select c.fqn from entity c join entity p on p.node = c.parent where c.deleted_by is null and p.deleted_by is not null`,
        );
        expect(orphans).toEqual([]);
      },
    );

    it('loses to a child that was made first, where it is not recursive', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const service = await catalog.make('databaseService');
        const body = { name: 'shop', service: service.fullyQualifiedName };
        const ends = await Promise.allSettled([catalog.create('database', body), remove('databaseService', service)]);
        expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      }
    });
  });

  it('is shown by its parent where it is asked for', async () => {
    const { database, schema, table } = await world();
    expect((await byId('database', database, 'databaseSchemas')).databaseSchemas).toMatchObject([
      { id: schema.id, type: 'databaseSchema' },
    ]);
    expect((await byId('databaseSchema', schema, '*')).tables).toMatchObject([{ id: table.id }]);
    await remove('table', table);
    expect((await byId('databaseSchema', schema, 'tables')).tables).toEqual([]);
  });
});
