import type { Actor } from '@app/common';
import { CatalogFixture, failure, read, typeNamed, type Document } from '../catalog.fixture';

describe('who may have a patch applied', () => {
  let catalog: CatalogFixture;
  let owner: Document;
  let table: Document;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
    owner = await catalog.make('user');
    const schema = (await catalog.make('databaseSchema')).fullyQualifiedName;
    table = await catalog.make('table', { name: 'orders', databaseSchema: schema, owners: [owner.id] });
  });
  afterAll(() => catalog.close());

  const actor = (id: string, operations: Actor['rules'][number]['operations']): Actor => ({
    name: 'somebody',
    id,
    isAdmin: false,
    ownerIds: new Set([id]),
    rules: [{ name: 'r', effect: 'allow', operations, resources: ['All'] }],
  });
  const STRANGER = '00000000-0000-4000-8000-000000000000';
  const patch = (who: Actor, operations: object[]): Promise<unknown> =>
    catalog.writer.patch(who, typeNamed('table'), { id: table.id }, operations);
  const described = (text: string): object[] => [{ op: 'add', path: '/description', value: text }];

  it('somebody who may edit nothing of it is refused before the patch is applied', async () => {
    const viewer = actor(STRANGER, ['ViewAll']);
    const impossible = [{ op: 'remove', path: '/nothing' }];
    expect(await failure(patch(viewer, impossible))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await failure(patch(viewer, []))).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('an owner, and whoever may edit some property, come as far as the patch', async () => {
    expect(read((await patch(actor(owner.id, ['ViewAll']), described('a'))) as never).description).toBe('a');
    const describer = actor(STRANGER, ['ViewAll', 'EditDescription']);
    expect(read((await patch(describer, described('b'))) as never).description).toBe('b');
    const renaming = [{ op: 'add', path: '/displayName', value: 'O' }];
    expect(await failure(patch(describer, renaming))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await failure(patch(describer, [{ op: 'remove', path: '/nothing' }]))).toMatchObject({
      code: 'BAD_REQUEST',
    });
  });
});
