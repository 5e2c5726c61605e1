import type { RestClient } from '../../support/rest-client';
import { queryString, SearchWorld } from './search-world';

/** Generated requests; `SEARCH_FILTERS=1000` for a full run. */
const REQUESTS = Number(process.env.SEARCH_FILTERS ?? 120);
const AT_ONCE = 6;

const WORDS = ['ledger', 'invoice', 'payroll', 'salary', 'bonus', 'secret'];
const OWNERS = ['ann', 'crew', 'zoe', undefined] as const;
const TYPES = ['table', 'topic', 'dashboard'] as const;

interface Made {
  readonly id: string;
  readonly type: (typeof TYPES)[number];
  /** Its own, or that of its schema. */
  readonly owner: (typeof OWNERS)[number];
}

/** Who asks, under which rule, and what follows from it. */
const ACTORS: Readonly<Record<string, { readonly rule: object; readonly sees: (made: Made) => boolean }>> = {
  ann: {
    rule: { effect: 'deny', operations: ['ViewAll'], resources: ['table'], condition: '!isOwner()' },
    sees: ({ type, owner }) => type !== 'table' || owner === 'ann',
  },
  bea: {
    rule: { effect: 'deny', operations: ['ViewAll'], resources: ['All'], condition: '!isOwner() && !noOwner()' },
    sees: ({ owner }) => owner === 'crew' || owner === undefined,
  },
  cid: {
    rule: { effect: 'deny', operations: ['Search'], resources: ['topic', 'table'], condition: 'noOwner()' },
    sees: ({ type, owner }) => type === 'dashboard' || owner !== undefined,
  },
  dan: {
    rule: {
      effect: 'deny',
      operations: ['ViewBasic'],
      resources: ['dashboard'],
      condition: 'matchAnyTag(Care.Secret)',
    },
    sees: ({ type }) => type !== 'dashboard',
  },
};

