import type { AskVersion } from '@app/database';
import type { EntityKey, Include } from '@app/catalog';
import { RightsReader } from '../../../libs/auth/src/principal/rights-reader';
import { ADMIN, CatalogFixture, failure, newName, read, typeNamed, type Document } from './catalog.fixture';

describe('texts of entities that are kept', () => {
  let catalog: CatalogFixture;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
  });

  afterAll(() => catalog.close());

  const get = async (type: string, key: EntityKey, include: Include = 'non-deleted'): Promise<Document> =>
    read(await catalog.reader.get(ADMIN, typeNamed(type), key, undefined, include));

  /** Names of the statements that work sends. */
  const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    const sent = jest.spyOn(catalog.database, 'read');
    try {
      await work();
      return sent.mock.calls.map(([{ name }]) => name);
    } finally {
      sent.mockRestore();
    }
  };

  it.each(['table', 'domain', 'testSuite'])(
    'are not read again while nothing of them has changed: %s',
    async (type) => {
      const { id, fullyQualifiedName: fqn } = await catalog.make(type);
      for (const key of [{ id }, { fqn }]) {
        const [by] = Object.keys(key) as [string];
        const first = await statementsOf(() => get(type, key));
        expect(first).toEqual([`hot-${type}-${by}-non-deleted-one`]);
        expect(await statementsOf(() => get(type, key))).toEqual([`stamp-${type}`]);
      }
      // In either case of letters, once for all who ask, and by one statement with others of the type.
      const twice = (): Promise<unknown> => Promise.all([get(type, { id: id.toUpperCase() }), get(type, { fqn })]);
      expect(await statementsOf(twice)).toEqual([`stamp-${type}`]);
      const other = await catalog.make(type);
      await get(type, { id: other.id });
      const both = (): Promise<unknown> => Promise.all([get(type, { id }), get(type, { id: other.id })]);
      expect(await statementsOf(both)).toEqual([`stamps-${type}`]);
    },
  );

  it('are valid by the statement that asks for the rights of the caller', async () => {
    const rights = catalog.part(RightsReader);
    const ask: AskVersion = async (question) => (await rights.standingOf({}, question)).version;
    const types = ['table', 'domain', 'databaseService', 'testSuite'];
    for (const type of types) {
      const ids = [(await catalog.make(type)).id, (await catalog.make(type)).id];
      const getAll = (some: readonly string[], asker?: AskVersion): Promise<string[]> =>
        Promise.all(
          some.map(async (id) => {
            const key: EntityKey = { id };
            return (await catalog.reader.get(ADMIN, typeNamed(type), key, undefined, 'non-deleted', asker)).json;
          }),
        );
      const texts = await getAll(ids);
      expect(await getAll(ids, ask)).toEqual(texts);
      expect(await statementsOf(() => getAll(ids.slice(1), ask))).toEqual([`auth_standing_none_stamp_${type}`]);
      expect(await statementsOf(() => getAll(ids, ask))).toEqual([`auth_standings_stamp_${type}`]);
    }
    const { id, fullyQualifiedName } = await catalog.make('domain');
    await get('domain', { id });
    await catalog.patch('domain', fullyQualifiedName, { op: 'add', path: '/displayName', value: 'Another' });
    const { json } = await catalog.reader.get(ADMIN, typeNamed('domain'), { id }, undefined, 'non-deleted', ask);
    expect(JSON.parse(json)).toMatchObject({ displayName: 'Another' });
  });

  it('are not kept where other rows show in them', async () => {
    const { id } = await catalog.make('testCase');
    await get('testCase', { id });
    expect(await statementsOf(() => get('testCase', { id }))).toContain('hot-testCase-id-non-deleted-one');
  });

  it('show each change of the entity and of what lies above it', async () => {
    const made = await catalog.make('table');
    const above = made as unknown as Record<'databaseSchema' | 'database' | 'service', { fullyQualifiedName: string }>;
    const places: [string, string, string][] = [
      ['table', made.fullyQualifiedName, 'displayName'],
      ['databaseSchema', above.databaseSchema.fullyQualifiedName, 'databaseSchema'],
      ['database', above.database.fullyQualifiedName, 'database'],
      ['databaseService', above.service.fullyQualifiedName, 'service'],
    ];
    await get('table', { id: made.id });
    for (const [type, fqn, property] of places) {
      const value = newName('shown');
      await catalog.patch(type, fqn, { op: 'add', path: '/displayName', value });
      const found = await get('table', { id: made.id });
      const shown = found[property];
      expect(typeof shown === 'string' ? shown : (shown as { displayName: string }).displayName).toBe(value);
      expect(await catalog.get('table', made.fullyQualifiedName, '*')).toMatchObject(found);
    }
  });

  it('show neither a deleted entity nor the one whose name another has by now', async () => {
    const domain = await catalog.make('domain');
    const keys: EntityKey[] = [{ id: domain.id }, { fqn: domain.fullyQualifiedName }];
    const outcomes = (): Promise<string[]> =>
      Promise.all(
        keys.map((key) =>
          get('domain', key).then(
            ({ id }) => id,
            ({ code }: { code: string }) => code,
          ),
        ),
      );
    const remove = (hardDelete: boolean): Promise<unknown> =>
      catalog.remover.remove(
        ADMIN,
        typeNamed('domain'),
        { id: domain.id },
        { hardDelete, recursive: false, precondition: undefined },
      );
    expect(await outcomes()).toEqual([domain.id, domain.id]);
    await remove(false);
    expect(await outcomes()).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    await catalog.remover.restore(ADMIN, typeNamed('domain'), domain.id);
    expect(await outcomes()).toEqual([domain.id, domain.id]);
    await remove(true);
    const { name } = domain;
    const successor = await catalog.make('domain', { name });
    expect(await outcomes()).toEqual(['NOT_FOUND', successor.id]);
    expect(await failure(get('domain', { id: domain.id }))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are what they were where a write was rolled back', async () => {
    const { id } = await catalog.make('domain');
    const before = await get('domain', { id });
    const rolledBack = catalog.database.transaction(async (tx) => {
      await tx.query(`update entity set body = body || '{"description": "never"}' where id = $1`, [id]);
      expect(await get('domain', { id })).toEqual(before);
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    expect(await get('domain', { id })).toEqual(before);
  });
});
