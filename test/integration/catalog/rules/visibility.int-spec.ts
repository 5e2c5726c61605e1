import type { Actor } from '@app/common';
import { RuleTrials } from '@app/validation';
import { ADMIN, CatalogFixture, failure, newName, read, typeNamed, type Document } from '../catalog.fixture';

describe('what a rule with a condition hides', () => {
  let catalog: CatalogFixture;
  let user: Document;
  let mine: Document;
  let theirs: Document;
  let nobodys: Document;
  let schema: string;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
    user = await catalog.make('user');
    const other = await catalog.make('user');
    schema = (await catalog.make('databaseSchema')).fullyQualifiedName;
    const table = (name: string, owners: string[]): Promise<Document> =>
      catalog.make('table', { name, databaseSchema: schema, owners });
    mine = await table('a_mine', [user.id]);
    theirs = await table('b_theirs', [other.id]);
    nobodys = await table('c_nobodys', []);
  });

  afterAll(() => catalog.close());

  /** Sees everything, of tables only those that the condition grants. */
  const seeing = (condition: string, effect: 'allow' | 'deny' = 'allow'): Actor => ({
    name: user.name,
    id: user.id,
    isAdmin: false,
    ownerIds: new Set([user.id]),
    rules: [
      {
        name: 'all',
        effect: 'allow',
        operations: ['All'],
        resources: effect === 'deny' ? ['All'] : ['databaseSchema', 'dashboard'],
      },
      { name: 'some', effect, operations: ['All'], resources: ['table'], condition },
    ],
  });

  const list = async (
    actor: Actor,
    type = 'table',
    fields?: string,
  ): Promise<{ data: Document[]; paging: { total: number } }> => {
    const filters: Record<string, string> = type === 'table' ? { databaseSchema: schema } : {};
    const request = { limit: 10, include: 'all' as const, filters, fields };
    return JSON.parse(String(await catalog.reader.list(actor, typeNamed(type), request))) as never;
  };

  it.each<[string, 'allow' | 'deny', string[]]>([
    ['isOwner()', 'allow', ['a_mine']],
    ['noOwner()', 'allow', ['c_nobodys']],
    ['!isOwner()', 'allow', ['b_theirs', 'c_nobodys']],
    ['isOwner() || noOwner()', 'allow', ['a_mine', 'c_nobodys']],
    ['isOwner() && noOwner()', 'allow', []],
    ['!isOwner()', 'deny', ['a_mine']],
    ['noOwner()', 'deny', ['a_mine', 'b_theirs']],
    ['unknown()', 'deny', []],
  ])('%s (%s) leaves in lists, totals and single reads: %j', async (condition, effect, expected) => {
    const actor = seeing(condition, effect);
    const { data, paging } = await list(actor);
    expect([data.map(({ name }) => name), paging.total]).toEqual([expected, expected.length]);
    for (const table of [mine, theirs, nobodys]) {
      const get = catalog.reader.get(actor, typeNamed('table'), { id: table.id }, undefined, 'non-deleted');
      if (expected.includes(table.name)) expect(read(await get).name).toBe(table.name);
      else
        expect(await failure(get)).toMatchObject({
          code: 'NOT_FOUND',
          message: `table instance for ${table.id} not found`,
        });
    }
  });

  it.each(
    ['user', 'role'].flatMap((type) => [
      [type, 'allow', 'isOwner()', false] as const,
      [type, 'allow', '!isOwner()', true] as const,
      [type, 'allow', 'noOwner()', true] as const,
      [type, 'deny', 'isOwner()', true] as const,
      [type, 'deny', '!isOwner()', false] as const,
      [type, 'deny', 'noOwner()', false] as const,
      [type, 'deny', '!noOwner()', true] as const,
    ]),
  )('is all of the type %s or none, which has no owners: %s where %s', async (type, effect, condition, isSeen) => {
    const one = type === 'user' ? user : await catalog.make(type);
    const everything = {
      name: 'all',
      effect: 'allow',
      operations: ['All'],
      resources: ['table', 'databaseSchema'],
    } as const;
    const seesMost = effect === 'deny' ? { ...everything, resources: ['All'] } : everything;
    const rules = [seesMost, { name: 'some', effect, operations: ['All'], resources: [type], condition } as const];
    const actor: Actor = { ...seeing(condition), rules };
    // Of one entity, of a list, of its total and of references the verdict is the same.
    const { data, paging } = await list(actor, type);
    expect([data.length > 0, paging.total > 0]).toEqual([isSeen, isSeen]);
    const read = catalog.reader.get(actor, typeNamed(type), { id: one.id }, undefined, 'all');
    if (isSeen) expect((await read).id).toBe(one.id);
    else expect((await failure(read)).code).toBe('NOT_FOUND');
    if (type === 'user')
      expect((await list(actor, 'table', 'owners')).data.flatMap(({ owners }) => owners)).toHaveLength(isSeen ? 2 : 0);
  });

  it('is hidden from rules that are tried on it', async () => {
    const actor = seeing('!isOwner()', 'deny');
    const trials = new RuleTrials(catalog.database, catalog.reader);
    const on = (entityId: string) => ({ entityType: 'table', entityId, rules: [{ name: 'hasOwner' }] });
    expect(await trials.evaluate(actor, on(mine.id))).toMatchObject({ results: [{ passed: true }] });
    expect(await failure(trials.evaluate(actor, on(theirs.id)))).toMatchObject({
      code: 'NOT_FOUND',
      message: `table instance for ${theirs.id} not found`,
    });
    await trials.onApplicationShutdown();
  });

  it.each(['user', 'domain', 'tag', 'table'])(
    'is all of %s, without a condition: nothing refers to it',
    async (closed) => {
      const domain = await catalog.make('domain', { domainType: 'Aggregate', description: 'Of the hidden' });
      const classification = await catalog.make('classification', { description: 'Of the hidden' });
      const named = { classification: classification.fullyQualifiedName, description: 'Hidden' };
      const tag = await catalog.make('tag', named);
      const owner = await catalog.make('user', { email: `${domain.name}@example.com` });
      const chart = await catalog.make('chart', {
        owners: [{ id: owner.id, type: 'user' }],
        domains: [domain.fullyQualifiedName],
        tags: [{ tagFQN: tag.fullyQualifiedName }],
      });
      const followed = await catalog.make('dataProduct', {
        description: 'Of the hidden',
        domains: [domain.fullyQualifiedName],
        assets: [{ id: mine.id, type: 'table' }],
      });
      const actor = (...resources: string[]): Actor => ({
        ...seeing('isOwner()', 'deny'),
        rules: [
          { name: 'all', effect: 'allow', operations: ['All'], resources: ['All'] },
          { name: 'none', effect: 'deny', operations: ['All'], resources },
        ],
      });
      const told = async (by: Actor): Promise<object> => {
        const get = async (type: string, { id }: Document): Promise<Record<string, unknown[]>> =>
          JSON.parse((await catalog.reader.get(by, typeNamed(type), { id }, '*', 'all')).json) as never;
        const counted = async (filter: Record<string, string>): Promise<number> => {
          const request = { limit: 0, include: 'all' as const, filters: filter };
          return (
            JSON.parse(String(await catalog.reader.list(by, typeNamed('chart'), request))) as {
              paging: { total: number };
            }
          ).paging.total;
        };
        const { owners, domains, tags } = await get('chart', chart);
        const { assets } = await get('dataProduct', followed);
        const byName = { owner: owner.id, domain: domain.fullyQualifiedName, tag: tag.fullyQualifiedName };
        const totals = await Promise.all(Object.entries(byName).map(([name, value]) => counted({ [name]: value })));
        return {
          user: [owners?.length, totals[0]],
          domain: [domains?.length, totals[1]],
          tag: [tags?.length, totals[2]],
          table: [assets?.length ?? 0],
        };
      };
      const all = await told(actor('searchIndex'));
      expect(all).toEqual({ user: [1, 1], domain: [1, 1], tag: [1, 1], table: [1] });
      const nothing = closed === 'table' ? [0] : [0, 0];
      expect(await told(actor(closed))).toEqual({ ...all, [closed]: nothing });
    },
  );

  it('is hidden in history, columns, followers and exports', async () => {
    const actor = seeing('isOwner()');
    const table = typeNamed('table');
    const { id } = theirs;
    const request = { limit: 10, include: 'all' as const };
    for (const asked of [
      catalog.versions.list(actor, table, id),
      catalog.versions.one(actor, table, id, '0.1'),
      catalog.columns.list(actor, { id }, request),
      catalog.followers.follow(actor, table, id, user.id),
    ])
      expect(await failure(asked)).toMatchObject({ code: 'NOT_FOUND' });
    const names: string[] = [];
    for await (const page of await catalog.tableExport.pages(actor, { by: 'databaseSchema', fqn: schema }))
      names.push(...page.map(({ name }) => name as string));
    expect(names).toEqual(['a_mine']);
  });

  it('cannot be changed, as if it were not there', async () => {
    const actor = seeing('isOwner()');
    const table = typeNamed('table');
    const { id, fullyQualifiedName: fqn, name } = theirs;
    const removal = { hardDelete: false, recursive: false };
    const body = await catalog.body('table', { name, databaseSchema: schema });
    for (const asked of [
      catalog.writer.patch(actor, table, { fqn }, [{ op: 'add', path: '/description', value: 'x' }]),
      catalog.remover.remove(actor, table, { id }, removal),
      catalog.remover.restore(actor, table, id),
    ])
      expect(await failure(asked)).toMatchObject({ code: 'NOT_FOUND' });
    // As a free name, which the actor may not take either.
    expect(await failure(catalog.writer.put(actor, table, body))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await catalog.get('table', fqn)).toMatchObject({ version: theirs.version });
  });

  it('is neither compared with nor taken away by those who write what refers to it', async () => {
    const actor = seeing('isOwner()');
    const product = typeNamed('dataProduct');
    const rules = [...actor.rules, { ...actor.rules[0]!, resources: ['dataProduct', 'domain'] }];
    const writer = { ...actor, rules };
    const made = await catalog.make('dataProduct', { assets: [mine, theirs].map(({ id }) => ({ id, type: 'table' })) });
    const assets = async (): Promise<unknown[]> =>
      ((await catalog.get('dataProduct', made.fullyQualifiedName, 'assets')).assets as Document[])
        .map(({ id }) => id)
        .sort();
    const key = { id: made.id };
    const told = { op: 'test', path: '/assets/1/id', value: theirs.id };
    expect(await failure(catalog.writer.patch(writer, product, key, [told]))).toMatchObject({ code: 'BAD_REQUEST' });
    const both = [mine.id, theirs.id].sort();
    await catalog.writer.patch(writer, product, key, [{ op: 'add', path: '/displayName', value: 'x' }]);
    expect(await assets()).toEqual(both);
    const body = await catalog.body('dataProduct', { name: made.name, assets: [{ id: mine.id, type: 'table' }] });
    await catalog.writer.put(writer, product, body);
    expect(await assets()).toEqual(both);
    await catalog.writer.patch(writer, product, key, [{ op: 'replace', path: '/assets', value: [] }]);
    expect(await assets()).toEqual([theirs.id]);
  });

  it('cannot be found out by naming it where it is referred to already', async () => {
    const actor = seeing('isOwner()');
    const rules = [...actor.rules, { ...actor.rules[0]!, resources: ['dataProduct', 'domain', 'tag'] }];
    const writer = { ...actor, rules };
    const product = typeNamed('dataProduct');
    const body = await catalog.body('dataProduct', { assets: [mine, theirs].map(({ id }) => ({ id, type: 'table' })) });
    const made = await catalog.create('dataProduct', body);
    const nowhere = '00000000-0000-4000-8000-000000000001';
    const told = async (id: string, fqn: string): Promise<unknown[]> => {
      const byId = [
        { id: mine.id, type: 'table' },
        { id, type: 'table' },
      ];
      const byName = [{ fullyQualifiedName: fqn, type: 'table' }];
      const add = [{ op: 'add', path: '/assets/-', value: { id, type: 'table' } }];
      const bulk = await catalog.bulk.put(writer, product, [{ ...body, assets: byId }]);
      const asked = [
        catalog.writer.put(writer, product, { ...body, assets: byId }),
        catalog.writer.put(writer, product, { ...body, assets: byName }),
        catalog.writer.patch(writer, product, { id: made.id }, add),
        catalog.writer.patch(writer, product, { id: made.id }, [{ op: 'replace', path: '/assets', value: byId }]),
      ];
      const refused = await Promise.all(asked.map((one) => failure(one) as Promise<{ code: string; message: string }>));
      const texts = [...refused.map(({ code, message }) => `${code} ${message}`), JSON.stringify(bulk)];
      return texts.map((text) => text.replaceAll(id, '<id>').replaceAll(fqn, '<fqn>'));
    };
    const ofHidden = await told(theirs.id, theirs.fullyQualifiedName);
    expect(ofHidden[0]).toMatch(/^NOT_FOUND/);
    expect(ofHidden).toEqual(await told(nowhere, `${schema}.nothing`));
    const { assets } = await catalog.get('dataProduct', made.fullyQualifiedName, 'assets');
    expect((assets as Document[]).map(({ id }) => id).sort()).toEqual([mine.id, theirs.id].sort());
  });

  it('is kept where the document that was shown is sent again', async () => {
    const actor = seeing('isOwner()');
    const writer = { ...actor, rules: [...actor.rules, { ...actor.rules[0]!, resources: ['dataProduct', 'domain'] }] };
    const product = typeNamed('dataProduct');
    const body = await catalog.body('dataProduct', { assets: [mine, theirs].map(({ id }) => ({ id, type: 'table' })) });
    const made = await catalog.create('dataProduct', body);
    const shown = [{ id: mine.id, type: 'table' }];
    await catalog.writer.put(writer, product, { ...body, assets: shown });
    await catalog.writer.patch(writer, product, { id: made.id }, [{ op: 'replace', path: '/assets', value: shown }]);
    const { assets, version } = await catalog.get('dataProduct', made.fullyQualifiedName, 'assets');
    expect([(assets as Document[]).length, version]).toEqual([2, made.version]);
  });

  it('is left out of the references of others', async () => {
    const name = newName('suite');
    await catalog.create('testSuite', { name, basicEntityReference: theirs.fullyQualifiedName });
    const asked = 'tables';
    const { data } = await list(seeing('isOwner()'), 'databaseSchema', asked);
    const shown = data.find(({ fullyQualifiedName }) => fullyQualifiedName === schema)?.tables as Document[];
    expect(shown.map((table) => table.name)).toEqual(['a_mine']);
    const all = await list(ADMIN, 'databaseSchema', asked);
    expect(all.data.find(({ fullyQualifiedName }) => fullyQualifiedName === schema)?.tables).toHaveLength(3);
  });
});
