import { query } from '@app/database';
import { ADMIN, CatalogFixture, failure, newName, typeNamed, type Document } from '../catalog.fixture';

const USER = typeNamed('user');

describe('the e-mail address of a user', () => {
  let catalog: CatalogFixture;
  let email: string;
  let user: Document;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
  });
  afterAll(() => catalog.close());
  beforeEach(async () => {
    email = `${newName('user')}@Example.org`;
    user = await catalog.make('user', { email });
  });

  const other = (): Promise<Document> => catalog.make('user', { email: email.toUpperCase() });
  const remove = ({ id }: Document, hardDelete: boolean): Promise<unknown> =>
    catalog.remover.remove(ADMIN, USER, { id }, { recursive: false, hardDelete, precondition: undefined });

  it('is not that of another one, in whatever case', async () => {
    expect(await failure(other())).toMatchObject({
      code: 'CONFLICT',
      message: `A user with the email ${email.toUpperCase()} already exists`,
    });
    const another = await catalog.make('user');
    const taken = [{ op: 'replace', path: '/email', value: email.toLowerCase() }];
    expect(await failure(catalog.writer.patch(ADMIN, USER, { id: another.id }, taken))).toMatchObject({
      code: 'CONFLICT',
    });
  });

  it('is free again when its user has another one', async () => {
    await catalog.patch('user', user.fullyQualifiedName, { op: 'replace', path: '/email', value: `x${email}` });
    await expect(other()).resolves.toMatchObject({ email: email.toUpperCase() });
  });

  it.each([false, true])('is free again when its user is deleted (hard: %s)', async (hardDelete) => {
    await remove(user, hardDelete);
    await expect(other()).resolves.toMatchObject({ email: email.toUpperCase() });
  });

  it('keeps its user from being restored where another one has it by then', async () => {
    await remove(user, false);
    const { id } = await other();
    expect(await failure(catalog.remover.restore(ADMIN, USER, user.id))).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('its email belongs to another user') as unknown,
    });
    await remove({ ...user, id }, true);
    await expect(catalog.remover.restore(ADMIN, USER, user.id)).resolves.toBeDefined();
    expect(await failure(other())).toMatchObject({ code: 'CONFLICT' });
  });

  it('is in no index of entities, so that a change of attributes writes none anew', async () => {
    const hot = await catalog.database.transaction(async (tx) => {
      // A page may have no room for one of them; then the next one follows it to another page.
      for (const name of ['A', 'B', 'C', 'D'])
        await query(tx, `update entity set body = body || jsonb_build_object('displayName', $2::text) where id = $1`, [
          user.id,
          name,
        ]);
      return query<{ n: string }>(tx, `select pg_stat_get_xact_tuples_hot_updated('entity'::regclass)::text as n`);
    });
    expect(Number(hot[0]?.n)).toBeGreaterThan(0);
  });
});
