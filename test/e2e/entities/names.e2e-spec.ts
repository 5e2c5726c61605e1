import { CatalogWorld, part, unique, type Entity, type Page } from './catalog-world';

const LONG = 'n'.repeat(256);
/** 256 code points, 512 code units, 1024 bytes. */
const LONG_FACES = '😀'.repeat(256);

/** Name → its part of an FQN. */
const NAMES: readonly (readonly [name: string, part: string])[] = [
  ['plain', 'plain'],
  ['with.dot', '"with.dot"'],
  ['.', '"."'],
  ['a..b', '"a..b"'],
  ['with/slash', 'with/slash'],
  ['../up', '"../up"'],
  ['%41', '%41'],
  ['100%', '100%'],
  ['a b', 'a b'],
  [' spaced ', ' spaced '],
  ["it's", "it's"],
  ['a;b&c#d?e=f+g', 'a;b&c#d?e=f+g'],
  ['a:b', 'a:b'],
  ['naïve', 'naïve'],
  ['nai\u0308ve', 'nai\u0308ve'],
  ['表', '表'],
  ['😀', '😀'],
  ['\u202Ertl', '\u202Ertl'],
  ["'; drop table entity; --", "'; drop table entity; --"],
  ['<script>', '<script>'],
  ['name', 'name'],
  ['restore', 'restore'],
  ['__proto__', '__proto__'],
  ['null', 'null'],
  [LONG, LONG],
  [LONG_FACES, LONG_FACES],
];

describe('names in bodies and paths', () => {
  let world: CatalogWorld;
  let schema: string;
  beforeAll(async () => {
    world = await CatalogWorld.shared();
    schema = await world.schema();
  });

  it.each(NAMES.map((row, i) => [i, ...row] as const))('%i: %s', async (_i, name, written) => {
    const made = await world.table(schema, name);
    expect([made.name, made.fullyQualifiedName]).toEqual([name, `${schema}.${written}`]);
    const path = `/tables/name/${part(made.fullyQualifiedName)}`;
    expect((await world.client.get<Entity>(path)).body).toMatchObject({ id: made.id, name });
    const operations = [{ op: 'add', path: '/description', value: 'by name' }];
    expect((await world.client.patch<Entity>(path, operations)).body).toMatchObject({ id: made.id, version: 0.2 });
    expect((await world.client.delete<Entity>(path)).body).toMatchObject({ id: made.id, deleted: true });
  });

  it('come back in code point order, none of them changed', async () => {
    const fresh = await world.schema();
    for (const [name] of NAMES) await world.table(fresh, name);
    const database = fresh.split('.').slice(0, 2).join('.');
    const page = await world.client.must<Page>('GET', `/tables?limit=1000&database=${part(database)}`);
    const sorted = NAMES.map(([name]) => name).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(page.data.map(({ name }) => name)).toEqual(sorted);
  });

  it('of parents are quoted on the way down', async () => {
    const service = `${unique('svc')}.x`;
    await world.client.must('POST', '/services/databaseServices', { name: service, serviceType: 'Postgres' });
    const database = await world.client.must<Entity>('POST', '/databases', { name: 'd.b', service: `"${service}"` });
    expect(database.fullyQualifiedName).toBe(`"${service}"."d.b"`);
    const inner = await world.client.must<Entity>('POST', '/databaseSchemas', {
      name: 's/1',
      database: database.fullyQualifiedName,
    });
    const table = await world.table(inner.fullyQualifiedName, 't.1');
    expect(table.fullyQualifiedName).toBe(`"${service}"."d.b".s/1."t.1"`);
    const read = await world.client.get<Entity>(`/tables/name/${part(table.fullyQualifiedName)}`);
    expect(read.body.id).toBe(table.id);
    const listed = await world.client.must<Page>('GET', `/tables?databaseSchema=${part(inner.fullyQualifiedName)}`);
    expect(listed.data.map(({ id }) => id)).toEqual([table.id]);
  });

  it('four of 256 characters make a path that is taken', async () => {
    const long = (letter: string): string => unique(letter).padEnd(256, '表');
    const service = await world.client.must<Entity>('POST', '/services/databaseServices', {
      name: long('s'),
      serviceType: 'Postgres',
    });
    const database = await world.client.must<Entity>('POST', '/databases', {
      name: long('d'),
      service: service.fullyQualifiedName,
    });
    const inner = await world.client.must<Entity>('POST', '/databaseSchemas', {
      name: long('p'),
      database: database.fullyQualifiedName,
    });
    const { id, fullyQualifiedName } = await world.table(inner.fullyQualifiedName, long('t'));
    expect((await world.client.get<Entity>(`/tables/name/${part(fullyQualifiedName)}`)).body.id).toBe(id);
  });

  it('differ by case and by normal form', async () => {
    const fresh = await world.schema();
    const ids = new Set<string>();
    for (const name of ['Ä', 'ä', 'A\u0308', 'a\u0308']) ids.add((await world.table(fresh, name)).id);
    expect(ids.size).toBe(4);
  });
});
