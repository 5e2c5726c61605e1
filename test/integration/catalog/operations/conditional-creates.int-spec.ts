import { entityTypes } from '@app/catalog';
import { statementsOf, tripsOf } from '../../../support/recording-client';
import { actorOf, ADMIN, CatalogFixture, failure, mayDo, newName, typeNamed, type Document } from '../catalog.fixture';
import { overtaken } from '../structure/overtaken';

const TABLE = typeNamed('table');
const COLUMNS = [
  { name: 'id', dataType: 'BIGINT', description: 'Ключ "é"' },
  { name: 'at', dataType: 'STRUCT', children: [{ name: 'day', dataType: 'DATE' }] },
];

/** Assets with references that are stored at their other end: there may be thousands of these. */
const LONG_TYPES: readonly string[] = ['chart'];

describe('creates that refer to nothing but their place', () => {
  let catalog: CatalogFixture;
  let owner: Document;
  let schema: Document;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
  });
  afterAll(() => catalog.close());

  /** A table has been made in the schema. */
  beforeEach(async () => {
    owner = await catalog.make('user');
    const owners = [{ id: owner.id, type: 'user' }];
    const database = await catalog.make('database', { owners });
    schema = await catalog.make('databaseSchema', { database: database.fullyQualifiedName, displayName: 'Shown' });
    await created('table', body());
  });

  const body = (more: object = {}): Record<string, unknown> => ({
    ...{ name: newName('table'), databaseSchema: schema.fullyQualifiedName, columns: COLUMNS, description: 'x\u2028' },
    ...more,
  });

  /**
   * Makes an entity, whose answer is that of a read. locked: what the body names is looked up behind locks. planned: the place is read, and
   * the insert compares it. known: the place was read before, and all is one round trip.
   */
  const created = async (type: string, sent: unknown, actor = ADMIN): Promise<{ way: string; made: Document }> => {
    let json = '';
    const statements = await statementsOf(async () => {
      ({ json } = await catalog.writer.create(actor, typeNamed(type), sent));
    });
    const made = JSON.parse(json) as Document;
    const stored = await catalog.reader.read(catalog.database, typeNamed(type), made.id);
    expect(json).toBe(stored.json);
    const names = statements.flatMap(({ name }) => name ?? []);
    if (names.includes('open-entities')) return { way: 'locked', made };
    const reads = names.filter((name) => name.startsWith(`place-${type}`)).length;
    expect(names.slice(-2)).toEqual(['lock-places', `insert-at-places-${type}`]);
    if (reads === 0) expect([names.length, tripsOf(statements)]).toEqual([2, 1]);
    return { way: reads === 0 ? 'known' : 'planned', made };
  };

  const set = (type: string, fqn: string, property: string, value: unknown): Promise<Document> =>
    catalog.patch(type, fqn, { op: 'add', path: `/${property}`, value });
  const above = (property: string): string =>
    (schema as unknown as Record<string, Document>)[property]!.fullyQualifiedName;

  it.each(entityTypes.all().flatMap(({ type, traits }) => (traits.asset ? [type] : [])))(
    'are answered as a read is: %s',
    async (type) => {
      const sent = await catalog.body(type);
      const ways = [];
      for (let times = 0; times < 2; times++) ways.push((await created(type, { ...sent, name: newName(type) })).way);
      expect(ways).toEqual(LONG_TYPES.includes(type) ? ['locked', 'locked'] : ['planned', 'known']);
    },
  );

  it('store what others store', async () => {
    const rowOf = async ({ id }: Document): Promise<object[]> =>
      catalog.database.query(
        `select e.type, e.parent, e.root, e.deleted_by, e.version, e.updated_by, e.body, e.details->'serviceType' as of_root,
                (select json_agg(json_build_array(c.event_type, c.entity_type, c.version, c.previous_version, c.actor, c.change,
                        c.hash_before, c.hash_after = entity_digest(e.fqn, e.version, e.body, e.details), c.at = e.updated_at))
                   from (select event_type, entity_type, entity_id, version, previous_version, actor, change, hash_before, hash_after, at
                           from change_event_pending) c where c.entity_id = e.id) as events
           from entity e where e.id = $1`,
        [id],
      );
    const counts = async (): Promise<number[]> => {
      const rows = await catalog.database.query<{ n: string }>(
        `select sum(n)::text as n from counter where type = 'table' group by parent, deleted order by parent, deleted`,
      );
      return rows.map(({ n }) => Number(n));
    };
    const before = await counts();
    const short = await created('table', body());
    const between = await counts();
    const { json } = await catalog.writer.create(ADMIN, TABLE, body({ owners: [{ id: owner.id, type: 'user' }] }));
    expect(short.way).toBe('known');
    expect(await rowOf(short.made)).toEqual(await rowOf(JSON.parse(json) as Document));
    const differences = (a: number[], b: number[]): number[] => b.map((n, at) => n - (a[at] ?? 0));
    expect(differences(before, between)).toEqual(differences(between, await counts()));
  });

  it('are planned on a place by its id as well, and on no other type', async () => {
    const databaseSchema = { id: schema.id, type: 'databaseSchema' };
    expect((await created('table', body({ databaseSchema }))).way).toBe('planned');
    expect((await created('table', body({ databaseSchema }))).way).toBe('known');
    const wrong = failure(
      catalog.writer.create(ADMIN, TABLE, body({ databaseSchema: { ...databaseSchema, type: 'table' } })),
    );
    expect(await wrong).toMatchObject({ code: expect.stringMatching(/BAD_REQUEST|NOT_FOUND/) as string });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['the shown name of the schema', () => set('databaseSchema', schema.fullyQualifiedName, 'displayName', 'Other')],
    ['that of the database', () => set('database', above('database'), 'displayName', 'Other')],
    ['that of the service', () => set('databaseService', above('service'), 'displayName', 'Other')],
    ['that of the owner that it inherits', () => set('user', owner.fullyQualifiedName, 'displayName', 'Other')],
    ['the owner that it inherits', () => set('database', above('database'), 'owners', [])],
    [
      'the domain that it inherits',
      async () => {
        const { fullyQualifiedName } = await catalog.make('domain');
        await set('databaseService', above('service'), 'domains', [{ type: 'domain', fullyQualifiedName }]);
      },
    ],
    [
      'the name of the schema',
      async () => {
        schema = await catalog.patch('databaseSchema', schema.fullyQualifiedName, {
          op: 'replace',
          path: '/name',
          value: newName('renamed'),
        });
      },
    ],
    [
      'the schema of that name',
      async () => {
        const { name, fullyQualifiedName } = schema;
        await set('databaseSchema', fullyQualifiedName, 'name', newName('renamed'));
        schema = await catalog.make('databaseSchema', { name, database: above('database') });
      },
    ],
  ])('are those of the place as it is now: %s has changed', async (_, change) => {
    expect((await created('table', body())).way).toBe('known');
    await change();
    const { way, made } = await created('table', body());
    expect(way).toBe('planned');
    expect(made.databaseSchema).toMatchObject({ id: schema.id, fullyQualifiedName: schema.fullyQualifiedName });
    expect((await created('table', body())).way).toBe('known');
  });

  it.each([false, true])('are refused where the place is gone (for good: %s)', async (hardDelete) => {
    const key = { id: schema.id };
    await catalog.remover.remove(ADMIN, typeNamed('databaseSchema'), key, { hardDelete, recursive: true });
    expect(await failure(catalog.writer.create(ADMIN, TABLE, body()))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('wait for a rename of the place, and follow it', async () => {
    const value = newName('renamed');
    const sent = body({ databaseSchema: { id: schema.id, type: 'databaseSchema' } });
    const rename = (): Promise<Document> => set('databaseSchema', schema.fullyQualifiedName, 'name', value);
    const [renamed, made] = await overtaken(catalog, schema, rename, () => catalog.writer.create(ADMIN, TABLE, sent));
    if (renamed.status !== 'fulfilled' || made.status !== 'fulfilled') throw new Error('one of them failed');
    const { fullyQualifiedName } = JSON.parse(made.value.json) as Document;
    expect(fullyQualifiedName).toBe(`${renamed.value.fullyQualifiedName}.${sent.name as string}`);
  });

  it('are refused where the name is taken, by one alone of those who come together', async () => {
    const sent = body();
    const all = await Promise.allSettled([1, 2, 3].map(() => catalog.writer.create(ADMIN, TABLE, sent)));
    expect(all.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    const { id, fullyQualifiedName } = await catalog.get(
      'table',
      `${schema.fullyQualifiedName}.${sent.name as string}`,
    );
    const message = `table ${fullyQualifiedName} already exists with ID ${id}`;
    await created('table', body());
    expect(await failure(catalog.writer.create(ADMIN, TABLE, sent))).toMatchObject({ code: 'CONFLICT', message });
    await catalog.remover.remove(ADMIN, TABLE, { id }, { hardDelete: false, recursive: false });
    await created('table', body());
    expect((await failure(catalog.writer.create(ADMIN, TABLE, sent))).message).toContain('it is soft-deleted');
  });

  it('are refused as before what is wrong in the body, and to whom may not make it or put it there', async () => {
    const refused = async (sent: unknown, ...rules: Parameters<typeof mayDo>[]): Promise<unknown> =>
      failure(catalog.writer.create(actorOf(owner, ...rules.map((rule) => mayDo(...rule))), TABLE, sent));
    const constraint = { constraintType: 'PRIMARY_KEY', columns: ['none'] };
    expect(await refused(body({ tableConstraints: [constraint] }), [['All']])).toMatchObject({ code: 'BAD_REQUEST' });
    expect(await refused(body(), [['EditAll']])).toMatchObject({ code: 'FORBIDDEN' });
    const stranger = actorOf(await catalog.make('user'), mayDo(['Create'], 'table'));
    expect(await failure(catalog.writer.create(stranger, TABLE, body()))).toMatchObject({ code: 'FORBIDDEN' });
    const hides = { ...mayDo(['ViewAll']), effect: 'deny' as const, condition: '!isOwner()' };
    const blind = actorOf(await catalog.make('user'), mayDo(['All']), hides);
    expect(await failure(catalog.writer.create(blind, TABLE, body()))).toMatchObject({ code: 'NOT_FOUND' });
    expect((await created('table', body(), actorOf(owner, mayDo(['All'])))).made.updatedBy).toBe(owner.name);
  });

  it('are decided behind locks where they refer to more than their place', async () => {
    const tag = (await catalog.make('tag')).fullyQualifiedName;
    const label = { tagFQN: tag, source: 'Classification', labelType: 'Manual', state: 'Confirmed' };
    const columns = [{ ...COLUMNS[0], tags: [label] }];
    for (const more of [{ owners: [{ id: owner.id, type: 'user' }] }, { tags: [label] }, { columns }])
      expect((await created('table', body(more))).way).toBe('locked');
    expect((await created('table', body({ owners: [] }))).way).toBe('known');
  });
});
