import type { ListRequest } from '@app/catalog';
import type { WithinStatement } from '@app/database';
import { RightsReader, standingIn } from '../../../libs/auth/src/principal/rights-reader';
import { ADMIN, CatalogFixture, failure, newName, typeNamed, type Document } from './catalog.fixture';

/** What a single read shows of a table, too. */
const FIELDS = 'columns,owners';

type Own = Parameters<RightsReader['standingOf']>[0]['own'];
const ownOf = (kind: 'session' | 'personal', revocationId: string): Own => ({
  userId: 'u',
  kind,
  jti: 'j',
  revocationId,
});

interface Page {
  readonly data: Document[];
  readonly paging: { readonly total: number; readonly before?: string; readonly after?: string };
}

describe('lists', () => {
  let catalog: CatalogFixture;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
  });

  afterAll(() => catalog.close());

  const list = async (type: string, more: Partial<ListRequest> = {}): Promise<Page> => {
    const request: ListRequest = { limit: 10, include: 'non-deleted', filters: {}, ...more };
    return JSON.parse(String(await catalog.reader.list(ADMIN, typeNamed(type), request))) as Page;
  };

  /** A page that asks for the caller in its statement: its text, the statements that it took, and what was told. */
  const listFor = async (own: Own, request: ListRequest): Promise<object> => {
    const rights = catalog.part(RightsReader);
    const reads = jest.spyOn(catalog.database, 'read');
    const pages = jest.spyOn(catalog.database, 'readBytes');
    let told: string | undefined;
    const within: WithinStatement = async (read) => {
      const found = await read(rights.questionOf({ own }));
      told = found.caller;
      return found;
    };
    try {
      const page = String(await catalog.reader.list(ADMIN, typeNamed('table'), request, { within }));
      const sent = reads.mock.calls.length + pages.mock.calls.length;
      return { page, sent, told: standingIn(told ?? '') };
    } finally {
      reads.mockRestore();
      pages.mockRestore();
    }
  };

  it.each<[string, Partial<ListRequest>]>([
    ['of the type', {}],
    ['with fields', { fields: '*' }],
    ['of a filter', { filters: { service: 'none' } }],
  ])('tell in their statement who the caller is: %s', async (_, more) => {
    const { node } = (
      await catalog.database.query<{ node: string }>('select node from entity where id = $1', [
        (await catalog.make('user')).id,
      ])
    )[0]!;
    await catalog.make('table');
    const [login, token, ended, revoked] = Array.from({ length: 4 }, () => crypto.randomUUID());
    await catalog.database.query(
      `with logins as (insert into login_family (id, user_node, expires_at, ended_at)
         values ($1, $5, now() + interval '1 day', null), ($3, $5, now() + interval '1 day', now()))
       insert into access_token (jti, user_node, name, kind, expires_at, revoked_at)
         values ($2, $5, 'a', 'personal', now() + interval '1 day', null), ($4, $5, 'b', 'personal', now() + interval '1 day', now())`,
      [login, token, ended, revoked, node],
    );
    const request: ListRequest = { limit: 10, include: 'non-deleted', filters: {}, ...more };
    const page = String(await catalog.reader.list(ADMIN, typeNamed('table'), request));
    const rights = await catalog.part(RightsReader).version();
    const cases: [Own, boolean][] = [
      [undefined, true],
      [ownOf('session', login!), true],
      [ownOf('session', ended!), false],
      [ownOf('session', token!), false],
      [ownOf('personal', token!), true],
      [ownOf('personal', revoked!), false],
      [ownOf('personal', crypto.randomUUID()), false],
    ];
    for (const [own, isLive] of cases)
      expect(await listFor(own, request)).toEqual({ page, sent: 1, told: { rights, isLive } });
  });

  const softDelete = (type: string, fqn: string, recursive = true): Promise<unknown> =>
    catalog.remover.remove(ADMIN, typeNamed(type), { fqn }, { hardDelete: false, recursive, precondition: undefined });

  /** Schemas of one database service; half of them have the same name. */
  async function schemas(count: number): Promise<{ service: string; ids: string[] }> {
    const service = (await catalog.make('databaseService')).fullyQualifiedName;
    const ids: string[] = [];
    for (let i = 0; i < count; i++) {
      const database = await catalog.make('database', { service });
      const name = i % 2 ? 'same' : `schema ${i}`;
      ids.push((await catalog.make('databaseSchema', { database: database.fullyQualifiedName, name })).id);
    }
    return { service, ids };
  }

  it('meet each row once, forward and backward, also where names are equal', async () => {
    const { service, ids } = await schemas(13);
    const filters = { service };
    const forward: Page[] = [await list('databaseSchema', { filters, limit: 3 })];
    for (let after; (after = forward.at(-1)?.paging.after);)
      forward.push(await list('databaseSchema', { filters, limit: 3, after }));
    const backward: Page[] = [forward.at(-1) as Page];
    for (let before; (before = backward.at(-1)?.paging.before);)
      backward.push(await list('databaseSchema', { filters, limit: 3, before }));
    const met = forward.flatMap(({ data }) => data.map(({ id }) => id));
    expect([...met].sort()).toEqual([...ids].sort());
    expect(new Set(met).size).toBe(13);
    expect(backward.reverse().flatMap(({ data }) => data.map(({ id }) => id))).toEqual(met);
    expect(forward[0]?.paging).not.toHaveProperty('before');
    expect(forward.at(-1)?.paging).not.toHaveProperty('after');
    const names = forward.flatMap(({ data }) => data.map(({ name }) => name));
    expect(names).toEqual([...names].sort());
  });

  it.each([
    ['forward', 'after'],
    ['backward', 'before'],
  ] as const)('end early once they hold 16 MiB, with one row at least, and go on %s from there', async (_, way) => {
    const { service, ids } = await schemas(5);
    const filters = { service };
    // Two of them fill a page; the third is more than a page by itself.
    const grow = `update entity set body = body || jsonb_build_object('description', repeat('x', $2)) where id = $1`;
    for (const [i, id] of ids.entries()) await catalog.database.query(grow, [id, i === 2 ? 20_000_000 : 9_000_000]);
    const last = await list('databaseSchema', { filters, limit: 0 });
    expect(last.paging).toEqual({ total: 5 });
    let page = await list('databaseSchema', { filters });
    const sizes = [page.data.length];
    const met = page.data.map(({ id }) => id);
    while (page.paging.after) {
      page = await list('databaseSchema', { filters, after: page.paging.after });
      sizes.push(page.data.length);
      met.push(...page.data.map(({ id }) => id));
    }
    const backward: string[] = page.data.map(({ id }) => id).reverse();
    while (way === 'before' && page.paging.before) {
      page = await list('databaseSchema', { filters, before: page.paging.before });
      sizes.push(page.data.length);
      backward.push(...page.data.map(({ id }) => id).reverse());
    }
    expect(new Set(met)).toEqual(new Set(ids));
    expect(met).toHaveLength(5);
    if (way === 'before') expect(backward.reverse()).toEqual(met);
    for (const size of sizes) expect([1, 2]).toContain(size);
  });

  it('of versions end early as well, and go on', async () => {
    const type = 'glossary';
    const { id } = await catalog.make(type);
    await catalog.database.query(`update entity set version = 6 where id = $1`, [id]);
    await catalog.database.query(
      `insert into entity_version (node, version, updated_at, document)
       select node, v, updated_at, jsonb_build_object('version', v / 10.0, 'description', repeat('x', 9000000))
         from entity, generate_series(1, 5) v where id = $1`,
      [id],
    );
    type Versions = { versions: { version: number }[]; paging?: { after: string } };
    const read = async (after?: string): Promise<Versions> =>
      JSON.parse(await catalog.versions.list(ADMIN, typeNamed(type), id, after)) as Versions;
    const pages = [await read()];
    for (let after; (after = pages.at(-1)?.paging?.after);) pages.push(await read(after));
    expect(pages.map(({ versions }) => versions.map(({ version }) => version))).toEqual([
      [0.6, 0.5, 0.4],
      [0.3, 0.2],
      [0.1],
    ]);
    const other = await catalog.make(type);
    const foreign = await failure(catalog.versions.list(ADMIN, typeNamed(type), other.id, pages[0]!.paging!.after));
    expect(foreign.code).toBe('BAD_REQUEST');
  });

  it('neither repeat nor skip a row while others come and go', async () => {
    const { service, ids } = await schemas(9);
    const filters = { service };
    const met: string[] = [];
    let page = await list('databaseSchema', { filters, limit: 2 });
    for (;;) {
      met.push(...page.data.map(({ id }) => id));
      const last = page.data.at(-1) as Document;
      const others = await catalog.make('database', { service });
      await catalog.make('databaseSchema', { database: others.fullyQualifiedName, name: 'a first one' });
      await softDelete('databaseSchema', last.fullyQualifiedName);
      if (!page.paging.after) break;
      page = await list('databaseSchema', { filters, limit: 2, after: page.paging.after });
    }
    const original = met.filter((id) => ids.includes(id));
    expect(original).toHaveLength(9);
    expect(new Set(met).size).toBe(met.length);
  });

  it('bind a cursor to type, filters and include, not to limit and fields', async () => {
    const { service } = await schemas(4);
    const { paging } = await list('databaseSchema', { filters: { service }, limit: 2 });
    const after = paging.after as string;
    const next = await list('databaseSchema', { filters: { service }, limit: 1, fields: 'tags', after });
    expect(next.data).toHaveLength(1);
    const others: Promise<Page>[] = [
      list('databaseSchema', { after }),
      list('databaseSchema', { filters: { service }, include: 'all', after }),
      list('table', { filters: { service }, after }),
    ];
    for (const other of others)
      expect(await failure(other)).toMatchObject({ code: 'BAD_REQUEST', message: contains('other filters') });
    const bent = `${after.slice(0, -2)}${after.endsWith('AA') ? 'BB' : 'AA'}`;
    expect(await failure(list('databaseSchema', { filters: { service }, after: bent }))).toMatchObject({
      code: 'BAD_REQUEST',
    });
    const both = list('databaseSchema', { filters: { service }, after, before: after });
    expect(await failure(both)).toMatchObject({ code: 'BAD_REQUEST', message: contains('together') });
  });

  it('count what concurrent writers made and deleted', async () => {
    const service = (await catalog.make('databaseService')).fullyQualifiedName;
    const database = (await catalog.make('database', { service })).fullyQualifiedName;
    const write = async (writer: number): Promise<void> => {
      for (let i = 0; i < 6; i++) {
        const made = await catalog.make('databaseSchema', { database, name: `w${writer} ${i}` });
        if (i % 3 === 0) await softDelete('databaseSchema', made.fullyQualifiedName);
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)));
    const total = async (include: ListRequest['include'], filters: Record<string, string>): Promise<number> => {
      return (await list('databaseSchema', { limit: 0, include, filters })).paging.total;
    };
    for (const filters of [{ service }, { database }] as Record<string, string>[]) {
      expect(await total('non-deleted', filters)).toBe(32);
      expect(await total('deleted', filters)).toBe(16);
      expect(await total('all', filters)).toBe(48);
    }
    const [counted] = await catalog.database.query<{ n: string }>(
      `select count(*) as n from entity where type = 'databaseSchema' and deleted_by is null`,
    );
    expect(await total('non-deleted', {})).toBe(Number(counted?.n));
  });

  it('show pages of what is asked for, nothing at limit 0', async () => {
    const { service } = await schemas(3);
    const none = await list('databaseSchema', { filters: { service }, limit: 0 });
    expect(none).toEqual({ data: [], paging: { total: 3 } });
    const page = await list('databaseSchema', { filters: { service }, limit: 2, fields: 'owners' });
    expect(page.data[0]).toMatchObject({ owners: [], service: { fullyQualifiedName: service } });
  });

  it('read a page with its total and its references in one statement, a long one in two', async () => {
    const { service } = await schemas(6);
    const statements = async (limit: number): Promise<number> => {
      const before = catalog.database.statements;
      await list('databaseSchema', { filters: { service }, limit, fields: 'owners,domains,tags' });
      return catalog.database.statements - before;
    };
    expect([await statements(1), await statements(100), await statements(101)]).toEqual([1, 1, 2]);
  });

  it('show all references of each row, though there are too many of them to come with the page', async () => {
    const databaseSchema = (await catalog.make('databaseSchema')).fullyQualifiedName;
    const user = await catalog.make('user');
    for (const name of ['a', 'b', 'c']) await catalog.make('table', { name, databaseSchema });
    await catalog.copy(user.id, 1, 2_000);
    await catalog.database.query(
      `insert into entity_reference (from_node, relation, to_node, position)
       select t.node, 'followers', u.node, 0 from entity t, entity u
        where t.type = 'table' and t.parent = (select node from entity where type = 'databaseSchema' and fqn = $1)
          and u.type = 'user' and u.name like $2 || '_%'`,
      [databaseSchema, user.name],
    );
    const shown = async (limit: number): Promise<unknown[]> => {
      const { data } = await list('table', { filters: { databaseSchema }, limit, fields: 'followers' });
      return data.map(({ name, followers }) => [name, (followers as unknown[]).length]);
    };
    // Of a page of two the row behind it has as many.
    expect(await shown(1)).toEqual([['a', 2_000]]);
    expect(await shown(2)).toEqual(['a', 'b'].map((name) => [name, 2_000]));
    expect(await shown(3)).toEqual(['a', 'b', 'c'].map((name) => [name, 2_000]));
  });

  it('are planned once, whatever their limit and place', async () => {
    const { service } = await schemas(4);
    const { paging } = await list('databaseSchema', { filters: { service }, limit: 2 });
    for (let limit = 1; limit <= 12; limit++) {
      await list('databaseSchema', { filters: { service }, limit });
      await list('databaseSchema', { filters: { service }, limit, after: paging.after as string });
    }
    const plans = await catalog.database.query<{ name: string; once: boolean }>(
      `select name, generic_plans >= 5 as once from pg_prepared_statements
        where name in ('page-databaseSchema-non-deleted-service-first', 'page-databaseSchema-non-deleted-service-after')`,
    );
    expect(plans.map(({ once }) => once)).toEqual([true, true]);
  });

  it('tell the ancestors of each row, whether it shares them with the row before or not', async () => {
    const service = (await catalog.make('databaseService', { serviceType: 'Mysql' })).fullyQualifiedName;
    const database = (await catalog.make('database', { service })).fullyQualifiedName;
    const other = (await catalog.make('database', { service })).fullyQualifiedName;
    const [one, two, three] = (await Promise.all(
      [database, database, other].map(async (parent) => catalog.make('databaseSchema', { database: parent })),
    )) as [Document, Document, Document];
    const ids: string[] = [];
    for (const [name, schema] of Object.entries({ a: one, b: one, c: two, d: one, e: three, f: three, g: two }))
      ids.push((await catalog.make('table', { name, databaseSchema: schema.fullyQualifiedName })).id);
    const alone = await Promise.all(
      ids.map(async (id) => {
        const { json } = await catalog.reader.get(ADMIN, typeNamed('table'), { id }, FIELDS, 'all');
        return JSON.parse(json) as Document;
      }),
    );
    const filters = { service };
    expect((await list('table', { filters, fields: FIELDS })).data).toEqual(alone);
    const first = await list('table', { filters, limit: 4 });
    const rest = await list('table', { filters, after: first.paging.after as string, fields: FIELDS });
    expect(rest.data).toEqual(alone.slice(4));
    const back = await list('table', { filters, before: rest.paging.before as string, fields: FIELDS });
    expect(back.data).toEqual(alone.slice(0, 4));
  });

  it('name ancestors as single reads do, also by odd names and where they are deleted', async () => {
    const odd = newName('a "b" \\ ä\u0001😀');
    const service = (await catalog.make('databaseService', { displayName: odd })).fullyQualifiedName;
    const database = (await catalog.make('database', { service, displayName: odd })).fullyQualifiedName;
    const { fullyQualifiedName: databaseSchema } = await catalog.make('databaseSchema', { database, name: 'x.y' });
    const made = await catalog.make('table', { databaseSchema });
    const alone = async (): Promise<Document> =>
      JSON.parse(
        (await catalog.reader.get(ADMIN, typeNamed('table'), { id: made.id }, FIELDS, 'all')).json,
      ) as Document;
    expect(await alone()).toMatchObject({ service: { displayName: odd }, database: { displayName: odd } });
    expect((await list('table', { filters: { service }, fields: FIELDS })).data).toEqual([await alone()]);
    await softDelete('databaseService', service);
    expect(await alone()).toMatchObject({ service: { deleted: true }, databaseSchema: { deleted: true } });
    expect((await list('table', { filters: { service }, fields: FIELDS, include: 'all' })).data).toEqual([
      await alone(),
    ]);
  });

  it('show a document that is larger than its share of a page, and those beside it, again and again', async () => {
    const { service, ids } = await schemas(3);
    const pages = async (times: number): Promise<number[][]> => {
      const found: number[][] = [];
      for (let n = 0; n < times; n++) {
        const { data, paging } = await list('databaseSchema', { filters: { service }, limit: 1_000 });
        expect(paging).toEqual({ total: 3 });
        found.push(data.map(({ description }) => String(description ?? '').length));
      }
      return found;
    };
    const write = `update entity set body = body || jsonb_build_object('description', repeat('x', $2)) where id = $1`;
    await catalog.database.query(write, [ids[1], 20_000]);
    const [one, ...others] = await pages(20);
    expect([...(one as number[])].sort((a, b) => a - b)).toEqual([30, 30, 20_000]);
    for (const other of others) expect(other).toEqual(one);
    await catalog.database.query(write, [ids[1], 10]);
    for (const small of await pages(3)) expect([...small].sort((a, b) => a - b)).toEqual([10, 30, 30]);
  });

  it.each(['no.such', 'nothing', '"', '%'])('are empty for a filter that names nothing: %s', async (value) => {
    await catalog.make('table');
    for (const name of ['service', 'database', 'databaseSchema', 'owner', 'domain', 'tag']) {
      expect(await list('table', { filters: { [name]: value } })).toEqual({ data: [], paging: { total: 0 } });
    }
  });

  it('are filtered by ancestors; the database may be named by a schema', async () => {
    const table = await catalog.make('table');
    await catalog.make('table');
    const fqnOf = (property: string): string => (table[property] as Document).fullyQualifiedName;
    const filters: Record<string, string>[] = [
      { service: fqnOf('service') },
      { database: fqnOf('database') },
      { database: fqnOf('databaseSchema') },
      { databaseSchema: fqnOf('databaseSchema') },
      { service: fqnOf('service'), database: fqnOf('database') },
    ];
    for (const given of filters) {
      expect(await list('table', { filters: given })).toMatchObject({ data: [{ id: table.id }], paging: { total: 1 } });
    }
  });

  it('are walked under many filters at once', async () => {
    const domain = (await catalog.make('domain')).fullyQualifiedName;
    const { fullyQualifiedName: databaseSchema } = await catalog.make('databaseSchema');
    const [service, database] = [
      databaseSchema.split('.')[0] as string,
      databaseSchema.split('.').slice(0, 2).join('.'),
    ];
    const owner = (await catalog.make('user')).id;
    for (let i = 0; i < 5; i++)
      await catalog.make('storedProcedure', { databaseSchema, domains: [domain], owners: [owner] });
    const filters = { service, database, databaseSchema, domain, owner };
    const first = await list('storedProcedure', { filters, limit: 2 });
    const second = await list('storedProcedure', { filters, limit: 2, after: first.paging.after });
    const third = await list('storedProcedure', { filters, limit: 2, after: second.paging.after, fields: 'tags' });
    const back = await list('storedProcedure', { filters, limit: 2, before: third.paging.before });
    expect(first.paging.total).toBe(5);
    expect(new Set([first, second, third].flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(5);
    expect(back.data).toEqual(second.data);
  });

  it('are filtered by owner, domain and tag, a tag of a column too', async () => {
    const owner = await catalog.make('team');
    const domain = await catalog.make('domain');
    const tag = await catalog.make('tag');
    const columns = [{ name: 'id', dataType: 'INT', tags: [{ tagFQN: tag.fullyQualifiedName }] }];
    const table = await catalog.make('table', { owners: [owner.id], domains: [domain.fullyQualifiedName], columns });
    const filters: Record<string, string>[] = [
      { owner: owner.id },
      { owner: owner.fullyQualifiedName },
      { domain: domain.fullyQualifiedName },
      { tag: tag.fullyQualifiedName },
    ];
    for (const given of filters) {
      expect(await list('table', { filters: given })).toMatchObject({ data: [{ id: table.id }], paging: { total: 1 } });
    }
  });

  it('are ordered by code point, upper case before lower, accents last', async () => {
    const service = (await catalog.make('databaseService')).fullyQualifiedName;
    for (const name of ['é', 'b', 'Z', '_', 'a']) await catalog.make('database', { service, name });
    const page = await list('database', { filters: { service } });
    expect(page.data.map(({ name }) => name)).toEqual(['Z', '_', 'a', 'b', 'é']);
  });

  it('leave out what is deleted, or show nothing else', async () => {
    const service = (await catalog.make('databaseService')).fullyQualifiedName;
    const kept = await catalog.make('database', { service, name: newName('kept') });
    const gone = await catalog.make('database', { service, name: newName('gone') });
    await softDelete('database', gone.fullyQualifiedName);
    const ids = async (include: ListRequest['include']): Promise<string[]> =>
      (await list('database', { include, filters: { service } })).data.map(({ id }) => id).sort();
    expect(await ids('non-deleted')).toEqual([kept.id]);
    expect(await ids('deleted')).toEqual([gone.id]);
    expect(await ids('all')).toEqual([kept.id, gone.id].sort());
  });
});

function contains(text: string): unknown {
  return expect.stringContaining(text);
}
