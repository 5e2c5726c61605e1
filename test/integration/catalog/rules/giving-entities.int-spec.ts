import type { Actor } from '@app/common';
import { ADMIN, CatalogFixture, failure, typeNamed, type Document } from '../catalog.fixture';

const FORBIDDEN = { code: 'FORBIDDEN' };

/** Teams, roles and policies give their members and holders permissions, and denials that these would like to be rid of. */
describe('what others have permissions from', () => {
  let catalog: CatalogFixture;
  let owner: Document;
  let policy: Document;
  let role: Document;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
    owner = await catalog.make('user');
    policy = await catalog.make('policy');
    role = await catalog.make('role', { policies: [policy.id] });
  });

  afterAll(() => catalog.close());

  const actor = (): Actor => ({
    name: owner.name,
    id: owner.id,
    isAdmin: false,
    ownerIds: new Set([owner.id]),
    rules: [{ name: 'all', effect: 'allow', operations: ['All'], resources: ['All'] }],
  });
  const remove = (by: Actor, type: string, { id }: Document, hardDelete = false): Promise<unknown> =>
    catalog.remover.remove(by, typeNamed(type), { id }, { hardDelete, recursive: true });
  const team = (body: object): Promise<Document> => catalog.make('team', { owners: [owner.id], ...body });

  it.each([false, true])('is deleted by administrators only (hardDelete %s)', async (hardDelete) => {
    const above = await catalog.make('team');
    const given = [{}, { policies: [policy.id] }, { defaultRoles: [role.id] }, { parents: [above.id] }];
    for (const body of given) {
      const made = await team(body);
      expect(await failure(remove(actor(), 'team', made, hardDelete))).toMatchObject(FORBIDDEN);
      await remove(ADMIN, 'team', made, hardDelete);
    }
    await catalog.make('user', { roles: [role.id] });
    for (const [type, one] of [['role', role] as const, ['policy', policy] as const])
      expect(await failure(remove(actor(), type, one, hardDelete))).toMatchObject(FORBIDDEN);
  });

  it('is restored by administrators only', async () => {
    const made = await team({ defaultRoles: [role.id], users: [owner.id] });
    await remove(ADMIN, 'team', made);
    const restore = (by: Actor): Promise<unknown> => catalog.remover.restore(by, typeNamed('team'), made.id);
    expect(await failure(restore(actor()))).toMatchObject(FORBIDDEN);
    await restore(ADMIN);
  });

  it('is given owners by administrators and by its owners', async () => {
    const [foreign, own, other] = [await catalog.make('team'), await team({}), await catalog.make('user')];
    const both = [{ op: 'add', path: '/owners', value: [owner, other].map(({ id }) => ({ id, type: 'user' })) }];
    const patch = (by: Actor, { id }: Document, operations: object[]): Promise<unknown> =>
      catalog.writer.patch(by, typeNamed('team'), { id }, operations);
    const others = [{ op: 'add', path: '/owners', value: [{ id: other.id, type: 'user' }] }];
    expect(await failure(patch(actor(), foreign, others))).toMatchObject(FORBIDDEN);
    await patch(actor(), own, both);
    await patch(ADMIN, foreign, others);
    const made = catalog.writer.create(actor(), typeNamed('team'), await catalog.body('team', { owners: [other.id] }));
    expect(await failure(made)).toMatchObject(FORBIDDEN);
  });
});