/** The same numbers in each run. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function filterOf(random: (below: number) => number, ids: readonly string[], depth = 0): object {
  const pick = <T>(of: readonly T[]): T => of[random(of.length)] as T;
  const below = (): object => filterOf(random, ids, depth + 1);
  const leaves: (() => object)[] = [
    () => ({ match_all: {} }),
    () => ({ term: { entityType: pick(TYPES) } }),
    () => ({ terms: { 'owners.name': [pick(['ann', 'crew', 'zoe'])] } }),
    () => ({ exists: { field: pick(['owners', 'owners.id', 'description', 'tags']) } }),
    () => ({ match: { description: `${pick(WORDS)} ${pick(WORDS)}` } }),
    () => ({ prefix: { name: pick(WORDS).slice(0, 3) } }),
    () => ({ ids: { values: [pick(ids), pick(ids), pick(ids)] } }),
    () => ({ query_string: { query: `${pick(WORDS)} OR owners.name:${pick(['ann', 'zoe'])}` } }),
    () => ({ nested: { path: 'owners', query: { term: { 'owners.name': pick(['ann', 'crew', 'zoe']) } } } }),
    () => ({ range: { updatedAt: { gte: 'now-1h' } } }),
  ];
  const branches: (() => object)[] = [
    () => ({ bool: { should: [below(), below()] } }),
    () => ({ bool: { must: [below()], must_not: [below()] } }),
    () => ({ bool: { must_not: [below()] } }),
    () => ({ constant_score: { filter: below() } }),
    () => ({ boosting: { positive: below(), negative: below(), negative_boost: 0.5 } }),
  ];
  return pick(depth < 3 && random(2) ? branches : leaves)();
}

describe('a search never reveals what its caller may not see', () => {
  let world: SearchWorld;
  const clients = new Map<string, RestClient>();
  const made: Made[] = [];

  beforeAll(async () => {
    world = await SearchWorld.start();
    await makePeople();
    await makeThings();
    await world.settle();
  });
  afterAll(() => world?.stop());

  async function makePeople(): Promise<void> {
    for (const [name, { rule }] of Object.entries(ACTORS)) {
      const rules = [{ name: 'hidden', ...rule }];
      await world.client.must('POST', '/policies', { name: `${name}Policy`, rules });
      await world.client.must('POST', '/roles', { name: `${name}Role`, policies: [`${name}Policy`] });
      clients.set(name, await world.service.client(name, `${name}Role`));
    }
    const bea = await world.client.must<{ id: string }>('GET', '/users/name/bea');
    await world.client.must('POST', '/teams', { name: 'crew', teamType: 'Group', users: [bea.id] });
    await world.client.must('POST', '/users', { name: 'zoe', email: 'zoe@example.org' });
  }

  async function makeThings(): Promise<void> {
    const { client } = world;
    await client.must('POST', '/services/databaseServices', { name: 'vault', serviceType: 'Postgres' });
    await client.must('POST', '/services/messagingServices', { name: 'wire', serviceType: 'Kafka' });
    await client.must('POST', '/services/dashboardServices', { name: 'wall', serviceType: 'Superset' });
    await client.must('POST', '/databases', { name: 'db', service: 'vault' });
    for (const owner of OWNERS)
      await client.must('POST', '/databaseSchemas', { name: `of_${owner}`, database: 'vault.db', owners: refs(owner) });
    for (let i = 0; i < 48; i++) await makeThing(client, i);
  }

  async function makeThing(client: RestClient, i: number): Promise<void> {
    const type = TYPES[i % TYPES.length] as Made['type'];
    const owner = OWNERS[Math.floor(i / TYPES.length) % OWNERS.length];
    const name = `${WORDS[i % WORDS.length]}_${i}`;
    const description = `${WORDS[(i * 5) % WORDS.length]} and ${WORDS[(i * 7 + 3) % WORDS.length]}`;
    const place = {
      table: { databaseSchema: `vault.db.of_${owner}`, columns: [{ name: 'id', dataType: 'INT' }] },
      topic: { service: 'wire', partitions: 1, owners: refs(owner) },
      dashboard: { service: 'wall', owners: refs(owner) },
    };
    const { id } = await client.must<{ id: string }>('POST', `/${type}s`, { name, description, ...place[type] });
    made.push({ id, type, owner });
  }

  /** Of the things of this test: ids of hits, and what is counted of them. */
  async function seenBy(
    client: RestClient,
    q: string,
    filter: object,
  ): Promise<{ ids: string[]; total: unknown; counts: number }> {
    const own = { ids: { values: made.map(({ id }) => id) } };
    const parameters = { q, size: 100, query_filter: { bool: { filter: [own, filter] } } };
    const { hits, aggregations } = await world.find(parameters, client);
    const counts = aggregations?.entityType?.buckets.reduce((sum, bucket) => sum + bucket.doc_count, 0) ?? 0;
    return { ids: hits.hits.map(({ _id }) => _id).sort(), total: hits.total?.value, counts };
  }

  it.each(Object.keys(ACTORS))(`${REQUESTS / 4} generated requests of %s`, async (name) => {
    const random = randomOf(name.length * 7_919 + (name.codePointAt(0) ?? 0));
    const { sees } = ACTORS[name] as (typeof ACTORS)[string];
    const visible = new Set(made.filter(sees).map(({ id }) => id));
    expect([visible.size > 0, visible.size < made.length]).toEqual([true, true]);
    const ids = made.map(({ id }) => id);
    const requests = Array.from({ length: REQUESTS / 4 }, () => {
      const word = WORDS[random(WORDS.length)] ?? '';
      return { q: random(3) ? '*' : random(2) ? word : `+${word} -${WORDS[0]}`, filter: filterOf(random, ids) };
    });
    for (let at = 0; at < requests.length; at += AT_ONCE) {
      await Promise.all(
        requests.slice(at, at + AT_ONCE).map(async ({ q, filter }) => {
          const all = await seenBy(world.client, q, filter);
          const seen = await seenBy(clients.get(name) as RestClient, q, filter);
          const expected = all.ids.filter((id) => visible.has(id));
          expect({ q, filter, ...seen }).toEqual({
            q,
            filter,
            ids: expected,
            total: expected.length,
            counts: expected.length,
          });
        }),
      );
    }
  });

  it('suggestions, exports, exact fields and global counts keep to it as well', async () => {
    const ann = clients.get('ann') as RestClient;
    const hidden = new Set(made.filter(({ type, owner }) => type === 'table' && owner !== 'ann').map(({ id }) => id));
    const suggested = await ann.must<{ suggestions: { id: string }[] }>('GET', '/search/suggest?q=led&size=20');
    expect(suggested.suggestions.length).toBeGreaterThan(0);
    expect(suggested.suggestions.filter(({ id }) => hidden.has(id))).toEqual([]);
    const exported = await ann.must<string>('GET', `/search/export?${queryString({ q: 'ledger' })}`);
    expect([...hidden].filter((id) => exported.includes(id))).toEqual([]);
    const byField = await ann.must<{ hits: { hits: { _id: string }[] } }>(
      'GET',
      '/search/fieldQuery?fieldName=service.name&fieldValue=vault&index=table&size=100',
    );
    expect(byField.hits.hits.length).toBe(4);
    const aggs = { everything: { global: {}, aggs: { types: { terms: { field: 'entityType' } } } } };
    const found = await world.find({ q: 'nothing_like_it', aggregations: aggs }, ann);
    const everything = found.aggregations?.everything as unknown as {
      types: { buckets: { key: string; doc_count: number }[] };
    };
    expect(everything.types.buckets.find(({ key }) => key === 'table')?.doc_count).toBe(4);
  });

  // Users have no owners, so such a rule hides all of them or none; what is found is what is listed.
  it.each<[condition: string, users: boolean, tables: boolean]>([
    ['isOwner()', true, true],
    ['!isOwner()', false, false],
    ['noOwner()', false, true],
    ['!noOwner()', true, true],
  ])('a rule of owners, %s, hides the same from searches and from lists', async (condition, users, tables) => {
    const name = condition.replace('!', 'not').replace('()', '');
    const rules = [
      { name: 'hidden', effect: 'deny', operations: ['ViewAll'], resources: ['user', 'table'], condition },
    ];
    await world.client.must('POST', '/policies', { name: `${name}Policy`, rules });
    await world.client.must('POST', '/roles', { name: `${name}Role`, policies: [`${name}Policy`] });
    const client = await world.service.client(name, `${name}Role`);
    await world.settle();
    for (const [index, path, sees] of [
      ['user', '/users', users],
      ['table', '/tables', tables],
    ] as const) {
      const { data } = await client.must<{ data: { id: string; name: string }[] }>('GET', `${path}?limit=1000`);
      // Who asks was made by the operator's tool, and is indexed by the worker at some time.
      const asking = data.filter(({ name }) => /^(?:not)?(?:is|no)Owner$/.test(name)).map(({ id }) => id);
      const listed = data.map(({ id }) => id).filter((id) => !asking.includes(id));
      const others = { bool: { must_not: [{ ids: { values: asking } }] } };
      const found = await world.find({ q: '*', index, size: 200, query_filter: others }, client);
      expect(found.hits.hits.map(({ _id }) => _id).sort()).toEqual(listed.sort());
      expect([index, found.hits.total?.value, listed.length > 0]).toEqual([index, listed.length, sees]);
    }
  });

  it('who may see nothing of the asked index is told so', async () => {
    const rules = [{ name: 'none', effect: 'deny', operations: ['ViewAll'], resources: ['pipeline'] }];
    await world.client.must('POST', '/policies', { name: 'eveTypes', rules });
    await world.client.must('POST', '/roles', { name: 'eveRole', policies: ['eveTypes'] });
    const eve = await world.service.client('eve', 'eveRole');
    expect((await world.ask({ index: 'pipeline' }, eve)).status).toBe(403);
    expect((await world.ask({ index: 'table' }, eve)).status).toBe(200);
    expect((await world.ask({}, eve)).status).toBe(200);
  });
});

function refs(owner: Made['owner']): object[] {
  if (!owner) return [];
  return [{ type: owner === 'crew' ? 'team' : 'user', fullyQualifiedName: owner }];
}
