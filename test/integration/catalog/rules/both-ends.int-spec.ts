import type { Actor } from '@app/common';
import {
  ADMIN,
  actorOf,
  CatalogFixture,
  failure,
  mayDo,
  newName,
  read,
  typeNamed,
  type Document,
} from '../catalog.fixture';

const FORBIDDEN = { code: 'FORBIDDEN' };

describe('rights on both ends', () => {
  let catalog: CatalogFixture;
  let owner: Document;
  let ann: Actor;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
    owner = await catalog.make('user', { name: newName('ann') });
    ann = actorOf(owner);
  });

  afterAll(() => catalog.close());

  const owned = (type: string, more: object = {}): Promise<Document> =>
    catalog.make(type, { owners: [owner.id], ...more });
  const patch = async (actor: Actor, type: string, { id }: Document, path: string, value: unknown): Promise<Document> =>
    read(await catalog.writer.patch(actor, typeNamed(type), { id }, [{ op: 'add', path, value }]));
  const now = (type: string, { fullyQualifiedName }: Document): Promise<Document> =>
    catalog.get(type, fullyQualifiedName, '*');
  const reference = (type: string, { id }: Document): object => ({ id, type });

  /** A relation from the owner's entity to another; `shown` is where the other one shows it. */
  const RELATIONS = [
    ['dataProduct', 'assets', 'table', 'dataProducts'],
    ['table', 'dataProducts', 'dataProduct', 'assets'],
    ['chart', 'dashboards', 'dashboard', 'charts'],
    ['dashboard', 'charts', 'chart', 'dashboards'],
    ['dashboard', 'dataModels', 'dashboardDataModel', undefined],
    ['dataProduct', 'consumesFrom', 'dataProduct', 'providesTo'],
  ] as const;

  it.each(RELATIONS)('%s.%s of %s: an owner of one end alone writes none', async (type, property, other, shown) => {
    const [mine, theirs] = [await owned(type), await catalog.make(other)];
    const value = [reference(other, theirs)];
    expect(await failure(patch(ann, type, mine, `/${property}`, value))).toMatchObject({
      ...FORBIDDEN,
      message: `Principal ${ann.name} is not allowed: operations [EditAll] on ${other}`,
    });
    await patch(ADMIN, type, mine, `/${property}`, value);
    expect(await failure(patch(ann, type, mine, `/${property}`, []))).toMatchObject(FORBIDDEN);
    expect((await now(other, theirs)).version).toBe(shown ? 0.2 : 0.1);
  });

  it.each(RELATIONS)('%s.%s of %s: a version and an author for each document', async (type, property, other, shown) => {
    const [mine, theirs] = [await owned(type), await owned(other)];
    await patch(ann, type, mine, `/${property}`, [reference(other, theirs)]);
    expect(await now(type, mine)).toMatchObject({ version: 0.2, updatedBy: ann.name });
    if (!shown) return;
    expect(await now(other, theirs)).toMatchObject({
      version: 0.2,
      updatedBy: ann.name,
      changeDescription: {
        fieldsAdded: [{ name: shown, newValue: [{ id: mine.id }] }],
        fieldsDeleted: [],
        previousVersion: 0.1,
      },
    });
    const before = JSON.parse(await catalog.versions.one(ADMIN, typeNamed(other), theirs.id, '0.1')) as Document;
    expect([before[shown] ?? [], before.version]).toEqual([[], 0.1]);
    await patch(ann, type, mine, `/${property}`, []);
    expect(await now(other, theirs)).toMatchObject({
      version: 0.3,
      changeDescription: { fieldsAdded: [], fieldsDeleted: [{ name: shown, oldValue: [{ id: mine.id }] }] },
    });
  });

  it('are asked of those who make an entity below another one, by POST, by PUT and in bulk', async () => {
    const creator = actorOf(owner, mayDo(['Create'], 'table'));
    const table = typeNamed('table');
    const [mine, theirs] = [await owned('databaseSchema'), await catalog.make('databaseSchema')];
    const body = ({ fullyQualifiedName }: Document): Record<string, unknown> => ({
      ...{ name: newName('table'), databaseSchema: fullyQualifiedName, columns: [] },
    });
    const refusal = {
      ...FORBIDDEN,
      message: `Principal ${creator.name} is not allowed: operations [EditAll] on databaseSchema`,
    };
    expect(await failure(catalog.writer.create(creator, table, body(theirs)))).toMatchObject(refusal);
    expect(await failure(catalog.writer.put(creator, table, body(theirs)))).toMatchObject(refusal);
    const [ok, refused] = await catalog.bulk.put(creator, table, [body(mine), body(theirs)]);
    expect([ok, refused]).toMatchObject([{ created: true }, { error: refusal }]);
    const made = read(await catalog.writer.create(creator, table, body(mine)));
    expect(made.name).toBeTruthy();
    expect(
      await failure(patch(creator, 'table', made, '/databaseSchema', reference('databaseSchema', theirs))),
    ).toMatchObject(refusal);
  });

  it('are asked of those who make one end, alone and in bulk', async () => {
    const creator = actorOf(await catalog.make('user'), mayDo(['Create'], 'table'));
    const product = await catalog.make('dataProduct');
    const body = await catalog.body('table', { dataProducts: [product.id] });
    expect(await failure(catalog.writer.create(creator, typeNamed('table'), body))).toMatchObject(FORBIDDEN);
    const [outcome] = await catalog.bulk.put(creator, typeNamed('table'), [body]);
    expect(outcome).toMatchObject({ error: FORBIDDEN });
    expect((await now('dataProduct', product)).version).toBe(0.1);
    await catalog.bulk.put(ADMIN, typeNamed('table'), [body, { ...body, name: newName('t') }]);
    expect(await now('dataProduct', product)).toMatchObject({ version: 0.2, assets: [{}, {}] });
  });

  it('are asked for assets that are added to a product some at a time', async () => {
    const [product, mine, theirs] = [await owned('dataProduct'), await owned('table'), await catalog.make('table')];
    const key = { id: product.id };
    expect(await failure(catalog.products.add(ann, key, [reference('table', theirs)]))).toMatchObject(FORBIDDEN);
    await catalog.products.add(ann, key, [reference('table', mine)]);
    expect((await now('table', mine)).version).toBe(0.2);
    expect((await now('table', theirs)).version).toBe(0.1);
    expect((await now('dataProduct', product)).version).toBe(0.2);
  });

  it.each([
    ['table', 'databaseSchema', 'databaseSchema'],
    ['glossaryTerm', 'glossary', 'glossary'],
    ['tag', 'classification', 'classification'],
    ['container', 'parent', 'container'],
    ['domain', 'parent', 'domain'],
  ])('are asked of whoever moves a %s to another %s', async (type, property, parentType) => {
    const mine = await owned(type);
    const more = type === 'container' ? { service: (mine.service as Document).fullyQualifiedName } : {};
    const [foreign, own] = [await catalog.make(parentType, more), await owned(parentType, more)];
    const refused = await failure(patch(ann, type, mine, `/${property}`, foreign.fullyQualifiedName));
    expect(refused).toMatchObject({
      ...FORBIDDEN,
      message: `Principal ${ann.name} is not allowed: operations [EditAll] on ${parentType}`,
    });
    const moved = await patch(ann, type, mine, `/${property}`, own.fullyQualifiedName);
    expect(moved.fullyQualifiedName).toBe(`${own.fullyQualifiedName}.${mine.name}`);
    const move = (actor: Actor) => patch(actor, type, moved, `/${property}`, foreign.fullyQualifiedName);
    if (type !== parentType) {
      const maker = actorOf(await catalog.make('user'), mayDo(['Create', 'EditAll'], type));
      expect(await failure(move(maker))).toMatchObject(FORBIDDEN);
    }
    const editor = actorOf(await catalog.make('user'), mayDo(['EditAll'], type, parentType));
    expect((await move(editor)).updatedBy).toBe(editor.name);
  });

  it('owners and domains are merely named', async () => {
    const [mine, bob, domain] = [await owned('table'), await catalog.make('user'), await catalog.make('domain')];
    await patch(ann, 'table', mine, '/owners', [reference('user', owner), reference('user', bob)]);
    await patch(ann, 'table', mine, '/domains', [reference('domain', domain)]);
    expect([(await now('user', bob)).version, (await now('domain', domain)).version]).toEqual([0.1, 0.1]);
  });
});
