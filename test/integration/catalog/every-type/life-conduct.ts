import { randomUUID } from 'node:crypto';
import { ADMIN, mayDo, failure, newName, read, typeNamed, type CatalogFixture } from '../catalog.fixture';
import { has, includes, itWith, using } from './conduct.support';

/** Sees everything, as every principal does, and may do nothing. */
const NOBODY = { ...ADMIN, isAdmin: false, rules: [mayDo(['ViewAll'])] };
/** Two code units and four bytes each: what is counted are characters. */
const WIDE = '𝄞';

/** How an entity of any type is made, changed, read and deleted. Registers its tests in the current `describe`. */
export function describeLife(type: string, catalogOf: () => CatalogFixture): void {
  describeCreation(type, catalogOf);
  describeChange(type, catalogOf);
  describeDeletion(type, catalogOf);
  describeInput(type, catalogOf);
  describeReading(type, catalogOf);
}

function describeCreation(type: string, catalogOf: () => CatalogFixture): void {
  it('is refused a second time under its name, also while the first is soft-deleted', async () => {
    const { catalog, body, softDelete } = using(catalogOf());
    const sent = await body(type);
    const made = await catalog.create(type, sent);
    expect(await failure(catalog.create(type, sent))).toMatchObject({ code: 'CONFLICT', message: includes(made.id) });
    await softDelete(type, made);
    expect(await failure(catalog.create(type, sent))).toMatchObject({
      code: 'CONFLICT',
      message: includes('soft-deleted'),
    });
  });

  it('is made once by eight creations at the same time', async () => {
    const { catalog, body } = using(catalogOf());
    const sent = await body(type);
    const ends = await Promise.allSettled(Array.from({ length: 8 }, () => catalog.create(type, sent)));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'CONFLICT' });
  });

  it('is created by nobody who may not', async () => {
    const { catalog, body } = using(catalogOf());
    const refused = await failure(catalog.writer.create(NOBODY, typeNamed(type), await body(type)));
    expect(refused).toMatchObject({ code: 'FORBIDDEN', message: includes('[Create]') });
  });

  it('takes a name with dots, slashes and unicode, quoted in its FQN', async () => {
    const { catalog, make } = using(catalogOf());
    const name = `a.b/ü 中 ${newName('x')}`;
    const made = await make(type, { name });
    expect(made.name).toBe(name);
    expect(made.fullyQualifiedName.endsWith(`"${name}"`)).toBe(true);
    expect((await catalog.get(type, made.fullyQualifiedName)).id).toBe(made.id);
  });

  it('takes a name of 256 characters and none longer', async () => {
    const { catalog, make, body } = using(catalogOf());
    const name = newName('').padEnd(256, WIDE).slice(0, 14) + WIDE.repeat(242);
    expect([...name]).toHaveLength(256);
    const made = await make(type, { name });
    expect((await catalog.get(type, made.fullyQualifiedName)).name).toBe(name);
    const refused = await failure(catalog.create(type, await body(type, { name: `${name}x` })));
    expect(refused.details).toEqual([{ field: 'name', message: includes('256') }]);
  });
}

function describeChange(type: string, catalogOf: () => CatalogFixture): void {
  it('is made by one of eight PUTs at the same time, the others find it', async () => {
    const { catalog, body } = using(catalogOf());
    const sent = await body(type);
    const puts = await Promise.all(Array.from({ length: 8 }, () => catalog.writer.put(ADMIN, typeNamed(type), sent)));
    expect(puts.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(puts.map(({ id, version }) => `${id} ${version}`)).size).toBe(1);
  });

  it('rises by a tenth with each change, exactly', async () => {
    const { catalog, make } = using(catalogOf());
    const { fullyQualifiedName: fqn } = await make(type);
    const versions: number[] = [];
    for (let i = 0; i < 11; i++) {
      versions.push(
        (await catalog.patch(type, fqn, { op: 'add', path: '/displayName', value: `change ${i}` })).version,
      );
    }
    expect(versions).toEqual([0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2]);
  });

  it('is patched where the tests of the patch hold, else not at all', async () => {
    const { catalog, make } = using(catalogOf());
    const { fullyQualifiedName: fqn, name } = await make(type);
    const change = { op: 'add', path: '/description', value: 'changed' };
    const refused = await failure(catalog.patch(type, fqn, change, { op: 'test', path: '/name', value: 'other' }));
    expect(refused).toMatchObject({ code: 'CONFLICT', message: includes('operation 1') });
    expect((await catalog.get(type, fqn)).version).toBe(0.1);
    const patched = await catalog.patch(type, fqn, { op: 'test', path: '/name', value: name }, change);
    expect(patched).toMatchObject({ version: 0.2, description: 'changed' });
  });

  it('loses no update: of writers that saw one version, one writes', async () => {
    const { catalog, make } = using(catalogOf());
    const { id } = await make(type);
    const write = (i: number): Promise<unknown> => {
      const patch = [{ op: 'add', path: '/description', value: `by ${i}` }];
      return catalog.writer.patch(ADMIN, typeNamed(type), { id }, patch, { precondition: [0.1] });
    };
    const ends = await Promise.allSettled([0, 1, 2, 3, 4].map(write));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const end of ends)
      if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'PRECONDITION_FAILED' });
  });

  it('puts read-only members of a patch back silently', async () => {
    const { catalog, make } = using(catalogOf());
    const made = await make(type);
    const patched = await catalog.patch(
      type,
      made.fullyQualifiedName,
      { op: 'replace', path: '/id', value: randomUUID() },
      { op: 'replace', path: '/version', value: 9 },
    );
    expect(patched).toMatchObject({ id: made.id, version: 0.1 });
  });

  it('is changed by nobody who may not', async () => {
    const { catalog, make } = using(catalogOf());
    const { id } = await make(type);
    const patch = [{ op: 'add', path: '/extension', value: { a: 1 } }];
    const refused = await failure(catalog.writer.patch(NOBODY, typeNamed(type), { id }, patch));
    expect(refused).toMatchObject({ code: 'FORBIDDEN', message: includes('EditAll') });
  });
}

