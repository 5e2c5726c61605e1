import { queryString, SearchWorld, type Found } from './search-world';

describe('the parameters of a search', () => {
  let world: SearchWorld;

  beforeAll(async () => {
    world = await SearchWorld.start();
    const { client } = world;
    await client.must('POST', '/services/databaseServices', { name: 'barn', serviceType: 'Postgres' });
    await client.must('POST', '/databases', { name: 'db', service: 'barn' });
    await client.must('POST', '/databaseSchemas', { name: 'pub', database: 'barn.db' });
    for (const [name, description] of [
      ['oats', 'Feed for horses'],
      ['oat_prices', '=HYPERLINK("x")'],
      ['wheat', 'For bread'],
    ]) {
      const columns = [{ name: 'id', dataType: 'INT', description: 'Key' }];
      await client.must('POST', '/tables', { name, description, databaseSchema: 'barn.db.pub', columns });
    }
    await client.must('POST', '/tables', {
      ...{ name: 'yield', databaseSchema: 'barn.db.pub', tableType: 'View', columns: [] },
      schemaDefinition: `CREATE VIEW yield AS SELECT '${'x'.repeat(5_000)}'`,
    });
    await client.must('POST', '/glossaries', { name: 'farm', description: 'Words' });
    await client.must('POST', '/glossaryTerms', { name: 'Crop', glossary: 'farm', description: 'What grows' });
    await client.must('POST', '/glossaryTerms', {
      ...{ name: 'Cereal', glossary: 'farm', parent: 'farm.Crop', description: 'Grasses with grain' },
    });
    await client.must('POST', '/users', { name: 'mia', email: 'mia@example.org' });
    await client.must('POST', '/users', { name: 'mia-bot', email: 'bot@example.org', isBot: true });
    await world.settle();
  });
  afterAll(() => world?.stop());

  const idOfType = async (name: string): Promise<string> =>
    (await world.client.must<{ id: string }>('GET', `/metadata/types/name/${name}`)).id;
  const names = (parameters: Record<string, unknown>): Promise<string[]> => world.names(parameters);

  it.each([
    { sortField: 'name', sortOrder: 'asc' },
    { sort_field: 'name', sort_order: 'asc' },
  ])('are taken in both spellings: %j', async (order) => {
    expect(await names({ q: '*', index: 'table', ...order })).toEqual(['oat_prices', 'oats', 'wheat', 'yield']);
  });

  it.each([
    [{ sortField: 'name', sort_field: 'name' }, 'sortField'],
    [{ index: 'table,topic' }, 'index'],
    [{ index: '*' }, 'index'],
    [{ index: 'table_search_index,-x' }, 'index'],
    [{ size: '1001' }, 'size'],
    [{ size: '1.0' }, 'size'],
    [{ from: '-1' }, 'from'],
    [{ deleted: 'yes' }, 'deleted'],
    [{ sort_order: 'up' }, 'sort_order'],
    [{ sort_field: 'nothing' }, 'sort_field'],
    [{ trackTotalHits: '0' }, 'trackTotalHits'],
    [{ search_after: '[1]' }, 'search_after'],
    [{ search_after: '[1,"a","b"]', from: '5' }, 'from'],
    [{ queryFilter: '{"script":{}}' }, 'queryFilter'],
    [{ postFilter: '{' }, 'postFilter'],
    [{ aggs: '{"a":{"scripted_metric":{}}}' }, 'aggs'],
    [{ nothing: '1' }, 'nothing'],
  ])('%j is refused, and named', async (parameters, named) => {
    const { status, body } = await world.ask(parameters);
    expect([status, `${body.message} ${JSON.stringify(body.details)}`]).toEqual([400, expect.stringContaining(named)]);
  });

  it('tell a field that no type has, and refuse it where that is asked for', async () => {
    await world.client.must('PUT', '/metadata/types/name/table', {
      ...{ name: 'steward_code', description: 'Who looks after it' },
      propertyType: { id: await idOfType('string'), type: 'type' },
    });
    const query_filter = JSON.stringify({ term: { 'onwers.name': 'mia' } });
    const known = 'extension.steward_code:x OR retentionPeriod:P1D OR columns.tags.tagFQN:a';
    const asked = { q: `oats OR nme:x OR extension.nothing:y OR ${known}`, query_filter, index: 'table' };
    const { warnings } = await world.find(asked);
    expect(warnings?.map(({ field, message }) => `${field}: ${message.slice(0, 20)}`)).toEqual([
      'q: "nme" is a field of ',
      'q: "extension.nothing" ',
      'query_filter.term."onwers.name": "onwers.name" is a f',
    ]);
    expect(await world.find({ q: 'name:oats' })).not.toHaveProperty('warnings');
    const { status, body } = await world.ask({ ...asked, strict: 'true' });
    expect([status, body.details]).toEqual([400, warnings]);
    const proposals = warnings?.map(({ message }) => /did you mean (.*)\?$/.exec(message)?.[1]);
    expect(proposals).toEqual(['name', undefined, 'owners.name']);
    const byField = await world.client.get<Found>('/search/fieldQuery?fieldName=nme&fieldValue=x&strict=true');
    expect([byField.status, byField.body.message]).toEqual([400, expect.stringContaining('fieldName: "nme"')]);
  });

  it('find what people name: services, databases, schemas, contracts, tests, each under its index', async () => {
    const entity = { type: 'table', fullyQualifiedName: 'barn.db.pub.oats' };
    await world.client.must('POST', '/dataContracts', { name: 'feed_promise', entity });
    await world.client.must('POST', '/dataQuality/testDefinitions', {
      ...{ name: 'tableIsThere', entityType: 'TABLE', testPlatforms: ['Other'] },
    });
    await world.client.must('POST', '/dataQuality/testCases', {
      ...{ name: 'oats_unique', entityLink: '<#E::table::barn.db.pub.oats>' },
      testDefinition: 'tableIsThere',
    });
    await world.settle();
    const found = async (q: string, index: string): Promise<(readonly [string, string])[]> =>
      (await world.find({ q, index })).hits.hits.map(({ _index, _source }) => [_index, _source?.name ?? ''] as const);
    expect(await found('barn', 'database_service_search_index')).toEqual([['database_service_search_index', 'barn']]);
    expect(await found('name:db', 'all')).toEqual([['database_search_index', 'db']]);
    expect(await found('name:pub', 'databaseSchema')).toEqual([['database_schema_search_index', 'pub']]);
    expect(await found('promise', 'all')).toEqual([['data_contract_search_index', 'feed_promise']]);
    expect(await found('name:unique', 'all')).toEqual([]);
    expect(await found('unique', 'test_case_search_index')).toEqual([['test_case_search_index', 'oats_unique']]);
    expect(await found('*', 'query_search_index')).toEqual([]);
    const { status } = await world.ask({ q: '*', index: 'role' });
    expect(status).toBe(400);
  });

  it('find people by name and no bots, as clients ask', async () => {
    const query = { query: 'mia AND isBot:false', fields: ['name', 'displayName'] };
    const query_filter = JSON.stringify({
      query: { query_string: { ...query, default_operator: 'AND', fuzziness: 'AUTO' } },
    });
    expect(await names({ query_filter, index: 'user_search_index' })).toEqual(['mia']);
    expect(await names({ q: 'isBot:true AND mia', index: 'user' })).toEqual(['mia-bot']);
    expect(await names({ q: 'mia', index: 'user', sort_field: 'isBot', sort_order: 'desc' })).toEqual([
      'mia-bot',
      'mia',
    ]);
  });

  it('find views that say how they are made, as clients ask', async () => {
    const exists = { exists: { field: 'schemaDefinition' } };
    const must = [{ bool: { should: [{ term: { tableType: 'View' } }] } }, { term: { deleted: false } }, exists];
    const query_filter = JSON.stringify({ query: { bool: { must } } });
    const asked = { q: '', query_filter, index: 'table_search_index' };
    const { hits } = await world.find({ ...asked, include_source_fields: 'schemaDefinition,fullyQualifiedName' });
    expect(hits.hits.map(({ _source }) => _source)).toEqual([
      { fullyQualifiedName: 'barn.db.pub.yield', schemaDefinition: expect.stringMatching(/^CREATE VIEW/) },
    ]);
  });

  it('names an index in three ways', async () => {
    for (const index of ['glossary_term_search_index', 'glossaryTerm'])
      expect((await names({ q: '*', index })).sort()).toEqual(['Cereal', 'Crop']);
    expect(await names({ q: 'cereal', index: 'all' })).toEqual(['Cereal']);
    expect(await names({ q: '*', index: 'query_search_index' })).toEqual([]);
  });

  it('shows documents in full, in part, or not', async () => {
    const full = await world.find({ q: 'wheat' });
    expect(full.hits.hits[0]?._source).toMatchObject({ name: 'wheat', columns: [{ name: 'id' }] });
    const part = await world.find({ q: 'wheat', include_source_fields: 'name, columns.name' });
    expect(part.hits.hits[0]?._source).toEqual({ name: 'wheat', columns: [{ name: 'id' }] });
    expect(part.hits.hits[0]?.highlight).toEqual({ name: ['<em>wheat</em>'] });
    const none = await world.find({ q: 'wheat', fetchSource: false });
    expect(none.hits.hits[0]).not.toHaveProperty('_source');
    expect(none.hits.hits[0]).toMatchObject({ _index: 'table_search_index', sort: expect.any(Array) });
  });

  it('pages by the sort of the last hit, as JSON or one by one', async () => {
    const order = { q: '*', index: 'table', sort_field: 'fullyQualifiedName', sort_order: 'asc', size: 1 };
    const first = await world.find(order);
    const sort = first.hits.hits[0]?.sort ?? [];
    expect(await names({ ...order, search_after: sort })).toEqual(['oats']);
    const repeated = sort.map((value) => `search_after=${encodeURIComponent(String(value))}`).join('&');
    const { body } = await world.client.get<typeof first>(`/search/query?${queryString(order)}&${repeated}`);
    expect(body.hits.hits.map(({ _source }) => _source?.name)).toEqual(['oats']);
  });

  it('counts up to a number, or not at all', async () => {
    const total = async (text: unknown) =>
      (await world.find({ q: '*', index: 'table', track_total_hits: text })).hits.total;
    expect([await total(true), await total(2), await total(false)]).toEqual([
      { value: 4, relation: 'eq' },
      { value: 2, relation: 'gte' },
      undefined,
    ]);
  });

  it('shows terms in the tree that they are part of', async () => {
    const { hierarchy } = await world.find({ q: 'cereal', index: 'glossaryTerm', getHierarchy: true });
    const term = { name: 'Cereal', fullyQualifiedName: 'farm.Crop.Cereal', match: true, children: [] };
    const above = { type: 'glossaryTerm', name: 'Crop', match: false, children: [expect.objectContaining(term)] };
    expect(hierarchy).toEqual([
      expect.objectContaining({
        type: 'glossary',
        name: 'farm',
        match: false,
        children: [expect.objectContaining(above)],
      }),
    ]);
  });

  const suggest = async (q: string): Promise<string[]> => {
    const path = `/search/suggest?${queryString({ q })}`;
    const found = await world.client.must<{ suggestions: { name: string }[] }>('GET', path);
    return found.suggestions.map(({ name }) => name).sort();
  };

  it('completes as one types', async () => {
    expect([await suggest('oa'), await suggest('Oat P'), await suggest('pri'), await suggest('o')]).toEqual([
      ['oat_prices', 'oats'],
      ['oat_prices'],
      ['oat_prices'],
      [],
    ]);
    expect((await world.client.get('/search/suggest?q=oa&size=21')).status).toBe(400);
  });

  it('finds by the exact value of a field, with stars', async () => {
    const path = (fieldName: string, fieldValue: string) =>
      `/search/fieldQuery?${queryString({ fieldName, fieldValue, index: 'table' })}`;
    const byField = async (field: string, value: string) =>
      (await world.client.must<Awaited<ReturnType<typeof world.find>>>('GET', path(field, value))).hits.hits.map(
        ({ _source }) => _source?.name,
      );
    expect(await byField('fullyQualifiedName', 'BARN.*.oats')).toEqual(['oats']);
    expect(await byField('name', 'oat')).toEqual([]);
    expect((await world.client.get('/search/fieldQuery?fieldName=name')).status).toBe(400);
    expect(await names({ q: 'email.keyword:mia@example.org', index: 'user_search_index' })).toEqual(['mia']);
  });

  it('exports without a formula', async () => {
    const csv = await world.client.must<string>(
      'GET',
      '/search/export?q=oat&index=table&format=csv&sort_field=name&sort_order=asc',
    );
    const [, first = '', second = ''] = csv.split('\r\n');
    expect(first).toMatch(/^table,barn\.db\.pub\.oat_prices,oat_prices,,"'=HYPERLINK\(""x""\)",barn,Postgres,db,pub,/);
    expect(second).toMatch(/^table,barn\.db\.pub\.oats,oats,,Feed for horses,/);
    expect((await world.client.get('/search/export?format=xml')).status).toBe(400);
  });

  it('find a longer word by the beginning that it has in common with the one that is sought', async () => {
    const name = 'readmissions__within_thirty_days';
    await world.client.must('POST', '/glossaryTerms', { name, glossary: 'farm', description: 'x' });
    await world.settle();
    expect(await names({ q: 'readmit' })).toEqual([name]);
    expect((await world.find({ q: 'readmit' })).rewrittenQuery).toBe('readmi*');
    for (const typed of ['readmiss', 'readmit', 'Readmit', 'within readmit', 'readmissions__wi'])
      expect([typed, await suggest(typed)]).toEqual([typed, [name]]);
    expect(await suggest('dismiss')).toEqual([]);
    await world.client.must('DELETE', `/glossaryTerms/name/farm.${name}?hardDelete=true`);
    await world.settle();
    expect(await names({ q: 'readmit' })).toEqual([]);
  });
});
