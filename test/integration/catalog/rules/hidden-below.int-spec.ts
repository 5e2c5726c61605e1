import { entityTypes, HiddenReferences, Visibility } from '@app/catalog';
import type { AccessRule, Actor } from '@app/common';
import { ContractsModule } from '@app/contracts';
import { query } from '@app/database';
import { CatalogFixture, failure, newName, typeNamed, type Document } from '../catalog.fixture';

/** The types of a line, from the top down, of which each but the first lies below the one before it. */
const LINES: readonly (readonly string[])[] = [
  ['databaseService', 'database', 'databaseSchema', 'table', 'testCase'],
  ['databaseService', 'database', 'databaseSchema', 'storedProcedure'],
  ['databaseService', 'database', 'databaseSchema', 'table', 'dataContract'],
  ['messagingService', 'topic', 'dataContract'],
  ['storageService', 'container', 'container'],
  ['apiService', 'apiCollection', 'apiEndpoint'],
  ['dashboardService', 'dashboardDataModel'],
  ['glossary', 'glossaryTerm', 'glossaryTerm'],
  ['classification', 'tag'],
  ['domain', 'domain'],
];

describe('what lies below something hidden', () => {
  let catalog: CatalogFixture;
  let visibility: Visibility;
  let user: Document;
  let other: Document;

  beforeAll(async () => {
    catalog = await CatalogFixture.open(ContractsModule);
    visibility = catalog.part(Visibility);
    [user, other] = [await catalog.make('user'), await catalog.make('user')];
  });
  afterAll(() => catalog.close());

  function viewer(...rules: Partial<AccessRule>[]): Actor {
    const all = { name: 'all', effect: 'allow', operations: ['All'], resources: ['All'] } as const;
    const denials = rules.map((rule): AccessRule => ({
      ...{ name: 'not', effect: 'deny', operations: ['ViewAll'], resources: ['All'] },
      ...rule,
    }));
    return {
      ...{ name: user.name, id: user.id, isAdmin: false, ownerIds: new Set([user.id]) },
      rules: [all, ...denials],
    };
  }

  /** Entities of the line, each below the one before it; the topmost has other owners. */
  async function made(line: readonly string[]): Promise<Document[]> {
    const all: Document[] = [];
    for (const type of line) {
      const above = all.at(-1);
      const places = entityTypes.get(type).parents.flatMap(({ property, types, link }): [string, unknown][] => {
        const at = all.findLastIndex((_, i) => types.includes(line[i] as string));
        if (at < 0) return [];
        const { id, fullyQualifiedName } = all[at] as Document;
        return [[property, link ? link.render(fullyQualifiedName, []) : { id, type: line[at] }]];
      });
      const place = Object.fromEntries(places);
      const name = newName('below');
      const base = type === 'dataContract' ? { name } : await catalog.body(type, { name, ...place });
      all.push(await catalog.create(type, { ...base, ...place, ...(above ? {} : { owners: [other.id] }) }));
    }
    return all;
  }

  const seenBy = async (actor: Actor, type: string, document: Document): Promise<boolean> => {
    const get = catalog.reader.get(actor, typeNamed(type), { id: document.id }, undefined, 'all');
    return get.then(
      () => true,
      (error: { code?: string }) => {
        expect(error.code).toBe('NOT_FOUND');
        return false;
      },
    );
  };

  it.each(LINES.map((line) => [line.join(' > '), line] as const))('%s', async (_, line) => {
    const all = await made(line);
    const actor = viewer({ condition: '!isOwner() && !noOwner()' });
    for (const [at, document] of all.entries()) {
      const type = line[at] as string;
      expect([type, await seenBy(actor, type, document)]).toEqual([type, false]);
      const request = { limit: 1000, include: 'all' as const, filters: {} };
      const listed = await catalog.reader.list(actor, typeNamed(type), request);
      expect(String(listed)).not.toContain(document.name);
      const shown = await catalog
        .part(HiddenReferences)
        .stripAnswer(actor, JSON.stringify({ refs: [{ id: document.id }] }));
      expect(JSON.parse(shown)).toEqual({ refs: [] });
    }
  });

  it('is hidden also where it has owners of its own, and seen where all of the line is', async () => {
    const [service, , schema] = await made(['databaseService', 'database', 'databaseSchema']);
    const table = await catalog.make('table', { databaseSchema: schema!.fullyQualifiedName, owners: [user.id] });
    const rule = { resources: ['databaseService'], condition: '!isOwner()' };
    expect(await seenBy(viewer(rule), 'table', table)).toBe(false);
    expect(await seenBy(viewer({ ...rule, resources: ['databaseSchema'] }), 'table', table)).toBe(false);
    expect(await seenBy(viewer({ ...rule, resources: ['dashboardService'] }), 'table', table)).toBe(true);
    await catalog.patch('databaseService', service!.fullyQualifiedName, {
      op: 'add',
      path: '/owners/-',
      value: { id: user.id, type: 'user' },
    });
    expect(await seenBy(viewer(rule), 'table', table)).toBe(true);
  });

  it('a part of an asset is hidden also from whom the type of the asset is closed; what has another parent is not', async () => {
    const [, , , table, testCase] = await made(LINES[0] as string[]);
    const contract = await catalog.create('dataContract', { name: 'c', entity: { id: table!.id, type: 'table' } });
    const [, topic, ofTopic] = await made(LINES[3] as string[]);
    const actor = viewer({ resources: ['table'] });
    expect(
      await failure(catalog.reader.get(actor, typeNamed('table'), { id: table!.id }, undefined, 'all')),
    ).toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(await seenBy(actor, 'testCase', testCase!)).toBe(false);
    expect(await seenBy(actor, 'dataContract', contract)).toBe(false);
    expect(await seenBy(actor, 'topic', topic!)).toBe(true);
    expect(await seenBy(actor, 'dataContract', ofTopic!)).toBe(true);
  });

  it('cannot be written to, and its counts are not told', async () => {
    const [, database, schema, table] = await made(['databaseService', 'database', 'databaseSchema', 'table']);
    const actor = viewer({ resources: ['databaseSchema'], condition: '!isOwner()' });
    const patch = [{ op: 'add', path: '/displayName', value: 'x' }];
    for (const [type, document] of [
      ['databaseSchema', schema!],
      ['table', table!],
    ] as const)
      expect(await failure(catalog.writer.patch(actor, typeNamed(type), { id: document.id }, patch))).toMatchObject({
        code: 'NOT_FOUND',
      });
    expect(await seenBy(actor, 'database', database!)).toBe(true);
    const below = { limit: 10, include: 'all' as const, filters: { database: database!.fullyQualifiedName } };
    const page = JSON.parse(String(await catalog.reader.list(actor, typeNamed('table'), below))) as { paging: object };
    expect(page.paging).toEqual({ total: 0 });
    const counts = {
      id: database!.id,
      type: 'database',
      databaseSchemas: [{ id: schema!.id, type: 'databaseSchema' }],
    };
    const shown = await catalog.part(HiddenReferences).stripAnswer(actor, JSON.stringify(counts));
    expect(JSON.parse(shown)).toMatchObject({ databaseSchemas: [] });
  });

  it('is not locked for whom it is hidden from', async () => {
    const [, , schema] = await made(['databaseService', 'database', 'databaseSchema']);
    const actor = viewer({ resources: ['databaseSchema'], condition: '!isOwner() && !noOwner()' });
    const body = await catalog.body('table', { databaseSchema: schema!.fullyQualifiedName });
    await catalog.patch('databaseSchema', schema!.fullyQualifiedName, {
      ...{ op: 'add', path: '/owners', value: [{ id: other.id, type: 'user' }] },
    });
    await catalog.database.transaction(async (tx) => {
      await query(tx, `select 1 from entity where id = $1 for update`, [schema!.id]);
      // A lock would wait for this transaction.
      const refused = failure(catalog.writer.create(actor, typeNamed('table'), body));
      expect(await refused).toMatchObject({ code: 'NOT_FOUND' });
    });
  });

  it('asks nothing of callers without such rules, and two statements of others', async () => {
    const statements: string[] = [];
    const db = { read: (statement: { name: string }) => Promise.resolve((statements.push(statement.name), [])) };
    const ids = [{ id: user.id, type: 'table' }];
    const plain = viewer({ operations: ['EditAll'], condition: '!isOwner()' });
    expect(visibility.sightOf(plain)).toBe('all');
    await visibility.hiddenOf(db as never, plain, ids);
    expect(statements).toEqual([]);
    const mixed = viewer(
      { resources: ['databaseService'], condition: '!isOwner()' },
      { resources: ['table', 'glossary'], condition: 'noOwner()' },
      { resources: ['domain'], condition: 'isOwner()' },
    );
    await visibility.hiddenAmong(db as never, mixed, new Map([[user.id, 'user']]), [[{ type: 'table', fqn: 'a' }]]);
    expect(statements).toEqual(['unseen-ids-sees', 'unseen-names-sees']);
  });

  /** The verdict of the database against the same worked out from the documents. */
  it('agrees with the rules of each entity of the line', async () => {
    const owners = [undefined, user.id, other.id];
    const tables: { own: (string | undefined)[]; table: Document }[] = [];
    for (const above of owners)
      for (const below of owners) {
        const [, , schema] = await made(['databaseService', 'database', 'databaseSchema']);
        const own = above ? [{ op: 'add', path: '/owners', value: [{ id: above, type: 'user' }] }] : [];
        await catalog.patch('databaseSchema', schema!.fullyQualifiedName, ...own);
        const table = await catalog.make('table', {
          databaseSchema: schema!.fullyQualifiedName,
          ...(below ? { owners: [below] } : {}),
        });
        tables.push({ own: [above ?? other.id, below ?? above ?? other.id], table });
      }
    for (const condition of ['isOwner()', '!isOwner()', 'noOwner()', '!noOwner()'])
      for (const resources of [['table'], ['databaseSchema'], ['table', 'databaseSchema']]) {
        const actor = viewer({ resources, condition });
        for (const { own, table } of tables) {
          const holds = (owner: string | undefined): boolean =>
            condition.replace('!', '') === 'isOwner()' ? owner === user.id : owner === undefined;
          const isDenied = (owner: string | undefined): boolean => holds(owner) !== condition.startsWith('!');
          const [schemas, itself] = own;
          const hidden =
            (resources.includes('databaseSchema') && isDenied(schemas)) ||
            (resources.includes('table') && isDenied(itself));
          expect([condition, resources, own, await seenBy(actor, 'table', table)]).toEqual([
            condition,
            resources,
            own,
            !hidden,
          ]);
        }
      }
  });

  it('is the same for one entity and for many at once', async () => {
    const contracts = await Promise.all([made(LINES[2] as string[]), made(LINES[3] as string[])]);
    expect(contracts.map((line) => line.length)).toEqual([5, 3]);
    const conditions = ['isOwner()', '!isOwner()', 'noOwner()', '!noOwner()', undefined];
    const resources = [
      ['All'],
      ['table', 'databaseSchema'],
      ['databaseService', 'dataContract'],
      ['table'],
      ['domain'],
    ];
    let seen = 0;
    for (const condition of conditions)
      for (const of of resources) {
        const actor = viewer({ resources: of, ...(condition && { condition }) }, { resources: ['topic'] });
        const partly = visibility.sightOf(actor);
        // Nothing is hidden from whom all is closed.
        if (partly === 'all') continue;
        const { condition: rule } = partly;
        const rows = await catalog.database.query<{ type: string; one: boolean; many: boolean }>(
          `with matching as materialized (select e.node, e.type, e.parent from entity e)
           select m.type, sees(m.node, $1::jsonb) as one, ${rule.ofMany!('matching', '$1')} as many from matching m`,
          [rule.value],
        );
        expect(rows.filter(({ one, many }) => one !== many)).toEqual([]);
        seen += rows.filter(({ one }) => one).length;
        expect(rows.length).toBeGreaterThan(50);
      }
    expect(seen).toBeGreaterThan(500);
  });

  it('is in no total, beside a filter and without', async () => {
    const [, , schema] = await made(['databaseService', 'database', 'databaseSchema']);
    const owned = [user.id, other.id, undefined].map((id) => (id ? { owners: [id] } : {}));
    for (const owners of owned) await catalog.make('table', { databaseSchema: schema!.fullyQualifiedName, ...owners });
    const actor = viewer({ resources: ['table'], condition: '!isOwner()' });
    const total = async (filters: Record<string, string>): Promise<unknown> => {
      const request = { limit: 0, include: 'all' as const, filters };
      return (JSON.parse(String(await catalog.reader.list(actor, typeNamed('table'), request))) as { paging: object })
        .paging;
    };
    const below = { databaseSchema: schema!.fullyQualifiedName };
    expect(await total(below)).toEqual({ total: 1 });
    expect(await total({ ...below, owner: user.id })).toEqual({ total: 1 });
    const listed = await catalog.reader.list(actor, typeNamed('table'), { limit: 1000, include: 'all', filters: {} });
    expect(await total({})).toEqual({ total: (JSON.parse(String(listed)) as { data: object[] }).data.length });
  });
});
