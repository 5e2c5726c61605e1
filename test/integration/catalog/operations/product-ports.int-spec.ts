import { ADMIN, actorOf, CatalogFixture, failure, mayDo, read, typeNamed, type Document } from '../catalog.fixture';

interface Product extends Document {
  readonly inputPorts: readonly Document[];
  readonly outputPorts: readonly Document[];
}

describe('ports of data products', () => {
  let catalog: CatalogFixture;
  let product: Document;
  let table: Document;
  let topic: Document;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
  });
  afterAll(() => catalog.close());
  beforeEach(async () => {
    [product, table, topic] = [
      await catalog.make('dataProduct'),
      await catalog.make('table'),
      await catalog.make('topic'),
    ];
  });

  const key = () => ({ id: product.id });
  const refer = ({ id }: Document, type = 'table') => ({ id, type });
  const now = async () => (await catalog.get('dataProduct', product.fullyQualifiedName, '*')) as Product;
  const idsOf = (references: readonly { readonly id: string }[]) => references.map(({ id }) => id);
  const portsOf = async (list: 'inputPorts' | 'outputPorts', actor = ADMIN) =>
    idsOf((await catalog.products.ports(actor, key(), list, 10, 0)).data);

  it('come and go with a version that says so; the assets have none', async () => {
    await catalog.products.add(ADMIN, key(), [refer(table), refer(topic, 'topic'), refer(table)], 'inputPorts');
    expect(await now()).toMatchObject({
      version: 0.2,
      outputPorts: [],
      assets: [],
      changeDescription: { fieldsAdded: [{ name: 'inputPorts', newValue: [{ id: table.id }, { id: topic.id }] }] },
    });
    expect([...idsOf((await now()).inputPorts)].sort()).toEqual([table.id, topic.id].sort());
    await catalog.products.add(
      ADMIN,
      key(),
      [{ fullyQualifiedName: table.fullyQualifiedName, type: 'table' }],
      'inputPorts',
    );
    expect((await now()).version).toBe(0.2);
    await catalog.products.remove(ADMIN, { fqn: product.fullyQualifiedName }, [refer(table)], 'inputPorts');
    expect(await now()).toMatchObject({
      version: 0.3,
      inputPorts: [{ id: topic.id }],
      changeDescription: { fieldsDeleted: [{ name: 'inputPorts', oldValue: [{ id: table.id }] }] },
    });
    const before = await catalog.versions.one(ADMIN, typeNamed('dataProduct'), product.id, '0.2');
    expect(idsOf((JSON.parse(before) as Product).inputPorts)).toHaveLength(2);
    expect((await catalog.get('table', table.fullyQualifiedName)).version).toBe(0.1);
  });

  it('are on one side alone, and of the product where others may consume them', async () => {
    const output = () => catalog.products.add(ADMIN, key(), [refer(table)], 'outputPorts');
    expect(await failure(output())).toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining(`${table.fullyQualifiedName} is no asset of the data product`),
    });
    await catalog.products.add(ADMIN, key(), [refer(table)]);
    await output();
    const input = catalog.products.add(ADMIN, key(), [refer(topic, 'topic'), refer(table)], 'inputPorts');
    expect(await failure(input)).toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining(`${table.fullyQualifiedName} is an output port of the data product already`),
    });
    expect([await portsOf('inputPorts'), await portsOf('outputPorts')]).toEqual([[], [table.id]]);
    await catalog.products.remove(ADMIN, key(), [refer(table)], 'outputPorts');
    await catalog.products.add(ADMIN, key(), [refer(table)], 'inputPorts');
    expect((await failure(output())).message).toContain('is an input port of the data product already');
  });

  it('stay where a body of the product does not know them, and are not set by one', async () => {
    await catalog.products.add(ADMIN, key(), [refer(table)], 'inputPorts');
    const { name, domains } = await now();
    const body = {
      name,
      domains: idsOf(domains as Document[]),
      description: 'New',
      inputPorts: [],
      outputPorts: [refer(topic, 'topic')],
    };
    await catalog.writer.put(ADMIN, typeNamed('dataProduct'), body);
    await catalog.patch('dataProduct', product.fullyQualifiedName, { op: 'add', path: '/displayName', value: 'P' });
    expect(await now()).toMatchObject({ displayName: 'P', inputPorts: [{ id: table.id }], outputPorts: [] });
  });

  it('are listed page by page, without those that are deleted', async () => {
    await catalog.products.add(ADMIN, key(), [refer(table), refer(topic, 'topic')], 'inputPorts');
    const page = await catalog.products.ports(ADMIN, { fqn: product.fullyQualifiedName }, 'inputPorts', 1, 1);
    expect(page).toMatchObject({ data: [{ name: topic.name }], paging: { total: 2, offset: 1, limit: 1 } });
    const request = { hardDelete: false, recursive: false, precondition: undefined };
    await catalog.remover.remove(ADMIN, typeNamed('table'), { id: table.id }, request);
    expect(await portsOf('inputPorts')).toEqual([topic.id]);
    await catalog.remover.remove(ADMIN, typeNamed('topic'), { id: topic.id }, { ...request, hardDelete: true });
    expect(await portsOf('inputPorts')).toEqual([]);
    const gone = { id: topic.id };
    expect(await failure(catalog.products.ports(ADMIN, gone, 'inputPorts', 1, 0))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are changed by who may edit both ends; hidden ones are as nothing', async () => {
    const user = await catalog.make('user');
    const mine = read(
      await catalog.writer.patch(ADMIN, typeNamed('dataProduct'), key(), [
        { op: 'add', path: '/owners', value: [refer(user, 'user')] },
      ]),
    );
    expect(mine.id).toBe(product.id);
    const owner = actorOf(user);
    expect(await failure(catalog.products.add(owner, key(), [refer(table)], 'inputPorts'))).toMatchObject({
      code: 'FORBIDDEN',
      message: `Principal ${owner.name} is not allowed: operations [EditAll] on table`,
    });
    const stranger = actorOf(await catalog.make('user'), mayDo(['EditAll'], 'table'));
    expect(await failure(catalog.products.add(stranger, key(), [refer(table)], 'inputPorts'))).toMatchObject({
      code: 'FORBIDDEN',
    });
    const editor = actorOf(user, mayDo(['EditAll'], 'table'));
    await catalog.products.add(editor, key(), [refer(table)], 'inputPorts');
    const blind = actorOf(user, mayDo(['EditAll']), {
      ...mayDo(['ViewBasic'], 'table'),
      effect: 'deny',
      condition: 'noOwner()',
    });
    expect(await portsOf('inputPorts', blind)).toEqual([]);
    expect((await catalog.products.ports(blind, key(), 'inputPorts', 10, 0)).paging.total).toBe(0);
    for (const way of ['add', 'remove'] as const)
      expect(await failure(catalog.products[way](blind, key(), [refer(table)], 'inputPorts'))).toMatchObject({
        code: 'NOT_FOUND',
        message: `table instance for ${table.id} not found`,
      });
  });

  it('are references to assets and services, up to 1,000 at a time', async () => {
    const wrong = [
      'all',
      [refer(product, 'dataProduct')],
      [{ id: 'x', type: 'table' }],
      Array(1_001).fill(refer(table)),
    ];
    for (const assets of wrong)
      expect(await failure(catalog.products.add(ADMIN, key(), assets, 'inputPorts'))).toMatchObject({
        code: 'BAD_REQUEST',
      });
  });
});
