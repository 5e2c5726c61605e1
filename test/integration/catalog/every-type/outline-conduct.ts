import { ADMIN, failure, read, typeNamed, type CatalogFixture, type Document } from '../catalog.fixture';
import { has, outcomeWords, using } from './conduct.support';

/** What an entity of any type goes through in its life, once. Registers its tests in the current `describe`. */
export function describeOutline(type: string, catalogOf: () => CatalogFixture): void {
  it('is created in version 0.1 and read by id and by FQN', async () => {
    const { reader, make } = using(catalogOf());
    const made = await make(type);
    expect(made).toMatchObject({ version: 0.1, updatedBy: 'admin', deleted: false });
    expect(made.href).toBe(`http://127.0.0.1:8585/api/v1/${typeNamed(type).collection}/${made.id}`);
    for (const key of [{ id: made.id }, { fqn: made.fullyQualifiedName }]) {
      const answer = await reader.get(ADMIN, typeNamed(type), key, undefined, 'non-deleted');
      expect(read(answer)).toMatchObject({ id: made.id, name: made.name });
    }
  });

  it('stays as it is under a PUT of what it is', async () => {
    const { catalog, body } = using(catalogOf());
    const sent = await body(type);
    const made = await catalog.create(type, sent);
    const put = await catalog.writer.put(ADMIN, typeNamed(type), sent);
    expect(put.created).toBe(false);
    expect(read(put)).toEqual(made);
  });

  it('keeps its versions, newest first, with what changed', async () => {
    const { catalog, make } = using(catalogOf());
    const made = await make(type);
    await catalog.patch(type, made.fullyQualifiedName, { op: 'add', path: '/description', value: 'better' });
    const history = JSON.parse(await catalog.versions.list(ADMIN, typeNamed(type), made.id)) as {
      versions: Document[];
    };
    expect(history.versions.map(({ version }) => version)).toEqual([0.2, 0.1]);
    expect(history.versions[0]?.changeDescription).toMatchObject({ previousVersion: 0.1 });
    const first = JSON.parse(await catalog.versions.one(ADMIN, typeNamed(type), made.id, '0.1')) as Document;
    expect(first.description).toBe(made.description);
  });

  it('is hidden by a soft deletion and comes back by a restoration', async () => {
    const { catalog, make, softDelete, seen } = using(catalogOf());
    const made = await make(type);
    expect(await softDelete(type, made)).toMatchObject({ id: made.id, deleted: true, version: 0.2 });
    expect(await seen(type, made.id)).toEqual({ 'non-deleted': false, deleted: true, all: true });
    expect(await failure(softDelete(type, made))).toMatchObject({ code: 'NOT_FOUND' });
    const back = read(await catalog.remover.restore(ADMIN, typeNamed(type), made.id));
    expect(back).toMatchObject({ id: made.id, deleted: false, version: 0.3 });
    expect(await seen(type, made.id)).toEqual({ 'non-deleted': true, deleted: false, all: true });
  });

  it('is gone after a hard deletion, and its name is free', async () => {
    const { catalog, body, seen } = using(catalogOf());
    const sent = await body(type);
    const made = await catalog.create(type, sent);
    const request = { hardDelete: true, recursive: false, precondition: undefined };
    const gone = await catalog.remover.remove(ADMIN, typeNamed(type), { fqn: made.fullyQualifiedName }, request);
    expect(read(gone)).toMatchObject({ id: made.id, deleted: true });
    expect(await seen(type, made.id)).toEqual({ 'non-deleted': false, deleted: false, all: false });
    expect((await catalog.create(type, sent)).id).not.toBe(made.id);
  });

  it('needs what it needs', async () => {
    const { catalog } = using(catalogOf());
    const { parents, required, nameOf } = typeNamed(type);
    const needed = [
      ...(nameOf ? [] : ['name']),
      ...parents.filter((parent) => parent.required).map(({ property }) => property),
      ...required,
    ];
    const refused = await failure(catalog.create(type, {}));
    expect(refused.details?.map(({ field, message }) => `${field} ${message}`).sort()).toEqual(
      needed.map((name) => `${name} is required`).sort(),
    );
  });

  it('lies below nothing that is not there', async () => {
    const { catalog, body } = using(catalogOf());
    for (const { property } of typeNamed(type).parents) {
      const refused = await failure(catalog.create(type, await body(type, { [property]: 'no.such.thing.here' })));
      expect(refused).toMatchObject({ code: 'NOT_FOUND', details: [{ field: property }] });
    }
  });

  it('shows what comes by request where it is asked for, arrays also where they are empty', async () => {
    const { catalog, make } = using(catalogOf());
    const { fullyQualifiedName: fqn } = await make(type);
    const base = await catalog.get(type, fqn);
    const asked = await catalog.get(type, fqn, 'owners,tags,followers,domains');
    for (const name of ['owners', 'tags', 'followers', 'domains']) expect(base).not.toHaveProperty(name);
    for (const name of ['owners', 'tags', 'followers'])
      expect([name, asked[name]]).toEqual([name, has(type, name) ? [] : undefined]);
    const all = await catalog.get(type, fqn, '*');
    expect(Object.keys(all)).toEqual(
      expect.arrayContaining([
        ...Object.keys(base),
        ...['owners', 'reviewers', 'dataProducts', 'domains'].filter((name) => has(type, name)),
      ]),
    );
  });

  it('is made and found in bulk, bad ones fail alone', async () => {
    const { catalog, body } = using(catalogOf());
    const sent = [await body(type), await body(type), { nonsense: 1 }];
    const put = () => catalog.bulk.put(ADMIN, typeNamed(type), sent);
    expect(outcomeWords(await put())).toEqual(['created', 'created', 'BAD_REQUEST']);
    const again = await put();
    expect(outcomeWords(again)).toEqual(['there', 'there', 'BAD_REQUEST']);
    for (const outcome of again.slice(0, 2))
      expect((await catalog.get(type, (outcome as { fqn: string }).fqn)).version).toBe(0.1);
  });

  it('is listed as it is read alone, with all fields and without', async () => {
    const { make, reader } = using(catalogOf());
    const { id } = await make(type);
    const listed = async (fields?: string): Promise<string> => {
      const list = await reader.list(ADMIN, typeNamed(type), { limit: 1_000, include: 'all', filters: {}, fields });
      const { data } = JSON.parse(String(list)) as { data: Document[] };
      return JSON.stringify(data.find((one) => one.id === id));
    };
    const { json } = await reader.get(ADMIN, typeNamed(type), { id }, '*', 'all');
    expect(await listed('*')).toBe(JSON.stringify(JSON.parse(json)));
    expect(JSON.parse(json)).toMatchObject(JSON.parse(await listed()) as object);
  });
}
