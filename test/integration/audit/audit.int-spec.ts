import { actorFrom, type Actor } from '@app/common';
import { AuditLog, EventsModule, RefusalLog, type AuditQuery } from '@app/events';
import { statementsOf } from '../../support/recording-client';
import { ADMIN, CatalogFixture, failure, newName, typeNamed, type Document } from '../catalog/catalog.fixture';

const ORIGIN = { requestId: 'request-1', address: '192.0.2.7', route: 'PATCH /test' };
const ANN = actorFrom(ADMIN, ORIGIN);
const READER: Actor = { name: 'reader', id: ADMIN.id, isAdmin: false, ownerIds: new Set(), rules: [] };
const HASH = /^[0-9a-f]{64}$/;
const forGood = { recursive: true, hardDelete: true };

describe('the audit', () => {
  let catalog: CatalogFixture;
  let audit: AuditLog;

  beforeAll(async () => {
    catalog = await CatalogFixture.open(EventsModule);
    audit = catalog.part(AuditLog);
  });

  afterAll(() => catalog.close());

  const list = async (query: AuditQuery) => (await audit.page(ADMIN, { order: 'asc', limit: 100, ...query })).data;
  const of = (entity: { id: string }) => list({ entity: entity.id });
  const describeAs = (domain: Document, text: string, actor: Actor = ADMIN) =>
    catalog.writer.patch(actor, typeNamed('domain'), { fqn: domain.fullyQualifiedName }, [
      { op: 'add', path: '/description', value: text },
    ]);

  it('tells of a change who made it, from where, and what was before and after', async () => {
    const domain = await catalog.make('domain');
    await describeAs(domain, 'Sales', ANN);
    const [created, changed] = await of(domain);
    expect(created).toMatchObject({ outcome: 'done', operation: 'entityCreated', userName: 'admin', version: 0.1 });
    expect(created).not.toHaveProperty('address');
    expect(changed).toMatchObject({
      operation: 'entityUpdated',
      userId: ADMIN.id,
      address: '192.0.2.7',
      requestId: 'request-1',
      route: 'PATCH /test',
      entityType: 'domain',
      entityFullyQualifiedName: domain.fullyQualifiedName,
      previousVersion: 0.1,
      version: 0.2,
      hashBefore: created!.hashAfter,
      change: { fieldsUpdated: [{ name: 'description', newValue: 'Sales' }] },
    });
    expect(changed!.hashAfter).toMatch(HASH);
    expect(changed!.hashAfter).not.toBe(changed!.hashBefore);
  });

  it('knows the origin of each writer, of bulks, deletions and custom properties too, and of no other transaction', async () => {
    const body = await catalog.body('table');
    await catalog.bulk.put(ANN, typeNamed('table'), [body, { ...body, description: 'again' }]);
    const table = await catalog.get('table', `${String(body['databaseSchema'])}.${String(body['name'])}`);
    await catalog.remover.remove(ANN, typeNamed('table'), { id: table.id }, forGood);
    const found = await of(table);
    expect(found.map(({ operation }) => operation)).toEqual(['entityCreated', 'entityUpdated', 'entityDeleted']);
    expect(found.map(({ requestId }) => requestId)).toEqual(['request-1', 'request-1', 'request-1']);
    const hashes = found.map(({ hashBefore, hashAfter }) => [hashBefore, hashAfter]);
    expect(hashes[0]![0]).toBeUndefined();
    expect(hashes[1]![0]).toBe(hashes[0]![1]);
    expect(hashes[2]).toEqual([hashes[1]![1], undefined]);
    const property = { name: newName('property'), description: 'x', propertyType: await kindNamed('string') };
    await catalog.types.putProperty(ANN, 'table', property);
    await catalog.types.deleteProperty(ANN, 'table', property.name);
    const declared = await list({ operation: 'customPropertySet' });
    expect(declared.at(-1)).toMatchObject({ requestId: 'request-1', change: { property: { name: property.name } } });
    expect(await list({ operation: 'customPropertyRemoved' })).toHaveLength(1);
    expect((await of(await catalog.make('domain')))[0]).not.toHaveProperty('requestId');
  });

  const kindNamed = async (name: string): Promise<object> => {
    const { data } = await catalog.types.list({ category: 'field', limit: 100 });
    const { id } = data.find((kind) => kind.name === name)!;
    return { id, type: 'type' };
  };

  it('takes no statement more of a write, with an origin or without', async () => {
    const domain = await catalog.make('domain');
    for (const text of ['warm', 'warmer']) await describeAs(domain, text);
    const without = await statementsOf(() => describeAs(domain, 'one'));
    const withOrigin = await statementsOf(() => describeAs(domain, 'two', ANN));
    expect(withOrigin).toHaveLength(without.length);
    const created = await statementsOf(() =>
      catalog.writer.create(ANN, typeNamed('domain'), {
        name: newName('d'),
        domainType: 'Aggregate',
        description: 'x',
      }),
    );
    expect(created.filter(({ text }) => text.includes('change_event_pending'))).toHaveLength(1);
  });

  it('says of what is secret or long that it changed, and not how', async () => {
    const parts = (name: string, newValue: unknown) => ({
      fieldsAdded: [{ name, newValue }],
      fieldsUpdated: [],
      previousVersion: 0.1,
    });
    const shown = async (change: object): Promise<object> => {
      const [row] = await catalog.database.query<{ change: object }>('select audited_change($1) as change', [
        JSON.stringify(change),
      ]);
      return row!.change;
    };
    for (const name of [
      'connection',
      'connection.config.password',
      'authenticationMechanism',
      'apiToken',
      'clientSecret',
    ])
      expect(await shown(parts(name, 'hunter2'))).toEqual({
        fieldsAdded: [{ name }],
        fieldsUpdated: [],
        previousVersion: 0.1,
      });
    expect(await shown(parts('description', 'x'))).toEqual(parts('description', 'x'));
    const long = await shown(parts('description', 'x'.repeat(70_000)));
    expect(long).toEqual({ fieldsAdded: [{ name: 'description' }], fieldsUpdated: [], previousVersion: 0.1 });
    const many = Array.from({ length: 5_000 }, (_, i) => ({ name: `columns.c${i}`, newValue: 'y'.repeat(100) }));
    expect(JSON.stringify(await shown({ fieldsAdded: many })).length).toBeLessThan(65_536);
    expect(await shown({ tokenId: 'a', tokenName: 'b' })).toEqual({ tokenId: 'a', tokenName: 'b' });
  });

  it('has nothing of a password and a connection in any record', async () => {
    const user = await catalog.body('user', { password: 'a-very-secret-word' });
    const made = await catalog.create('user', user);
    const service = await catalog.body('databaseService');
    await catalog.create('databaseService', {
      ...service,
      connection: { config: { type: 'Postgres', username: 'app', password: 'a-very-secret-word' } },
    });
    await catalog.patch('databaseService', String(service['name']), {
      op: 'replace',
      path: '/connection',
      value: { config: { type: 'Postgres', username: 'other-user', password: 'a-very-secret-word' } },
    });
    expect((await of(made)).map(({ operation }) => operation)).toContain('passwordSet');
    await audit.page(ADMIN, {});
    const rows = await catalog.database.query<{ n: number }>(
      `select count(*)::int as n from audit_record r where r::text ~ 'a-very-secret-word|other-user'`,
    );
    expect(rows[0]!.n).toBe(0);
  });

  it('filters by everything that it says, walks both ways, and exports the same', async () => {
    const since = await catalog.database.now();
    const domain = await catalog.make('domain');
    for (let n = 0; n < 6; n++) await describeAs(domain, `text ${n}`, ANN);
    const filters: [AuditQuery, number][] = [
      [{ userName: 'admin' }, 7],
      [{ userName: 'nobody' }, 0],
      [{ entityType: 'table' }, 0],
      [{ entity: domain.fullyQualifiedName }, 7],
      [{ operation: 'entityUpdated' }, 6],
      [{ outcome: 'refused' }, 0],
      [{ outcome: 'done' }, 7],
      [{ requestId: 'request-1' }, 6],
      [{ endTs: since - 1, startTs: 0, entity: domain.id }, 0],
    ];
    for (const [filter, count] of filters)
      expect([filter, (await list({ startTs: since, ...filter })).length]).toEqual([filter, count]);
    expect(await failure(audit.page(ADMIN, { startTs: 2, endTs: 1 }))).toMatchObject({ code: 'BAD_REQUEST' });
    const query = { startTs: since, entity: domain.id, limit: 3 } as const;
    for (const order of ['asc', 'desc'] as const) {
      const first = await audit.page(ADMIN, { ...query, order });
      const second = await audit.page(ADMIN, { ...query, order, after: first.paging.after! });
      const third = await audit.page(ADMIN, { ...query, order, after: second.paging.after! });
      const all = [first, second, third].flatMap(({ data }) => data.map(({ id }) => id));
      expect(all).toEqual([...all].sort((a, b) => (order === 'asc' ? a - b : b - a)));
      expect(new Set(all).size).toBe(7);
      expect(third.paging).not.toHaveProperty('after');
      const back = await audit.page(ADMIN, { ...query, order, before: third.paging.before! });
      expect(back.data).toEqual(second.data);
      const start = await audit.page(ADMIN, { ...query, order, before: back.paging.before! });
      expect(start.data).toEqual(first.data);
      expect(start.paging).not.toHaveProperty('before');
    }
    const exported: object[] = [];
    for await (const piece of await audit.export(ADMIN, { startTs: since })) exported.push(...piece);
    expect(exported).toEqual(await list({ startTs: since }));
  });

  it('ends a page early at 16 MiB, and leaves nothing out on the way', async () => {
    await catalog.database.query(
      `insert into change_event_pending (event_type, entity_type, fqn, at, actor, change)
       select 'passwordSet', 'user', 'u' || n, n, 'pages', jsonb_build_object('fieldsAdded', jsonb_build_array(
                jsonb_build_object('name', 'description', 'newValue', repeat('x', 60000))))
         from generate_series(1, 500) n`,
    );
    const query = { userName: 'pages', order: 'asc', limit: 500 } as const;
    const first = await audit.page(ADMIN, query);
    expect(JSON.stringify(first).length).toBeLessThan(17 * 1024 * 1024);
    expect(first.data.length).toBeGreaterThan(200);
    expect(first.data.length).toBeLessThan(300);
    const second = await audit.page(ADMIN, { ...query, after: first.paging.after! });
    const names = [first, second].flatMap(({ data }) => data.map((record) => record.entityFullyQualifiedName));
    expect(names).toEqual(Array.from({ length: 500 }, (_, n) => `u${n + 1}`));
    expect(second.paging).not.toHaveProperty('after');
    const back = await audit.page(ADMIN, { ...query, before: second.paging.before! });
    expect(back.data.at(-1)?.id).toBe(first.data.at(-1)?.id);
    let records = 0;
    for await (const piece of await audit.export(ADMIN, { userName: 'pages' })) records += piece.length;
    expect(records).toBe(500);
  });

  it('is for administrators, and for who has a rule that names it', async () => {
    for (const work of [audit.page(READER, {}), audit.export(READER, {})])
      expect(await failure(work)).toMatchObject({ code: 'FORBIDDEN' });
    const rule = { name: 'audit', effect: 'allow', operations: ['ViewAll'], resources: ['audit'] } as const;
    const reader = { ...READER, rules: [...READER.rules, rule] };
    expect((await audit.page(reader, { limit: 1 })).data).toEqual((await audit.page(ADMIN, { limit: 1 })).data);
  });

  it('names the object of a refusal, by whatever it was asked for, in the order of the commits', async () => {
    const domain = await catalog.make('domain');
    const log = new RefusalLog(catalog.database);
    const refusal = {
      actor: actorFrom(READER, ORIGIN),
      operations: ['EditAll'],
      resource: 'domain',
      reason: 'notAllowed',
    } as const;
    log.note({ ...refusal, key: domain.id });
    log.note({ ...refusal, operations: ['Delete'], key: domain.fullyQualifiedName });
    log.note({ ...refusal, operations: ['Create'], key: 'no such \0 thing' });
    log.note({ ...refusal, operations: ['EditOwners', 'EditTags'] });
    await log.write();
    const found = await list({ outcome: 'refused', userName: 'reader' });
    const named = { entityId: domain.id, entityFullyQualifiedName: domain.fullyQualifiedName };
    expect(found).toMatchObject([
      { operation: 'EditAll', entityType: 'domain', reason: 'notAllowed', count: 1, requestId: 'request-1', ...named },
      { operation: 'Delete', ...named },
      { operation: 'Create', entityFullyQualifiedName: 'no such  thing' },
      { operation: 'EditOwners, EditTags' },
    ]);
    expect(found[2]).not.toHaveProperty('entityId');
    // A refusal is no change: nobody is told of it as one.
    const events = await catalog.database.query(`select 1 from change_event where actor = 'reader'`);
    expect(events).toEqual([]);
  });
});
