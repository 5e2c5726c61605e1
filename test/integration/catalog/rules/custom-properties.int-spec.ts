import type { MetadataTypes } from '@app/catalog';
import type { Actor } from '@app/common';
import { ADMIN, actorOf, CatalogFixture, failure, mayDo, newName, typeNamed } from '../catalog.fixture';

const ENUM = { values: ['low', 'high'], multiSelect: false };

describe('custom properties', () => {
  let catalog: CatalogFixture;
  let types: MetadataTypes;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
    types = catalog.types;
  });

  afterAll(() => catalog.close());

  /** A property of its own on a type, so that no test meets another's. */
  const declare = async (type: string, kind: string, config?: unknown, actor: Actor = ADMIN): Promise<string> => {
    const name = newName('property');
    const customPropertyConfig = config === undefined ? undefined : { config };
    await types.putProperty(actor, type, {
      name,
      description: 'x',
      propertyType: { name: kind },
      customPropertyConfig,
    });
    return name;
  };

  it('are shown by their type, whose id stays the same', async () => {
    const name = await declare('table', 'enum', ENUM);
    const byName = await types.get('table');
    expect(await types.get(byName.id)).toEqual(byName);
    expect(byName.customProperties).toContainEqual({
      name,
      description: 'x',
      propertyType: expect.objectContaining({ type: 'type', name: 'enum' }) as object,
      customPropertyConfig: { config: ENUM },
    });
  });

  it('are declared by the id of the type of values as by its name', async () => {
    const { data } = await types.list({ category: 'field', limit: 100 });
    const { id } = data.find((one) => one.name === 'integer')!;
    const name = newName('property');
    const put = await types.putProperty(ADMIN, 'topic', { name, description: 'x', propertyType: { id, type: 'type' } });
    expect(put.customProperties).toMatchObject([{ name, propertyType: { name: 'integer' } }]);
  });

  it('are listed by keyset, there and back', async () => {
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await types.list({ category: 'entity', limit: 7, after });
      seen.push(...page.data.map(({ name }) => name));
      after = page.paging.after;
      if (!after) {
        const back = await types.list({ category: 'entity', limit: 7, before: page.paging.before });
        expect(back.data.map(({ name }) => name)).toEqual(seen.slice(-page.data.length - 7, -page.data.length));
      }
    } while (after);
    expect(seen).toEqual([...new Set(seen)].sort());
    expect(seen).toContain('dataProduct');
    await expect(types.list({ category: 'field', limit: 7, after: 'bent' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  it('check what is written under their name, by POST, PUT, PATCH and in bulk', async () => {
    const name = await declare('table', 'enum', ENUM);
    const wrong = { extension: { [name]: 'middle' } };
    const message = `extension.${name}: must be one of low, high; got "middle"`;
    const made = await catalog.make('table', { extension: { [name]: 'low' } });
    expect(await failure(catalog.make('table', wrong))).toMatchObject({ code: 'BAD_REQUEST', message });
    const body = await catalog.body('table', { name: made.name, databaseSchema: made.databaseSchema, ...wrong });
    expect(await failure(catalog.writer.put(ADMIN, typeNamed('table'), body))).toMatchObject({ message });
    const patch = { op: 'add', path: `/extension/${name}`, value: 'middle' };
    expect(await failure(catalog.patch('table', made.fullyQualifiedName, patch))).toMatchObject({ message });
    const [outcome] = await catalog.bulk.put(ADMIN, typeNamed('table'), [body]);
    expect(outcome).toMatchObject({ error: { message } });
  });

  it('leave other members free, and what stood there before they came', async () => {
    const name = newName('property');
    const made = await catalog.make('dashboard', { extension: { [name]: 'seven', other: [1] } });
    await types.putProperty(ADMIN, 'dashboard', { name, description: 'x', propertyType: { name: 'integer' } });
    const patched = await catalog.patch('dashboard', made.fullyQualifiedName, {
      op: 'add',
      path: '/extension/note',
      value: 'free',
    });
    expect(patched.extension).toEqual({ [name]: 'seven', other: [1], note: 'free' });
    const change = { op: 'replace', path: `/extension/${name}`, value: 'eight' };
    expect(await failure(catalog.patch('dashboard', made.fullyQualifiedName, change))).toMatchObject({
      message: `extension.${name}: must be a whole number; got "eight"`,
    });
  });

  it('refer to what is there', async () => {
    const name = await declare('pipeline', 'entityReferenceList', ['user']);
    const user = await catalog.make('user');
    const there = { id: user.id, type: 'user' };
    const gone = { id: '00000000-0000-4000-8000-000000000000', type: 'user' };
    const made = await catalog.make('pipeline', { extension: { [name]: [there] } });
    expect((await catalog.get('pipeline', made.fullyQualifiedName, 'extension')).extension).toEqual({
      [name]: [there],
    });
    expect(await failure(catalog.make('pipeline', { extension: { [name]: [there, gone] } }))).toMatchObject({
      code: 'NOT_FOUND',
      message: `user instance for ${gone.id} not found`,
    });
  });

  it('keep their kind and the words of an enum', async () => {
    const name = await declare('chart', 'enum', ENUM);
    const put = (propertyType: object, config?: object): Promise<unknown> =>
      types.putProperty(ADMIN, 'chart', {
        name,
        description: 'y',
        propertyType,
        ...(config ? { customPropertyConfig: { config } } : {}),
      });
    expect(await failure(put({ name: 'string' }))).toMatchObject({ details: [{ field: 'propertyType' }] });
    expect(await failure(put({ name: 'enum' }, { values: ['low'] }))).toMatchObject({
      message: 'customPropertyConfig.config.values: must keep high: values may be added, not taken away',
    });
    await put({ name: 'enum' }, { values: ['low', 'high', 'highest'], multiSelect: true });
  });

  it('go, and their values stay', async () => {
    const name = await declare('container', 'integer');
    const made = await catalog.make('container', { extension: { [name]: 7 } });
    const left = await types.deleteProperty(ADMIN, 'container', name);
    expect(left.customProperties).not.toContainEqual(expect.objectContaining({ name }));
    await catalog.patch('container', made.fullyQualifiedName, { op: 'add', path: `/extension/${name}`, value: 'free' });
    expect(await failure(types.deleteProperty(ADMIN, 'container', name))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each([
    [{ name: 'a' }, 'description'],
    [{ name: 'a/b', description: 'x', propertyType: { name: 'string' } }, 'name'],
    [{ name: 'a', description: 'x', propertyType: { name: 'text' } }, 'propertyType.name'],
    [{ name: 'a', description: 'x', propertyType: {} }, 'propertyType'],
    [{ name: 'a', description: 'x', propertyType: { name: 'enum' } }, 'customPropertyConfig.config'],
    [
      { name: 'a', description: 'x', propertyType: { name: 'string' }, customPropertyConfig: { config: 1 } },
      'customPropertyConfig.config',
    ],
  ])('are not declared by %j', async (body, field) => {
    const { code, details } = await failure(types.putProperty(ADMIN, 'table', body));
    expect([code, details?.[0]?.field]).toEqual(['BAD_REQUEST', field]);
  });

  it('are an administrator’s to declare', async () => {
    const someone = actorOf(await catalog.make('user'), mayDo(['All']));
    expect(await failure(declare('table', 'string', undefined, someone))).toMatchObject({
      code: 'FORBIDDEN',
      message: `Principal ${someone.name} is not allowed: operations [EditAll] on setting`,
    });
    expect(await failure(types.get('nothing'))).toMatchObject({ message: 'type instance for nothing not found' });
    expect(await failure(types.putProperty(ADMIN, 'string', {}))).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('of one name, declared at once by many, are one', async () => {
    const name = newName('property');
    const body = { name, description: 'x', propertyType: { name: 'string' } };
    await Promise.all(Array.from({ length: 8 }, () => types.putProperty(ADMIN, 'mlmodel', body)));
    const { customProperties } = await types.get('mlmodel');
    expect(customProperties?.filter((one) => (one as { name: string }).name === name)).toHaveLength(1);
  });
});