function describeDeletion(type: string, catalogOf: () => CatalogFixture): void {
  it('comes back by a PUT under its name, as the same entity', async () => {
    const { catalog, body, softDelete } = using(catalogOf());
    const sent = await body(type);
    const made = await catalog.create(type, sent);
    await softDelete(type, made);
    const put = await catalog.writer.put(ADMIN, typeNamed(type), sent);
    expect(read(put)).toMatchObject({ id: made.id, deleted: false });
  });
}

function describeInput(type: string, catalogOf: () => CatalogFixture): void {
  it('names every wrong field of a body', async () => {
    const { catalog, body } = using(catalogOf());
    const sent = await body(type, { displayName: 5, nme: 'x', tags: [{ source: 'Elsewhere' }], extension: [] });
    const refused = await failure(catalog.create(type, sent));
    expect(refused.code).toBe('BAD_REQUEST');
    const fields = refused.details?.map(({ field }) => field);
    const ofTags = has(type, 'tags') ? ['tags[0].tagFQN', 'tags[0].source'] : [];
    const ofExtension = has(type, 'extension') ? ['extension'] : [];
    expect(fields).toEqual(expect.arrayContaining(['displayName', 'nme', ...ofTags, ...ofExtension]));
  });

  it.each(['', 'a::b', 'a"b', 'a\u0007b'])('is not named %j', async (name) => {
    const { catalog, body } = using(catalogOf());
    const refused = await failure(catalog.create(type, await body(type, { name })));
    expect(refused.details?.map(({ field }) => field)).toEqual(['name']);
  });

  it.each([null, [], 'text', 7])('is not made of the body %j', async (sent) => {
    const { catalog } = using(catalogOf());
    expect(await failure(catalog.writer.create(ADMIN, typeNamed(type), sent))).toMatchObject({ code: 'BAD_REQUEST' });
  });

  itWith(type, ['owners'], 'refers to no owner that is not there', async () => {
    const { catalog, body } = using(catalogOf());
    const id = randomUUID();
    const byId = await failure(catalog.create(type, await body(type, { owners: [{ id, type: 'user' }] })));
    expect(byId).toMatchObject({ code: 'NOT_FOUND', message: `user instance for ${id} not found` });
    const byName = await failure(catalog.create(type, await body(type, { owners: ['nobody'] })));
    expect(byName).toMatchObject({ code: 'NOT_FOUND', details: [{ field: 'owners[0]', message: includes('nobody') }] });
  });

  itWith(type, ['tags'], 'bears no tag that is not there', async () => {
    const { catalog, body } = using(catalogOf());
    const tags = [{ tagFQN: 'No.Tag' }];
    expect(await failure(catalog.create(type, await body(type, { tags })))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('ignores members in a body that only other types have', async () => {
    const { catalog, body } = using(catalogOf());
    const { lacking } = typeNamed(type);
    const sent = Object.fromEntries(lacking.map((name) => [name, ['anything']]));
    const made = await catalog.create(type, await body(type, sent));
    for (const name of lacking) expect(made).not.toHaveProperty(name);
  });
}

function describeReading(type: string, catalogOf: () => CatalogFixture): void {
  it('knows no other field', async () => {
    const { catalog, make } = using(catalogOf());
    const { fullyQualifiedName } = await make(type);
    const refused = await failure(catalog.get(type, fullyQualifiedName, 'owners,nonsense'));
    expect(refused).toMatchObject({ code: 'BAD_REQUEST', message: 'Invalid field name nonsense' });
  });

  itWith(
    type,
    ['owners'],
    'shows its owners, named without quotes on input, and the first of them under the old name',
    async () => {
      const { catalog, make } = using(catalogOf());
      const owner = await make('user', { name: `jane.${newName('doe')}` });
      const made = await make(type, { owners: [owner.name, { id: (await make('team')).id, type: 'team' }] });
      const shown = await catalog.get(type, made.fullyQualifiedName, 'owner');
      expect(shown.owner).toMatchObject({ id: owner.id, type: 'user', name: owner.name });
      expect(shown.owners).toHaveLength(2);
    },
  );
}
