import { ADMIN, CatalogFixture, failure, newName, read, typeNamed, type Document } from './catalog.fixture';

describe('references and tags', () => {
  let catalog: CatalogFixture;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
  });

  afterAll(() => catalog.close());

  const ids = (value: unknown): string[] => (value as Document[]).map(({ id }) => id).sort();

  const put = async (type: string, body: Record<string, unknown>): Promise<Document> =>
    read(await catalog.writer.put(ADMIN, typeNamed(type), body));

  const hide = (type: string, { id }: Document): Promise<unknown> =>
    catalog.remover.remove(
      ADMIN,
      typeNamed(type),
      { id },
      { hardDelete: false, recursive: false, precondition: undefined },
    );

  it('are taken as objects, FQNs, ids and names, each once', async () => {
    const user = await catalog.make('user', { name: `jane.${newName('doe')}` });
    const forms = [
      user.name,
      user.fullyQualifiedName,
      user.id,
      user.id.toUpperCase(),
      { id: user.id, type: 'user' },
      { fullyQualifiedName: user.fullyQualifiedName },
    ];
    const made = await catalog.make('dataProduct', { experts: forms });
    expect(made.experts).toMatchObject([{ id: user.id, type: 'user', name: user.name }]);
  });

  it('are refused where they are of another type or of none', async () => {
    const table = await catalog.make('table');
    const wrong = [
      { id: table.id, type: 'table' },
      { id: 'x', type: 'user' },
      { name: 'dana' },
      5,
      '',
      { id: table.id, nme: 1 },
    ];
    const refused = await failure(catalog.create('table', await catalog.body('table', { owners: wrong })));
    expect(refused.details?.map(({ field }) => field)).toEqual(wrong.map((_, i) => `owners[${i}]`));
    const hidden = await failure(catalog.create('table', await catalog.body('table', { owners: [table.id] })));
    expect(hidden).toMatchObject({ code: 'NOT_FOUND', message: `user or team instance for ${table.id} not found` });
  });

  it('to a deleted entity are kept, not made', async () => {
    const owner = await catalog.make('user');
    const made = await catalog.make('table', { owners: [owner.id] });
    await hide('user', owner);
    const kept = await catalog.patch('table', made.fullyQualifiedName, { op: 'add', path: '/description', value: 'x' });
    expect(kept.owners).toMatchObject([{ id: owner.id, deleted: true }]);
    const refused = await failure(catalog.create('table', await catalog.body('table', { owners: [owner.id] })));
    expect(refused).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('of a kind are kept by a PUT that does not name them, and replaced by one that does', async () => {
    const [one, other] = [await catalog.make('user'), await catalog.make('user')];
    const body = await catalog.body('table', { owners: [one.id], reviewers: [one.id], extension: { a: 1 } });
    await catalog.create('table', body);
    const { owners: _owners, reviewers: _reviewers, extension: _extension, ...bare } = body;
    expect(await put('table', bare)).toMatchObject({
      owners: [{ id: one.id }],
      reviewers: [],
      extension: { a: 1 },
      version: 0.2,
    });
    expect(await put('table', { ...bare, owners: [other.id] })).toMatchObject({
      owners: [{ id: other.id }],
      version: 0.3,
    });
  });

  it('to what is removed at the same time are made or refused, never broken', async () => {
    for (let round = 0; round < 10; round++) {
      const domain = await catalog.make('domain');
      const body = await catalog.body('table', { domains: [domain.fullyQualifiedName] });
      const request = { hardDelete: true, recursive: false, precondition: undefined };
      const [made, removed] = await Promise.allSettled([
        catalog.create('table', body),
        catalog.remover.remove(ADMIN, typeNamed('domain'), { id: domain.id }, request),
      ]);
      expect(removed.status).toBe('fulfilled');
      if (made.status === 'rejected')
        expect(['NOT_FOUND', 'CONFLICT']).toContain((made.reason as { code: string }).code);
      else expect((await catalog.get('table', made.value.fullyQualifiedName, 'domains')).domains).toEqual([]);
    }
  });

  it('to users are by one address each', async () => {
    const first = await catalog.make('user');
    const body = await catalog.body('user', { email: String(first.email).toUpperCase() });
    expect(await failure(catalog.create('user', body))).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('email') as string,
    });
    expect(await failure(put('user', body))).toMatchObject({ code: 'CONFLICT' });
    await hide('user', first);
    await put('user', body);
    const restored = catalog.remover.restore(ADMIN, typeNamed('user'), first.id);
    expect(await failure(restored)).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('email') as string,
    });
  });

  it('are one relation from both ends: assets of a product, dashboards of a chart, members of a team', async () => {
    const table = await catalog.make('table');
    const product = await catalog.make('dataProduct', { assets: [{ id: table.id, type: 'table' }] });
    expect((await catalog.get('table', table.fullyQualifiedName, 'dataProducts')).dataProducts).toMatchObject([
      { id: product.id },
    ]);
    const chart = await catalog.make('chart');
    const dashboard = await catalog.make('dashboard', { charts: [chart.fullyQualifiedName] });
    expect((await catalog.get('chart', chart.fullyQualifiedName, 'dashboards')).dashboards).toMatchObject([
      { id: dashboard.id },
    ]);
    const user = await catalog.make('user');
    const team = await catalog.make('team', { users: [user.id] });
    expect((await catalog.get('user', user.fullyQualifiedName, 'teams')).teams).toMatchObject([{ id: team.id }]);
    expect(await catalog.get('team', team.fullyQualifiedName, 'userCount')).toMatchObject({ userCount: 1 });
  });

  it('from the other end outlive a PUT of a chart and of a product', async () => {
    const chartBody = await catalog.body('chart');
    const chart = await catalog.create('chart', chartBody);
    const dashboard = await catalog.make('dashboard', { charts: [chart.fullyQualifiedName] });
    expect((await put('chart', chartBody)).dashboards).toMatchObject([{ id: dashboard.id }]);
    const table = await catalog.make('table');
    const productBody = await catalog.body('dataProduct');
    await catalog.create('dataProduct', { ...productBody, assets: [{ id: table.id, type: 'table' }] });
    expect((await put('dataProduct', { ...productBody, description: 'new' })).assets).toMatchObject([{ id: table.id }]);
  });

  it('from the other end leave alone what that property does not show', async () => {
    const product = await catalog.make('dataProduct');
    const suite = await catalog.make('testSuite', { dataProducts: [product.fullyQualifiedName] });
    const table = await catalog.make('table');
    const assets = [{ id: table.id, type: 'table' }];
    await catalog.patch('dataProduct', product.fullyQualifiedName, { op: 'add', path: '/assets', value: assets });
    await catalog.patch('dataProduct', product.fullyQualifiedName, { op: 'replace', path: '/assets', value: [] });
    expect((await catalog.get('testSuite', suite.fullyQualifiedName, 'dataProducts')).dataProducts).toHaveLength(1);
  });

  it('of two kinds at one relation are told apart', async () => {
    const policy = await catalog.make('policy');
    const role = await catalog.make('role', { policies: [policy.fullyQualifiedName] });
    const team = await catalog.make('team', { policies: [policy.id] });
    const read = await catalog.get('policy', policy.fullyQualifiedName, 'roles,teams');
    expect([ids(read.roles), ids(read.teams)]).toEqual([[role.id], [team.id]]);
  });

  it('show what somebody owns, and what a domain holds', async () => {
    const user = await catalog.make('user');
    const domain = await catalog.make('domain');
    const more = { owners: [user.id], domains: [domain.fullyQualifiedName] };
    const made = [await catalog.make('table', more), await catalog.make('topic', more)];
    expect(ids((await catalog.get('user', user.fullyQualifiedName, 'owns')).owns)).toEqual(ids(made));
    expect(ids((await catalog.get('domain', domain.fullyQualifiedName, 'assets')).assets)).toEqual(ids(made));
    expect(await catalog.get('domain', domain.fullyQualifiedName)).not.toHaveProperty('assets');
  });

  it('as tags are counted where they are used, with their classification', async () => {
    const tag = await catalog.make('tag');
    const term = await catalog.make('glossaryTerm');
    const tags = [{ tagFQN: tag.fullyQualifiedName }, { tagFQN: term.fullyQualifiedName, source: 'Glossary' }];
    const table = await catalog.make('table', { tags });
    await catalog.make('topic', { tags });
    expect(table.tags).toMatchObject([
      { labelType: 'Manual', state: 'Confirmed', source: 'Classification' },
      { source: 'Glossary' },
    ]);
    await hide('table', table);
    expect(await catalog.get('tag', tag.fullyQualifiedName, 'usageCount')).toMatchObject({ usageCount: 1 });
    const classification = (tag.classification as Document).fullyQualifiedName;
    expect(await catalog.get('classification', classification, 'usageCount,termCount')).toMatchObject({
      usageCount: 1,
      termCount: 1,
    });
    const glossary = (term.glossary as Document).fullyQualifiedName;
    expect(await catalog.get('glossary', glossary, '*')).toMatchObject({ usageCount: 1, termCount: 1 });
  });

  it('as tags are merged by PUT, on columns too, and replaced by PATCH', async () => {
    const [one, other] = [await catalog.make('tag'), await catalog.make('tag')];
    const label = ({ fullyQualifiedName }: Document): object => ({ tagFQN: fullyQualifiedName });
    const body = await catalog.body('table', {
      tags: [label(one)],
      columns: [{ name: 'id', dataType: 'INT', tags: [label(one)] }],
    });
    const made = await catalog.create('table', body);
    const merged = await put('table', {
      ...body,
      tags: [label(other)],
      columns: [{ name: 'id', dataType: 'INT', tags: [label(other)] }],
    });
    const fqns = (tags: unknown): unknown[] => (tags as { tagFQN: string }[]).map(({ tagFQN }) => tagFQN);
    const both = [one.fullyQualifiedName, other.fullyQualifiedName];
    expect(fqns(merged.tags)).toEqual(both);
    expect(fqns((merged.columns as { tags: unknown }[])[0]?.tags)).toEqual(both);
    const patched = await catalog.patch('table', made.fullyQualifiedName, {
      op: 'replace',
      path: '/tags',
      value: [label(other)],
    });
    expect(fqns(patched.tags)).toEqual([other.fullyQualifiedName]);
  });

  it('as tags follow a renaming, on columns too, without a new version', async () => {
    const tag = await catalog.make('tag', { name: newName('a.b') });
    const classification = tag.classification as Document;
    const tags = [{ tagFQN: tag.fullyQualifiedName, reason: 'seen' }];
    const columns = [{ name: 'id', dataType: 'STRUCT', tags, children: [{ name: 'x', dataType: 'INT', tags }] }];
    const table = await catalog.make('table', { tags, columns });
    const name = newName('new');
    await catalog.patch('classification', classification.fullyQualifiedName, {
      op: 'replace',
      path: '/name',
      value: name,
    });
    const label = { tagFQN: `${name}."${tag.name}"`, reason: 'seen' };
    expect(await catalog.get('table', table.fullyQualifiedName, 'tags')).toMatchObject({
      version: 0.1,
      tags: [label],
      columns: [{ tags: [label], children: [{ tags: [label] }] }],
    });
    const request = { limit: 10, include: 'all' as const, filters: { tag: label.tagFQN } };
    expect(JSON.parse(String(await catalog.reader.list(ADMIN, typeNamed('table'), request)))).toMatchObject({
      data: [{ id: table.id }],
    });
  });

  it('as tags outlast a soft deletion of the tag, and end with a hard one', async () => {
    const tag = await catalog.make('tag');
    const tags = [{ tagFQN: tag.fullyQualifiedName }];
    const table = await catalog.make('table', { tags, columns: [{ name: 'id', dataType: 'INT', tags }] });
    await hide('tag', tag);
    const edited = await catalog.patch('table', table.fullyQualifiedName, {
      op: 'add',
      path: '/description',
      value: 'still editable',
    });
    expect(edited.tags).toHaveLength(1);
    const request = { hardDelete: true, recursive: false, precondition: undefined };
    await catalog.remover.remove(ADMIN, typeNamed('tag'), { id: tag.id }, request);
    const left = await catalog.get('table', table.fullyQualifiedName, 'tags');
    expect(left).toMatchObject({ tags: [], columns: [{ tags: [] }], version: 0.2 });
  });

  it('are patched into arrays that the document does not show', async () => {
    const tag = await catalog.make('tag');
    const made = await catalog.make('table');
    const patched = await catalog.patch(
      'table',
      made.fullyQualifiedName,
      { op: 'add', path: '/tags/0', value: { tagFQN: tag.fullyQualifiedName } },
      { op: 'add', path: '/columns/2/tags/0', value: { tagFQN: tag.fullyQualifiedName } },
      { op: 'add', path: '/tableConstraints/-', value: { constraintType: 'unique', columns: ['order_id'] } },
    );
    expect(patched).toMatchObject({
      tags: [{ tagFQN: tag.fullyQualifiedName }],
      tableConstraints: [{ constraintType: 'UNIQUE' }],
      version: 1.1,
    });
  });

  it('bind terms and tags to what lies above them', async () => {
    const term = await catalog.make('glossaryTerm');
    const glossary = (term.glossary as Document).fullyQualifiedName;
    const child = await catalog.make('glossaryTerm', { glossary, parent: term.fullyQualifiedName });
    expect(child).toMatchObject({
      fullyQualifiedName: `${term.fullyQualifiedName}.${child.name}`,
      parent: { id: term.id },
      glossary: { fullyQualifiedName: glossary },
    });
    expect(await catalog.get('glossaryTerm', term.fullyQualifiedName, 'children,childrenCount')).toMatchObject({
      children: [{ id: child.id }],
      childrenCount: 1,
    });
    const other = await catalog.make('glossary');
    const astray = await catalog.body('glossaryTerm', {
      glossary: other.fullyQualifiedName,
      parent: term.fullyQualifiedName,
    });
    expect(await failure(catalog.create('glossaryTerm', astray))).toMatchObject({
      code: 'BAD_REQUEST',
      details: [{ field: 'parent' }],
    });
  });
});
