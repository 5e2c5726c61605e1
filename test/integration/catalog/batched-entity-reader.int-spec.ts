import type { EntityKey, Include } from '@app/catalog';
import { ADMIN, CatalogFixture, failure, newName, read, typeNamed, type Document } from './catalog.fixture';

/** Types of every sort of answer: with ancestors, with relations that come unasked, and with neither. */
const TYPES = ['table', 'user', 'team', 'domain', 'glossaryTerm', 'databaseService'];

describe('reads of one turn of the event loop', () => {
  let catalog: CatalogFixture;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
  });

  afterAll(() => catalog.close());

  const get = (type: string, key: EntityKey, include: Include = 'non-deleted'): Promise<string> =>
    catalog.reader.get(ADMIN, typeNamed(type), key, undefined, include).then(({ json }) => json);

  const statementsOf = async (work: () => Promise<unknown>): Promise<number> => {
    const before = catalog.database.statements;
    await work();
    return catalog.database.statements - before;
  };

  const many = (type: string, count: number): Promise<Document[]> =>
    Promise.all(Array.from({ length: count }, () => catalog.make(type)));

  it.each(TYPES)('answer as they would alone: %s', async (type) => {
    const made = await many(type, 5);
    const keys = made.flatMap(({ id, fullyQualifiedName }): EntityKey[] => [{ id }, { fqn: fullyQualifiedName }]);
    const alone: string[] = [];
    for (const key of keys) alone.push(await get(type, key));
    const together = await Promise.all(keys.map((key) => get(type, key)));
    expect(together).toEqual(alone);
    expect(together.map((json) => (JSON.parse(json) as Document).id)).toEqual(made.flatMap(({ id }) => [id, id]));
  });

  it.each(['databaseService', 'table'])('share a statement for each sort of key: %s', async (type) => {
    const made = await many(type, 8);
    const count = await statementsOf(() => Promise.all(made.map(({ id }) => get(type, { id }))));
    expect([count, await statementsOf(() => get(type, { id: made[0]?.id as string }))]).toEqual([1, 1]);
  });

  it('tell each caller of its own: who is not there is not found', async () => {
    const [here, there] = (await many('domain', 2)) as [Document, Document];
    const fqn = newName('nowhere');
    const [first, missing, second] = await Promise.all([
      get('domain', { fqn: here.fullyQualifiedName }),
      failure(get('domain', { fqn })),
      get('domain', { fqn: there.fullyQualifiedName }),
    ]);
    expect(missing).toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining(fqn) as string });
    expect([first, second].map((json) => (JSON.parse(json) as Document).id)).toEqual([here.id, there.id]);
  });

  it('keep a value that the database refuses from the others', async () => {
    const { id, fullyQualifiedName: fqn } = await catalog.make('domain');
    const [found, refused] = await Promise.all([get('domain', { fqn }), failure(get('domain', { fqn: 'a\u0000b' }))]);
    expect((JSON.parse(found) as Document).id).toBe(id);
    expect(refused.code).toBe('22021');
  });

  it('see what was written before they were asked for', async () => {
    const made = await many('domain', 6);
    for (let round = 1; round <= 5; round++) {
      const description = `round ${round}`;
      const reads = made.map(async ({ fullyQualifiedName: fqn, id }) => {
        await catalog.patch('domain', fqn, { op: 'add', path: '/description', value: description });
        return JSON.parse(await get('domain', { id })) as { description: string };
      });
      expect((await Promise.all(reads)).map((each) => each.description)).toEqual(made.map(() => description));
    }
  });

  it('tell the deleted from the others', async () => {
    const [live, gone] = (await many('domain', 2)) as [Document, Document];
    const removal = { hardDelete: false, recursive: false, precondition: undefined };
    await catalog.remover.remove(ADMIN, typeNamed('domain'), { id: gone.id }, removal);
    const ask = ({ id }: Document, include: Include): Promise<boolean> =>
      get('domain', { id }, include).then(
        () => true,
        () => false,
      );
    const includes = ['non-deleted', 'deleted', 'all'] as const;
    const found = await Promise.all(includes.flatMap((include) => [ask(live, include), ask(gone, include)]));
    expect(found).toEqual([true, false, false, true, true, true]);
  });

  it('are the same answers as a read with all of the type, less what comes by request', async () => {
    const { fullyQualifiedName: fqn } = await catalog.make('table');
    const base = JSON.parse(await get('table', { fqn })) as Record<string, unknown>;
    const whole: Record<string, unknown> = read(
      await catalog.reader.get(ADMIN, typeNamed('table'), { fqn }, '*', 'non-deleted'),
    );
    expect(whole).toMatchObject(base);
  });
});
