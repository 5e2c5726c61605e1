import { ChangeEventList, ChangeEventStream, EventsModule, purgeChangeEvents, type ChangeEvent } from '@app/events';
import { AppError, type AccessRule, type Actor } from '@app/common';
import { query } from '@app/database';
import { numberEvents } from '../../../libs/events/src/change/event-numbering';
import { ADMIN, actorOf, CatalogFixture, failure, newName, typeNamed, type Document } from '../catalog/catalog.fixture';

const aside = { recursive: true, hardDelete: false };

describe('events of entities', () => {
  let catalog: CatalogFixture;
  let list: ChangeEventList;

  beforeAll(async () => {
    catalog = await CatalogFixture.open(EventsModule);
    list = catalog.part(ChangeEventList);
  });

  afterAll(() => catalog.close());

  const parsed = (texts: readonly string[]) => texts.map((text) => JSON.parse(text) as ChangeEvent);
  const of = async (entity: { id: string }, actor = ADMIN): Promise<readonly ChangeEvent[]> =>
    parsed((await list.page(actor, { entityId: entity.id, limit: 100 })).data);
  const kinds = async (entity: { id: string }): Promise<string[]> =>
    (await of(entity)).map(({ eventType }) => eventType);

  it('tell of each new version, who made it and what it changed', async () => {
    const table = await catalog.make('table');
    await catalog.patch('table', table.fullyQualifiedName, { op: 'add', path: '/description', value: 'Orders' });
    const [created, changed, ...others] = await of(table);
    expect(others).toEqual([]);
    expect(created).toMatchObject({
      eventType: 'entityCreated',
      entityType: 'table',
      entityId: table.id,
      entityFullyQualifiedName: table.fullyQualifiedName,
      currentVersion: 0.1,
      userName: 'admin',
      timestamp: table.updatedAt,
    });
    expect(created).not.toHaveProperty('previousVersion');
    expect(changed).toMatchObject({
      eventType: 'entityUpdated',
      previousVersion: 0.1,
      currentVersion: 0.2,
      changeDescription: { fieldsUpdated: [{ name: 'description', newValue: 'Orders' }], previousVersion: 0.1 },
    });
    expect(changed!.id).toBeGreaterThan(created!.id);
  });

  it('end a page at its bytes, and go on behind it', async () => {
    const table = await catalog.make('table');
    const words = 'w'.repeat(4 * 1024 * 1024);
    await catalog.database.transaction((tx) =>
      query(
        tx,
        `insert into change_event (version, node, event_type, entity_type, entity_id, fqn, at, actor, change)
         select 1, (select node from entity where id = $1::uuid), 'entityUpdated', 'table', $1::uuid, $2, 0, 'admin',
                jsonb_build_object('fieldsUpdated', jsonb_build_array(jsonb_build_object('name', n::text, 'newValue', $3::text)))
           from generate_series(1, 9) n`,
        [table.id, table.fullyQualifiedName, words],
      ),
    );
    const sizes: number[] = [];
    const all = { entityId: table.id, limit: 1000 };
    for (let after: string | undefined; ;) {
      const page: Awaited<ReturnType<typeof list.page>> = await list.page(ADMIN, { ...all, ...(after && { after }) });
      if (page.data.length === 0) break;
      sizes.push(page.data.length);
      after = page.paging.after;
    }
    // The event of the creation is small, and gets its position with the first page.
    expect(sizes).toEqual([4, 4, 2]);
  });

  it('are none where nothing changes, nor where a write fails', async () => {
    const body = await catalog.body('table');
    const table = await catalog.create('table', body);
    await catalog.writer.put(ADMIN, typeNamed('table'), body);
    await failure(catalog.create('table', body));
    expect(await kinds(table)).toEqual(['entityCreated']);
  });

  it('tell of a deletion, a restoration and a removal of each entity below as well; of a rename of the entity alone', async () => {
    const table = await catalog.make('table');
    const schemaFqn = table.fullyQualifiedName.split('.').slice(0, -1).join('.');
    const schema = await catalog.get('databaseSchema', schemaFqn);
    const type = typeNamed('databaseSchema');
    await catalog.remover.remove(ADMIN, type, { id: schema.id }, aside);
    await catalog.remover.restore(ADMIN, type, schema.id);
    const name = newName('renamed');
    await catalog.patch('databaseSchema', schemaFqn, { op: 'replace', path: '/name', value: name });
    await catalog.remover.remove(ADMIN, type, { id: schema.id }, { ...aside, hardDelete: true });
    expect(await kinds(schema)).toEqual([
      'entityCreated',
      'entitySoftDeleted',
      'entityRestored',
      'entityUpdated',
      'entityDeleted',
    ]);
    expect(await kinds(table)).toEqual(['entityCreated', 'entitySoftDeleted', 'entityRestored', 'entityDeleted']);
    const versions = (await of(schema)).map(({ previousVersion, currentVersion }) => [previousVersion, currentVersion]);
    expect(versions[1]).toEqual([0.1, 0.2]);
    expect(versions[2]).toEqual([0.2, 0.3]);
    const [, hidden, , gone] = await of(table);
    expect(hidden).toMatchObject({ previousVersion: 0.1, currentVersion: 0.1 });
    expect(gone!.entityFullyQualifiedName).toBe(`${schemaFqn.split('.').slice(0, -1).join('.')}.${name}.${table.name}`);
  });

  it('tell of every entity of a bulk write, and of people', async () => {
    const [one, two] = [await catalog.body('user'), await catalog.body('user')];
    await catalog.bulk.put(ADMIN, typeNamed('user'), [one, two]);
    const { data } = await list.page(ADMIN, { entityType: 'user', order: 'desc', limit: 2 });
    expect(
      parsed(data)
        .map(({ entityFullyQualifiedName }) => entityFullyQualifiedName)
        .sort(),
    ).toEqual([one['name'], two['name']].sort());
  });

  it('tell of each of several versions that one bulk write makes, in their order', async () => {
    const body = await catalog.body('table');
    const rows = ['one', 'two', 'three'].map((description) => ({ ...body, description }));
    await catalog.bulk.put(ADMIN, typeNamed('table'), rows);
    const table = await catalog.get('table', `${String(body['databaseSchema'])}.${String(body['name'])}`);
    const told = (await of(table)).map(({ eventType, previousVersion, currentVersion, changeDescription }) => [
      ...[eventType, previousVersion, currentVersion, changeDescription?.fieldsUpdated[0]?.newValue],
    ]);
    expect(told).toEqual([
      ['entityCreated', undefined, 0.1, undefined],
      ['entityUpdated', 0.1, 0.2, 'two'],
      ['entityUpdated', 0.2, 0.3, 'three'],
    ]);
  });

  it('filter by type, kind, entity, name, person and time', async () => {
    const before = await catalog.database.now();
    const table = await catalog.make('table');
    const pages = await Promise.all([
      list.page(ADMIN, { entityType: 'table', startTs: before, limit: 100 }),
      list.page(ADMIN, { entityType: 'table,databaseSchema', startTs: before, limit: 100 }),
      list.page(ADMIN, { eventType: 'entityUpdated', startTs: before, limit: 100 }),
      list.page(ADMIN, { fqn: table.fullyQualifiedName, limit: 100 }),
      list.page(ADMIN, { userName: 'nobody', limit: 100 }),
      list.page(ADMIN, { entityId: table.id, endTs: before - 1, limit: 100 }),
    ]);
    expect(pages.map(({ data }) => data.length)).toEqual([1, 2, 0, 1, 0, 0]);
    expect(await failure(list.page(ADMIN, { entityType: 'shoe', eventType: 'x', startTs: 2, endTs: 1 }))).toMatchObject(
      {
        code: 'BAD_REQUEST',
        details: [{ field: 'entityType' }, { field: 'eventType' }, { field: 'startTs' }],
      },
    );
  });

  it('are walked in both orders and directions without one twice or missing, and on from the end later', async () => {
    const glossary = await catalog.make('glossary');
    const term = async (): Promise<string> =>
      (await catalog.make('glossaryTerm', { glossary: glossary.fullyQualifiedName })).id;
    const ids = [await term(), await term(), await term(), await term(), await term()];
    const query = { entityType: 'glossaryTerm', startTs: Number(glossary.updatedAt), limit: 2 };
    const walk = async (order: 'asc' | 'desc', after?: string): Promise<[string[], string | undefined]> => {
      const found: string[] = [];
      let cursor = after;
      for (;;) {
        const { data, paging } = await list.page(ADMIN, { ...query, order, ...(cursor && { after: cursor }) });
        found.push(...parsed(data).map(({ entityId }) => entityId));
        cursor = paging.after ?? cursor;
        if (data.length < 2) return [found, cursor];
      }
    };
    const [up, end] = await walk('asc');
    expect(up).toEqual(ids);
    expect((await walk('desc'))[0]).toEqual([...ids].reverse());
    const second = await list.page(ADMIN, {
      ...query,
      after: (await list.page(ADMIN, query)).paging.after!,
    });
    const back = await list.page(ADMIN, { ...query, before: second.paging.before! });
    expect(parsed(back.data).map(({ entityId }) => entityId)).toEqual(ids.slice(0, 2));
    expect(back.paging).not.toHaveProperty('before');
    const later = await term();
    expect((await walk('asc', end))[0]).toEqual([later]);
    expect(await failure(list.page(ADMIN, { ...query, entityType: 'table', after: end! }))).toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  it('of a transaction that ends late are told after those of others, none is skipped, and nobody waits', async () => {
    const [late, early] = [await catalog.make('domain'), await catalog.make('domain')];
    const start = parsed((await list.page(ADMIN, { order: 'desc', limit: 1 })).data)[0]!.id;
    const change = (domain: Document, text: string): Promise<Document> =>
      catalog.patch('domain', domain.fullyQualifiedName, { op: 'add', path: '/description', value: text });
    let goOn!: () => void;
    const written = new Promise<void>((resolve) => {
      void catalog.database.transaction(async (tx) => {
        await query(
          tx,
          `insert into change_event_pending
          (event_type, entity_type, entity_id, node, fqn, version, at, actor)
          select 'entityUpdated', type, id, node, fqn, version, 0, 'slow' from entity where id = $1`,
          [late.id],
        );
        resolve();
        await new Promise<void>((end) => (goOn = end));
      });
    });
    await written;
    await change(early, 'one');
    const seen = async (after: number): Promise<ChangeEvent[]> =>
      parsed((await list.page(ADMIN, { entityType: 'domain', limit: 100 })).data).filter(({ id }) => id > after);
    const first = await seen(start);
    expect(first.map(({ entityId }) => entityId)).toEqual([early.id]);
    goOn();
    await change(late, 'two');
    const then = await seen(first.at(-1)!.id);
    expect(then.map(({ entityId, userName }) => [entityId, userName])).toEqual([
      [late.id, 'slow'],
      [late.id, 'admin'],
    ]);
  });

  it('keep the order of an entity whatever the order in which writers began', async () => {
    const domain = await catalog.make('domain');
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        catalog.patch('domain', domain.fullyQualifiedName, { op: 'add', path: '/description', value: `text ${n}` }),
      ),
    );
    const versions = (await of(domain)).map(({ currentVersion }) => Math.round(currentVersion * 10));
    expect(versions).toEqual(Array.from({ length: 21 }, (_, n) => n + 1));
  });

  it('are told to whom may see the entity, in lists and streams, and what they mention is judged too', async () => {
    const [mine, other] = [await catalog.make('user'), await catalog.make('user')];
    const table = await catalog.make('table', { owners: [mine.id] });
    const hidden = await catalog.make('table', { owners: [other.id] });
    const dashboard = await catalog.make('dashboard');
    const reader: Actor = {
      name: mine.name,
      id: mine.id,
      isAdmin: false,
      ownerIds: new Set([mine.id]),
      rules: [
        { name: 'all', effect: 'allow', operations: ['ViewAll'], resources: ['All'] },
        { name: 'own', effect: 'deny', operations: ['All'], resources: ['table'], condition: '!isOwner()' },
        { name: 'none', effect: 'deny', operations: ['All'], resources: ['dashboard'] },
      ],
    };
    expect(await of(table, reader)).toHaveLength(1);
    expect(await of(hidden, reader)).toEqual([]);
    expect(await of(dashboard, reader)).toEqual([]);
    expect(await failure(list.page(reader, { entityType: 'dashboard' }))).toMatchObject({ code: 'FORBIDDEN' });
    await catalog.remover.remove(ADMIN, typeNamed('table'), { id: table.id }, { ...aside, hardDelete: true });
    expect(await of(table, reader)).toEqual([]);
    expect(await of(table)).toHaveLength(2);
    const { data, paging } = await list.page(reader, { entityType: 'table', limit: 1_000 });
    expect(data).toEqual([]);
    expect(paging.after).toBeDefined();
  });

  it('are told to whom may see the entity by then, however recently that was judged', async () => {
    const user = await catalog.make('user');
    const [closed, open] = [await catalog.make('table'), await catalog.make('dashboard')];
    let text = 0;
    const describe = async ({ fullyQualifiedName }: Document, type: string): Promise<void> => {
      await catalog.patch(type, fullyQualifiedName, { op: 'add', path: '/description', value: `text ${text++}` });
      await numberEvents(catalog.database);
    };
    let reader = actorOf(user);
    let isOver = false;
    const gone = new AbortController();
    const feed = await catalog.part(ChangeEventStream).follow({
      reader: () => (isOver ? Promise.reject(new AppError('UNAUTHORIZED', 'over')) : Promise.resolve(reader)),
      ...{ after: 0, signal: gone.signal, query: {} },
    });
    const parts = feed.parts[Symbol.asyncIterator]();
    const next = async (): Promise<unknown> => {
      for (;;) {
        const { value } = await parts.next();
        if (value !== 'heartbeat') return value;
      }
    };
    expect((await parts.next()).value).toBe('heartbeat');
    await describe(closed, 'table');
    expect(await next()).toMatchObject({ data: { entityId: closed.id } });
    const deny: AccessRule = { name: 'none', effect: 'deny', operations: ['All'], resources: ['table'] };
    reader = actorOf(user, deny);
    await describe(closed, 'table');
    await describe(open, 'dashboard');
    expect(await next()).toMatchObject({ data: { entityId: open.id } });
    isOver = true;
    await describe(open, 'dashboard');
    expect(await next()).toMatchObject({ code: 'UNAUTHORIZED' });
    gone.abort();
    expect((await parts.next()).done).toBe(true);
  });

  it('past their retention are removed, others stay', async () => {
    const table = await catalog.make('table');
    const signal = new AbortController().signal;
    await of(table);
    await purgeChangeEvents(catalog.database, 'P1D', signal);
    expect(await of(table)).toHaveLength(1);
    await catalog.database.query(`update change_event set at = at - 90000000 where entity_id = $1`, [table.id]);
    expect(await purgeChangeEvents(catalog.database, 'P1D', signal)).toBe(1);
    expect(await of(table)).toEqual([]);
  });

  it('are followed from now on, or from behind an id, until the reader goes', async () => {
    const stream = catalog.part(ChangeEventStream);
    const gone = new AbortController();
    const domain = await catalog.make('domain');
    const follow = (after: number, query = {}) =>
      stream.follow({ reader: () => Promise.resolve(ADMIN), after, signal: gone.signal, query });
    const fromNow = (await follow(0, { entityType: 'domain' })).parts[Symbol.asyncIterator]();
    expect((await fromNow.next()).value).toBe('heartbeat');
    const change = catalog.patch('domain', domain.fullyQualifiedName, {
      op: 'add',
      path: '/description',
      value: 'new',
    });
    await change;
    const [created] = await of(domain);
    const told = (await fromNow.next()).value;
    expect(told).toMatchObject({ event: 'entityUpdated', data: { entityId: domain.id } });
    const again = (await follow(created!.id, { entityId: domain.id })).parts[Symbol.asyncIterator]();
    expect((await again.next()).value).toEqual(told);
    gone.abort();
    expect((await again.next()).value).toBe('heartbeat');
    expect((await again.next()).done).toBe(true);
  });
});
