import type { AccessRule, Actor } from '@app/common';
import { CatalogFixture, failure, typeNamed, type Document } from '../catalog.fixture';

const ALL: AccessRule = { name: 'all', effect: 'allow', operations: ['All'], resources: ['All'] };

describe('a recursive deletion judges what lies below', () => {
  let catalog: CatalogFixture;
  let user: Document;
  let schema: Document;
  let owned: Document;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
    user = await catalog.make('user');
    schema = await catalog.make('databaseSchema');
    const other = await catalog.make('user');
    const databaseSchema = schema.fullyQualifiedName;
    owned = await catalog.make('table', { name: 'b_owned', databaseSchema, owners: [other.id] });
    await catalog.make('table', { name: 'a_free', databaseSchema });
  });

  afterAll(() => catalog.close());

  const actor = (...rules: AccessRule[]): Actor => ({
    name: user.name,
    id: user.id,
    isAdmin: false,
    ownerIds: new Set([user.id]),
    rules,
  });
  const deny = (condition: string, ...operations: AccessRule['operations']): AccessRule => ({
    name: 'deny',
    effect: 'deny',
    operations,
    resources: ['table'],
    condition,
  });
  const onSchemas: AccessRule = { ...ALL, name: 'schemas', operations: ['Delete'], resources: ['databaseSchema'] };
  const viewing: AccessRule = { ...ALL, name: 'viewing', operations: ['ViewAll'] };
  const refusal = async (by: Actor, hardDelete: boolean): Promise<unknown> => {
    const request = { hardDelete, recursive: true };
    return failure(catalog.remover.remove(by, typeNamed('databaseSchema'), { id: schema.id }, request));
  };
  const stillThere = async (): Promise<void> => {
    for (const { fullyQualifiedName } of [schema, owned])
      expect(
        await catalog.get(
          fullyQualifiedName === schema.fullyQualifiedName ? 'databaseSchema' : 'table',
          fullyQualifiedName,
        ),
      ).toMatchObject({ deleted: false });
  };

  it.each([false, true])(
    'a rule that denies names what it keeps, and nothing is deleted (hardDelete %s)',
    async (hard) => {
      expect(await refusal(actor(ALL, deny('!noOwner()', 'Delete')), hard)).toMatchObject({
        code: 'FORBIDDEN',
        message: `Principal ${user.name} is not allowed: operations [Delete] on table ${owned.fullyQualifiedName}, which lies below databaseSchema ${schema.fullyQualifiedName}`,
      });
      await stillThere();
    },
  );

  it('what the caller may not view is not named', async () => {
    const by = actor(ALL, deny('!noOwner()', 'Delete', 'ViewAll'));
    expect(await refusal(by, false)).toMatchObject({
      code: 'FORBIDDEN',
      message: `Principal ${user.name} is not allowed: operations [Delete] on something below databaseSchema ${schema.fullyQualifiedName}`,
    });
    await stillThere();
  });

  it.each([
    ['some of', deny('!noOwner()', 'ViewAll')],
    ['all of', { ...deny('', 'ViewAll'), condition: undefined }],
  ])('who may delete everything and view not %s it deletes nothing unseen', async (_, rule) => {
    for (const hard of [false, true])
      expect(await refusal(actor(ALL, rule), hard)).toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringContaining('on something below') as string,
      });
    await stillThere();
  });

  it('the right to delete the parent alone is not enough', async () => {
    const first = `table ${schema.fullyQualifiedName}.a_free`;
    expect(await refusal(actor(viewing, onSchemas), false)).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining(first) as string,
    });
    await stillThere();
  });

  it('an owner deletes what it owns with all that inherits it, and with test cases that others own', async () => {
    const mine = await catalog.make('databaseSchema', { owners: [user.id] });
    const table = await catalog.make('table', { databaseSchema: mine.fullyQualifiedName });
    const other = await catalog.make('user');
    const tested = `<#E::table::${table.fullyQualifiedName}>`;
    await catalog.make('testCase', { entityLink: tested, owners: [other.id] });
    const removed = catalog.remover.remove(
      actor(viewing),
      typeNamed('databaseSchema'),
      { id: mine.id },
      { hardDelete: false, recursive: true },
    );
    expect(JSON.parse((await removed).json)).toMatchObject({ deleted: true });
  });

  it('a rule without a condition on what is not below does not matter', async () => {
    const by = actor(ALL, { ...deny('', 'Delete'), resources: ['topic'], condition: undefined });
    const empty = await catalog.make('databaseSchema');
    await catalog.make('table', { databaseSchema: empty.fullyQualifiedName });
    const removed = catalog.remover.remove(
      by,
      typeNamed('databaseSchema'),
      { id: empty.id },
      { hardDelete: true, recursive: true },
    );
    expect(JSON.parse((await removed).json)).toMatchObject({ deleted: true });
  });
});
