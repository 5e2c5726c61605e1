import { actorOf, ADMIN, CatalogFixture, failure, mayDo, read, typeNamed, type Document } from '../catalog.fixture';

const SHIPPED = ['Admin', 'DataConsumer', 'DataSteward', 'Bot'];

describe('who gives permissions', () => {
  let catalog: CatalogFixture;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
  });

  afterAll(() => catalog.close());

  const refused = { code: 'FORBIDDEN', message: expect.stringContaining('[EditAll] on team') as unknown };

  it.each(['defaultRoles', 'policies', 'users', 'parents', 'children'])(
    'the %s of a team are written by administrators alone',
    async (property) => {
      const owner = await catalog.make('user');
      const team = await catalog.make('team', { owners: [owner.name] });
      const target: Document = await {
        defaultRoles: () => catalog.make('role'),
        policies: () => catalog.make('policy'),
        users: () => Promise.resolve(owner),
        parents: () => catalog.make('team'),
        children: () => catalog.make('team'),
      }[property]!();
      const type = typeNamed('team').relations[property]!.types[0];
      const patch = [{ op: 'add', path: `/${property}`, value: [{ id: target.id, type }] }];
      const everything = actorOf(owner, mayDo(['All']));
      const key = { id: team.id };
      expect(await failure(catalog.writer.patch(everything, typeNamed('team'), key, patch))).toMatchObject(refused);
      const body = await catalog.body('team', { [property]: [target.id] });
      expect(await failure(catalog.writer.create(everything, typeNamed('team'), body))).toMatchObject(refused);
      const [outcome] = await catalog.bulk.put(everything, typeNamed('team'), [body]);
      expect(outcome).toMatchObject({ error: { code: 'FORBIDDEN' } });
      expect(read(await catalog.writer.patch(ADMIN, typeNamed('team'), key, patch))[property]).toHaveLength(1);
    },
  );

  it('what else a team says, its owner writes', async () => {
    const owner = await catalog.make('user');
    const team = await catalog.make('team', { owners: [owner.name], users: [owner.id] });
    const patch = [{ op: 'replace', path: '/displayName', value: 'Renamed' }];
    const changed = await catalog.writer.patch(actorOf(owner), typeNamed('team'), { id: team.id }, patch);
    expect(read(changed)).toMatchObject({ displayName: 'Renamed', users: [{ id: owner.id }] });
  });

  it.each(['roles', 'teams'])('the %s of a user are written by administrators alone', async (property) => {
    const user = await catalog.make('user');
    const target = await catalog.make(property === 'roles' ? 'role' : 'team');
    const type = property === 'roles' ? 'role' : 'team';
    const patch = [{ op: 'add', path: `/${property}`, value: [{ id: target.id, type }] }];
    const everything = actorOf(user, mayDo(['All']));
    expect(await failure(catalog.writer.patch(everything, typeNamed('user'), { id: user.id }, patch))).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('[EditAll] on user') as unknown,
    });
  });

  describe('the roles and policies that ship', () => {
    it.each(SHIPPED)('%s and its policy cannot be deleted', async (name) => {
      for (const [type, fqn] of [
        ['role', name],
        ['policy', `${name}Policy`],
      ] as const) {
        expect(await catalog.get(type, fqn, 'allowDelete')).toMatchObject({ allowDelete: false });
        for (const hardDelete of [false, true]) {
          const request = { hardDelete, recursive: true, precondition: undefined };
          expect(await failure(catalog.remover.remove(ADMIN, typeNamed(type), { fqn }, request))).toMatchObject({
            code: 'BAD_REQUEST',
            message: expect.stringContaining(fqn) as unknown,
          });
        }
        expect((await catalog.get(type, fqn)).name).toBe(fqn);
      }
    });

    it.each(SHIPPED)('%s keeps its name and a policy, its policy stays on', async (name) => {
      const rename = { op: 'replace', path: '/name', value: 'Other' };
      expect(await failure(catalog.patch('role', name, rename))).toMatchObject({ details: [{ field: 'name' }] });
      const empty = { op: 'replace', path: '/policies', value: [] };
      expect(await failure(catalog.patch('role', name, empty))).toMatchObject({ details: [{ field: 'policies' }] });
      const off = { op: 'replace', path: '/enabled', value: false };
      expect(await failure(catalog.patch('policy', `${name}Policy`, off))).toMatchObject({
        details: [{ field: 'enabled' }],
      });
      const rules = { op: 'replace', path: '/rules', value: [] };
      expect(await failure(catalog.patch('policy', `${name}Policy`, rules))).toMatchObject({ code: 'BAD_REQUEST' });
    });

    it('can be described, and others deleted', async () => {
      const described = await catalog.patch('role', 'DataSteward', {
        op: 'add',
        path: '/displayName',
        value: 'Steward',
      });
      expect(described).toMatchObject({ displayName: 'Steward', allowDelete: false, allowEdit: true });
      const own = await catalog.make('role');
      expect(own).toMatchObject({ allowDelete: true, allowEdit: true });
      const request = { hardDelete: true, recursive: false, precondition: undefined };
      const gone = await catalog.remover.remove(ADMIN, typeNamed('role'), { id: own.id }, request);
      expect(read(gone)).toMatchObject({ deleted: true });
    });
  });
});
