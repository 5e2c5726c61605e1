import type { ListRequest } from '@app/catalog';
import { actorOf, ADMIN, CatalogFixture, failure, newName, read, typeNamed, type Document } from '../catalog.fixture';

type References = { id: string; inherited?: boolean }[];

describe('owners and domains of what lies above', () => {
  let catalog: CatalogFixture;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
  });

  afterAll(() => catalog.close());

  /** A table whose service has an owner and whose database has a domain. */
  async function below(more: Record<string, unknown> = {}) {
    const owner = await catalog.make('user');
    const domain = await catalog.make('domain');
    const service = await catalog.make('databaseService', { owners: [{ id: owner.id, type: 'user' }] });
    const domains = [domain.fullyQualifiedName];
    const database = await catalog.make('database', { service: service.fullyQualifiedName, domains });
    const schema = await catalog.make('databaseSchema', { database: database.fullyQualifiedName });
    const table = await catalog.make('table', { databaseSchema: schema.fullyQualifiedName, ...more });
    return { owner, domain, service, database, schema, table };
  }

  const shown = (document: Document, name: string): [string, boolean][] =>
    (document[name] as References).map(({ id, inherited }) => [id, inherited ?? false]);

  const storedOf = async (id: string): Promise<string[]> => {
    const text = `select r.relation from entity_reference r join entity e on e.node = r.from_node where e.id = $1 order by 1`;
    return (await catalog.database.query<{ relation: string }>(text, [id])).map(({ relation }) => relation);
  };

  it('are shown as inherited, by id, by name and in lists', async () => {
    const { owner, domain, schema, table } = await below();
    const read = await catalog.get('table', table.fullyQualifiedName, 'owners,domains');
    expect(shown(read, 'owners')).toEqual([[owner.id, true]]);
    expect(shown(read, 'domains')).toEqual([[domain.id, true]]);
    const request: ListRequest = {
      limit: 10,
      include: 'non-deleted',
      filters: { databaseSchema: schema.fullyQualifiedName },
      fields: 'owners,domains',
    };
    const page = JSON.parse(String(await catalog.reader.list(ADMIN, typeNamed('table'), request))) as {
      data: Document[];
    };
    expect(page.data.map((one) => [shown(one, 'owners'), shown(one, 'domains')])).toEqual([
      [[[owner.id, true]], [[domain.id, true]]],
    ]);
  });

  it('come from the nearest that has any, and give way to own ones', async () => {
    const { schema, table, owner } = await below();
    const nearer = await catalog.make('user');
    await catalog.patch('databaseSchema', schema.fullyQualifiedName, {
      op: 'add',
      path: '/owners',
      value: [{ id: nearer.id, type: 'user' }],
    });
    expect(shown(await catalog.get('table', table.fullyQualifiedName, 'owners'), 'owners')).toEqual([
      [nearer.id, true],
    ]);
    const own = await catalog.patch('table', table.fullyQualifiedName, {
      op: 'replace',
      path: '/owners',
      value: [{ id: owner.id, type: 'user' }],
    });
    expect(own.version).toBe(0.2);
    expect(shown(own, 'owners')).toEqual([[owner.id, false]]);
  });

  it('become own where a client says so of the very same one', async () => {
    const { table, owner } = await below();
    const own = await catalog.patch('table', table.fullyQualifiedName, {
      op: 'add',
      path: '/owners',
      value: [{ id: owner.id, type: 'user' }],
    });
    expect(own.version).toBe(0.2);
    expect(shown(own, 'owners')).toEqual([[owner.id, false]]);
    expect(own.changeDescription).toMatchObject({ fieldsAdded: [{ name: 'owners' }], fieldsUpdated: [] });
  });

  it('are not written back by a patch of something else, nor by a PUT of what was read', async () => {
    const { table, owner, schema } = await below();
    const patched = await catalog.patch('table', table.fullyQualifiedName, {
      op: 'add',
      path: '/description',
      value: 'x',
    });
    expect(shown(patched, 'owners')).toEqual([[owner.id, true]]);
    const { owners, domains } = await catalog.get('table', table.fullyQualifiedName, 'owners,domains');
    const { columns, name } = table;
    const sent = { name, columns, databaseSchema: schema.fullyQualifiedName, description: 'x', owners, domains };
    const put = await catalog.writer.put(ADMIN, typeNamed('table'), sent);
    expect(put.version).toBe('0.2');
    expect(await storedOf(table.id)).toEqual([]);
  });

  it('are dropped where a client adds an own one beside them', async () => {
    const { table } = await below();
    const added = await catalog.make('user');
    const value = { id: added.id, type: 'user' };
    const patched = await catalog.patch('table', table.fullyQualifiedName, { op: 'add', path: '/owners/-', value });
    expect(shown(patched, 'owners')).toEqual([[added.id, false]]);
  });

  it('are in no version that was', async () => {
    const { table } = await below();
    await catalog.patch('table', table.fullyQualifiedName, { op: 'add', path: '/description', value: 'x' });
    const old = JSON.parse(await catalog.versions.one(ADMIN, typeNamed('table'), table.id, '0.1')) as Document;
    expect(old.owners ?? []).toEqual([]);
  });

  it('give the owner of a service what the owner of a table may, also to delete it', async () => {
    const { owner, table, schema } = await below();
    const actor = actorOf(owner);
    const patch = [{ op: 'add', path: '/extension', value: { kept: true } }];
    const type = typeNamed('table');
    expect((await catalog.writer.patch(actor, type, { id: table.id }, patch)).version).toBe('0.2');
    const stranger = actorOf(await catalog.make('user'));
    const again = [{ op: 'add', path: '/extension', value: { kept: false } }];
    expect(await failure(catalog.writer.patch(stranger, type, { id: table.id }, again))).toMatchObject({
      code: 'FORBIDDEN',
    });
    // A nearer owner takes the place of the service's.
    const nearer = await catalog.make('team');
    const value = [{ id: nearer.id, type: 'team' }];
    await catalog.patch('databaseSchema', schema.fullyQualifiedName, { op: 'add', path: '/owners', value });
    expect(await failure(catalog.writer.patch(actor, type, { id: table.id }, again))).toMatchObject({
      code: 'FORBIDDEN',
    });
    const gone = await catalog.remover.remove(
      { ...actor, ownerIds: new Set([nearer.id]) },
      type,
      { id: table.id },
      { hardDelete: false, recursive: true, precondition: undefined },
    );
    expect(read(gone)).toMatchObject({ deleted: true });
  });

  it('are what the filters owner and domain look for, too', async () => {
    const { owner, domain, schema, table } = await below();
    const filters = { databaseSchema: schema.fullyQualifiedName };
    const wanted: Record<string, string>[] = [{ owner: owner.id }, { domain: domain.fullyQualifiedName }];
    for (const own of wanted) {
      const request: ListRequest = { limit: 10, include: 'all', filters: { ...filters, ...own } };
      const { data, paging } = JSON.parse(String(await catalog.reader.list(ADMIN, typeNamed('table'), request))) as {
        data: { id: string }[];
        paging: object;
      };
      expect([data.map(({ id }) => id), paging]).toEqual([[table.id], { total: 1 }]);
    }
  });

  it('cost no statement for a page, and one for a long page, with as many as are asked for', async () => {
    const { schema } = await below();
    for (let i = 0; i < 8; i++) await catalog.make('table', { databaseSchema: schema.fullyQualifiedName });
    const statements = async (limit: number, fields?: string): Promise<number> => {
      const before = catalog.database.statements;
      await catalog.reader.list(ADMIN, typeNamed('table'), {
        limit,
        include: 'non-deleted',
        filters: { databaseSchema: schema.fullyQualifiedName },
        fields,
      });
      return catalog.database.statements - before;
    };
    for (const fields of ['owners', 'owners,domains', 'owners,domains,followers,tags']) {
      expect((await statements(100, fields)) - (await statements(100))).toBe(0);
      expect((await statements(101, fields)) - (await statements(101))).toBe(1);
    }
  });

  it('reach terms from their glossary, subdomains from their domain, test cases from their table', async () => {
    const owner = await catalog.make('user');
    const owners = [{ id: owner.id, type: 'user' }];
    const glossary = await catalog.make('glossary', { owners });
    const parent = await catalog.make('glossaryTerm', { glossary: glossary.fullyQualifiedName });
    const term = await catalog.make('glossaryTerm', {
      glossary: glossary.fullyQualifiedName,
      parent: parent.fullyQualifiedName,
    });
    const domain = await catalog.make('domain', { owners });
    const subdomain = await catalog.make('domain', { parent: domain.fullyQualifiedName, name: newName('sub') });
    const table = await catalog.make('table', { owners });
    const testCase = await catalog.make('testCase', { entityLink: `<#E::table::${table.fullyQualifiedName}>` });
    for (const [type, { fullyQualifiedName }] of [
      ['glossaryTerm', term],
      ['domain', subdomain],
      ['testCase', testCase],
    ] as const)
      expect(shown(await catalog.get(type, fullyQualifiedName, 'owners'), 'owners')).toEqual([[owner.id, true]]);
  });
});
