import type { Actor } from '@app/common';
import { statementsOf } from '../../../support/recording-client';
import { actorOf, ADMIN, CatalogFixture, failure, mayDo, read, typeNamed, type Document } from '../catalog.fixture';

const COLUMNS = [
  { name: 'id', dataType: 'BIGINT' },
  { name: 'at', dataType: 'STRUCT', children: [{ name: 'day', dataType: 'DATE' }] },
];
const TABLE = typeNamed('table');

describe('a PUT like the one before, which is expected to change nothing', () => {
  let catalog: CatalogFixture;
  let databaseSchema: string;
  let owner: Document;
  let body: Record<string, unknown>;
  let before: Document;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
    databaseSchema = (await catalog.make('databaseSchema')).fullyQualifiedName;
    owner = await catalog.make('user');
  });
  afterAll(() => catalog?.close());

  beforeEach(async () => {
    body = await catalog.body('table', { databaseSchema, columns: COLUMNS, owners: [{ id: owner.id, type: 'user' }] });
    before = (await put(body)).document;
    // From here on a PUT of a table is expected to change nothing.
    await put(body);
  });

  const put = async (
    sent: unknown,
    actor: Actor = ADMIN,
    precondition?: readonly number[],
  ): Promise<{ document: Document; statements: number }> => {
    let document!: Document;
    const statements = await statementsOf(async () => {
      document = read(await catalog.writer.put(actor, TABLE, sent, { precondition }));
    });
    return { document, statements: statements.length };
  };

  it.each<[string, object]>([
    ['what was sent', {}],
    ['without the owners, which stay', { owners: undefined }],
    ['with null for what is not there', { displayName: null }],
    ['with what an answer has beside it', { version: 0.1, href: 'http://x', deleted: false }],
  ])('takes one statement: %s', async (_, more) => {
    const { document, statements } = await put({ ...body, ...more });
    expect(statements).toBe(1);
    expect(document).toEqual({ ...before, updatedAt: before.updatedAt });
  });

  it.each<[string, object, number]>([
    ['a description', { description: 'other' }, 0.2],
    ['a column more', { columns: [...COLUMNS, { name: 'more', dataType: 'INT' }] }, 0.2],
    ['a column of another type', { columns: [{ name: 'id', dataType: 'TEXT' }, COLUMNS[1]] }, 1.1],
    ['a child less', { columns: [COLUMNS[0], { name: 'at', dataType: 'STRUCT' }] }, 1.1],
    ['no owners', { owners: [] }, 0.2],
  ])('is a change all the same: %s', async (_, more, version) => {
    const { document } = await put({ ...body, ...more });
    expect(document.version).toBe(version);
    expect(await catalog.get('table', document.fullyQualifiedName)).toMatchObject({ version });
  });

  it('is compared with what is stored by then, whoever wrote it', async () => {
    await catalog.patch('table', before.fullyQualifiedName, { op: 'add', path: '/description', value: 'by hand' });
    expect((await put(body)).document).toMatchObject({ version: 0.3 });
    expect((await put(body)).document).toMatchObject({ version: 0.3 });
  });

  it('creates what is not there, and brings back what was deleted', async () => {
    const fresh = await put({ ...body, name: `${String(body.name)}_new` });
    expect(fresh.document).toMatchObject({ version: 0.1, name: `${String(body.name)}_new` });
    await put(body);
    await catalog.remover.remove(ADMIN, TABLE, { id: before.id }, { hardDelete: false, recursive: false });
    expect((await put(body)).document).toMatchObject({ id: before.id, deleted: false });
  });

  it('is refused for another version, a parent that is gone, and a body that is wrong', async () => {
    expect(await failure(put(body, ADMIN, [0.7]))).toMatchObject({ code: 'PRECONDITION_FAILED' });
    await put(body);
    expect((await put(body, ADMIN, [0.1])).statements).toBe(1);
    expect(await failure(put({ ...body, databaseSchema: `${databaseSchema}_gone` }))).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await failure(put({ ...body, columns: [{ name: 'id' }] }))).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('is refused to those who may not write, also where nothing changes', async () => {
    const reader = actorOf(await catalog.make('user'));
    expect(await failure(put(body, reader))).toMatchObject({ code: 'FORBIDDEN' });
    await put(body);
    const writer = actorOf(await catalog.make('user'), mayDo(['EditAll', 'Create']));
    expect((await put(body, writer)).statements).toBe(1);
  });

  it('is judged by the entity where the rights depend on it', async () => {
    const isOwner = { ...mayDo(['EditAll']), condition: 'isOwner()' };
    const ours = actorOf(owner, isOwner);
    const byOwner = await put(body, ours);
    expect(byOwner.document.version).toBe(0.1);
    expect(byOwner.statements).toBeGreaterThan(1);
    const other = actorOf(await catalog.make('user'), isOwner);
    expect(await failure(put(body, other))).toMatchObject({ code: 'FORBIDDEN' });
    const hides = { ...mayDo(['ViewAll']), effect: 'deny' as const, condition: '!isOwner()' };
    const blind = actorOf(await catalog.make('user'), mayDo(['EditAll', 'Create']), hides);
    expect(await failure(put(body, blind))).toMatchObject({ code: 'NOT_FOUND' });
  });
});
