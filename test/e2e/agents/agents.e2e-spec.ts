import { type Asset, type Contract, ContractWorld, unique } from '../contracts/contract-world';
import { AgentClient } from './agent-client';

const TOOLS = [
  'search',
  'get_asset',
  'get_contract',
  'explain_failure',
  'validate_contract',
  'check_change',
  ...['suggest_contract', 'propose_change'],
  'get_lineage',
  'list_failing_contracts',
  'crawl_service',
  'check_table',
  ...['acknowledge_incident', 'explain_cause'],
];
const WRITING = ['validate_contract', 'propose_change', 'crawl_service', 'check_table', 'acknowledge_incident'];
/** Bytes of JSON of the list of tools, which stands in the context of every agent. */
const MOST_LIST_BYTES = 20_000;

describe('agents', () => {
  let world: ContractWorld;
  let agent: AgentClient;
  let orders: Asset;
  let revenue: Asset;
  let contract: Contract;
  const word = unique('qz');

  beforeAll(async () => {
    world = await ContractWorld.shared();
    agent = await AgentClient.of(world.client);
    orders = await world.table({ name: `${word}_orders`, description: 'One row for each order. '.repeat(100) });
    revenue = await world.table({ name: `${word}_revenue` });
    const ends = { fromEntity: { id: orders.id, type: 'table' }, toEntity: { id: revenue.id, type: 'table' } };
    await world.client.must('PUT', '/lineage', {
      edge: { ...ends, lineageDetails: { sqlQuery: 'insert into revenue …' } },
    });
    contract = await world.client.must<Contract>('POST', '/dataContracts', {
      name: `${word}_contract`,
      entity: { id: orders.id, type: 'table' },
      schema: [
        { name: 'id', dataType: 'BIGINT' },
        { name: 'email', dataType: 'VARCHAR', dataLength: 320 },
      ],
    });
  });
  afterAll(() => agent?.close());

  /** The table no longer has what the contract promises. */
  const breakAsset = () =>
    world.client.must('PATCH', `/tables/${orders.id}`, [
      { op: 'replace', path: '/columns/1', value: { name: 'mail', dataType: 'VARCHAR', dataLength: 320 } },
    ]);

  it('are told of tools with schemas of what they take and answer', async () => {
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);
    expect(JSON.stringify(tools).length).toBeLessThanOrEqual(MOST_LIST_BYTES);
    for (const { name, inputSchema, outputSchema, description, annotations } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect([description!.length > 40, annotations!.destructiveHint]).toEqual([true, false]);
      expect([name, annotations!.readOnlyHint]).toEqual([name, !WRITING.includes(name)]);
    }
    expect(agent.client.getInstructions()).toMatch(/search/);
  });

  it('search, and follow the template of addresses of a hit', async () => {
    const answer = await agent.call('search', { query: `${word}_orders`, type: 'table' });
    expect(answer).toMatchObject({
      total: 1,
      hits: [{ type: 'table', fullyQualifiedName: orders.fullyQualifiedName }],
    });
    const [hit] = answer.hits as [Record<string, string>];
    expect(hit.description?.length).toBe(200);
    const { table } = answer.links as Record<string, { api: string; page?: string }>;
    // A service without pages for browsers names none.
    expect(table?.page ?? '/asset?type=table&fqn={fullyQualifiedName}').toMatch(
      /\/asset\?type=table&fqn=\{fullyQualifiedName\}$/,
    );
    const { status } = await fetch(table!.api.replace('{id}', hit.id!), {
      headers: { authorization: `Bearer ${world.client.token}` },
    });
    expect(status).toBe(200);
    const contracts = await agent.call('search', { query: `${word}_contract`, type: 'dataContract' });
    expect(contracts).toMatchObject({ hits: [{ fullyQualifiedName: contract.fullyQualifiedName }] });
    expect(await agent.call('search', { query: `none${word}` })).toEqual({ total: 0, hits: [] });
  });

  it('read an asset by its name or id, with its columns and its contract', async () => {
    const byName = await agent.call('get_asset', { asset: orders.fullyQualifiedName });
    expect(byName).toMatchObject({
      id: orders.id,
      columns: [{ name: 'id', dataType: expect.any(String) as string }, { name: 'email' }, { name: 'note' }],
      contract: { fullyQualifiedName: contract.fullyQualifiedName },
    });
    expect(await agent.call('get_asset', { asset: orders.id })).toEqual(byName);
    const service = orders.fullyQualifiedName.split('.')[0];
    expect(await agent.call('get_asset', { asset: service, type: 'databaseService' })).toMatchObject({ name: service });
    expect(await agent.call('get_asset', { asset: 'admin', type: 'user' })).toMatchObject({ type: 'user' });
  });

  it('get a bounded answer about a wide table, which says what it left out', async () => {
    const columns = Array.from({ length: 900 }, (_, at) => ({
      name: `c${at}`,
      dataType: 'INT',
      description: 'x'.repeat(999),
    }));
    const wide = await world.table({ columns });
    const answer = await agent.call('get_asset', { asset: wide.id });
    const shown = (answer.columns as unknown[]).length;
    expect([shown, (answer.omitted as Record<string, number>).columns]).toEqual([50, 850]);
    expect(JSON.stringify(answer).length).toBeLessThan(16_000);
  });

  it('read a contract by its name, its id or its asset', async () => {
    const byName = await agent.call('get_contract', { contract: contract.fullyQualifiedName });
    expect(byName).toMatchObject({
      id: contract.id,
      entity: { fullyQualifiedName: orders.fullyQualifiedName },
      schema: [{ name: 'id', dataType: 'BIGINT' }, { name: 'email' }],
    });
    expect(await agent.call('get_contract', { contract: contract.id })).toEqual(byName);
    expect(await agent.call('get_contract', { asset: orders.id })).toEqual(byName);
  });

  it('validate, are told why it failed, and find it among those that fail', async () => {
    const passed = await agent.call('validate_contract', { contract: contract.id });
    expect(passed).toMatchObject({
      status: 'Success',
      finished: true,
      dimensions: { schema: { passed: 2, failed: 0 } },
    });
    await breakAsset();
    const failed = await agent.call('validate_contract', { asset: orders.fullyQualifiedName });
    const why = { dimension: 'schema', field: 'email', message: expect.any(String) as string };
    expect(failed).toMatchObject({ finished: true, reasons: [why] });
    const explained = await agent.call('explain_failure', { contract: contract.id });
    const told = { contract: contract.fullyQualifiedName, status: failed.status, reasons: [why] };
    expect(explained).toMatchObject(told);
    const statuses = (explained.recent as { status: string }[]).map(({ status }) => status);
    expect([statuses[0], statuses.at(-1)]).toEqual([failed.status, 'Success']);
    const { contracts } = await agent.call('list_failing_contracts', { limit: 25 });
    expect(contracts).toContainEqual(
      expect.objectContaining({ contract: expect.objectContaining({ id: contract.id }) as object, before: 'Success' }),
    );
  });

  it('see which promises nothing judges, apart from those for people', async () => {
    const semantics = Array.from({ length: 60 }, (_, at) => ({ name: `be nice ${at}` }));
    const said = await world.contract({ semantics, termsOfUse: 'Ask us.' });
    const answer = await agent.call('validate_contract', { contract: said.id });
    expect(answer).toMatchObject({ status: 'Success', omitted: { notJudged: 11 } });
    expect((answer.notJudged as object[])[0]).toEqual({
      ...{ promise: 'semantics.be nice 0', reason: 'text', message: 'The rule is text' },
    });
    const few = await world.contract({ semantics: semantics.slice(0, 1), termsOfUse: 'Ask us.' });
    expect(await agent.call('validate_contract', { contract: few.id })).toMatchObject({
      ...{ forPeople: 1, notJudged: [{ promise: 'semantics.be nice 0' }] },
    });
  });

  it('are told what a change would break, and whom it reaches', async () => {
    const document = { schema: [{ name: 'id', dataType: 'BIGINT' }] };
    const answer = await agent.call('check_change', { contract: contract.id, document });
    expect(answer).toMatchObject({
      compatible: false,
      changes: [{ path: 'schema.email', compatibility: 'breaking' }],
      reachedTotal: 1,
      reached: [{ hop: 1, fullyQualifiedName: revenue.fullyQualifiedName }],
    });
    const none = await agent.call('check_change', { contract: contract.id, document, mode: 'none' });
    expect(none).toMatchObject({ compatible: true, reachedTotal: 1 });
  });

  it('read lineage', async () => {
    const { fullyQualifiedName: from } = orders;
    const edge = { from, to: revenue.fullyQualifiedName, sqlQuery: 'insert into revenue …' };
    expect(await agent.call('get_lineage', { asset: from })).toMatchObject({ downstream: [edge] });
    expect(await agent.call('get_lineage', { asset: revenue.id, downstreamDepth: 0 })).toMatchObject({
      upstream: [edge],
    });
  });

  it('learn from a refusal what to do', async () => {
    expect(await agent.refusal('get_asset', { asset: 'no.such.thing' })).toMatch(/^NOT_FOUND: Nothing is named no/);
    expect(await agent.refusal('get_asset', { asset: `${word}_order` })).toContain(
      `did you mean table ${orders.fullyQualifiedName}`,
    );
    expect(await agent.refusal('get_asset', {})).toMatch(/^BAD_REQUEST: asset: is required/);
    expect(await agent.refusal('get_asset', { asset: 'x', type: 'tabel' })).toMatch(/type: must be one of table, /);
    expect(await agent.refusal('get_asset', { asset: 'x', colour: 'red' })).toMatch(/colour: is not a known property/);
    expect(await agent.refusal('search', { query: '"open' })).toMatch(/^BAD_REQUEST: /);
    const both = { contract: contract.id, asset: orders.id };
    expect(await agent.refusal('get_contract', both)).toMatch(/exactly one of contract and asset/);
    expect(await agent.refusal('explain_failure', { asset: revenue.id })).toMatch(/^NOT_FOUND: /);
    const document = { schema: [{ name: 'id', dataType: 'NO_TYPE' }] };
    expect(await agent.refusal('check_change', { contract: contract.id, document })).toMatch(
      /schema\[0\]\.dataType: must be/,
    );
    // Each fault once.
    const twice = await agent.refusal('get_asset', {});
    expect(twice.match(/is required/g)).toHaveLength(1);
    await expect(agent.client.callTool({ name: 'drop_table' })).rejects.toThrow(
      /There is no tool drop_table; there are search, /,
    );
  });

  it('find an asset by any name that only one has', async () => {
    const fqn = orders.fullyQualifiedName;
    for (const asset of [`${word}_orders`, fqn.toUpperCase(), fqn.split('.').slice(1).join('.')]) {
      const answer = await agent.call('get_asset', { asset });
      expect([answer.id, answer.notes]).toEqual([orders.id, [`${asset} is the table ${fqn}`]]);
    }
    expect(await agent.call('get_asset', { asset: contract.fullyQualifiedName })).toMatchObject({
      type: 'dataContract',
      id: contract.id,
    });
    expect(await agent.call('get_asset', { asset: contract.id })).toMatchObject({ type: 'dataContract' });
    expect(await agent.call('get_asset', { asset: fqn, type: 'topic' })).toMatchObject({ type: 'table' });
    const database = orders.fullyQualifiedName.split('.').slice(0, 2).join('.');
    const other = await world.client.must<Asset>('POST', '/databaseSchemas', { name: unique('s'), database });
    const name = unique(word);
    const same = await world.table({ name });
    const twin = await world.table({ name, databaseSchema: other.fullyQualifiedName });
    const refusal = await agent.refusal('get_asset', { asset: name });
    expect(refusal).toContain(`table ${same.fullyQualifiedName}`);
    expect(refusal).toContain(`table ${twin.fullyQualifiedName}`);
  });

  it('may name the asset where a contract is asked, and the reverse', async () => {
    const { id } = await agent.call('get_contract', { contract: orders.fullyQualifiedName });
    expect(id).toBe(contract.id);
    expect(await agent.call('get_contract', { asset: contract.fullyQualifiedName })).toMatchObject({ id });
    const lineage = await agent.call('get_lineage', { asset: contract.fullyQualifiedName });
    expect(lineage.fullyQualifiedName).toBe(orders.fullyQualifiedName);
    expect(lineage.notes).toEqual([expect.stringMatching(/is a contract; its asset .* was taken/)]);
  });

  it('may write arguments as models do', async () => {
    const hits = await agent.call('search', { query: `${word}_orders`, type: 'Tables', limit: '100' });
    expect(hits).toMatchObject({ total: 1, notes: ['limit is from 1 to 25: 25 was taken, not 100'] });
    const far = await agent.call('get_lineage', { asset: orders.id, upstreamDepth: 10 });
    expect(far.notes).toEqual(['upstreamDepth is from 0 to 3: 3 was taken, not 10']);
    const document = 'schema:\n  - name: id\n    dataType: BIGINT\n';
    const whole = await agent.call('check_change', { contract: contract.id, document });
    expect(whole).toMatchObject({ changes: [{ path: 'schema.email' }] });
    const remove = { op: 'remove', path: '/schema/1' };
    for (const patch of [remove, JSON.stringify(remove), JSON.stringify([remove])])
      expect(await agent.call('check_change', { contract: contract.id, patch })).toMatchObject({
        changes: [{ path: 'schema.email' }],
      });
    expect(await agent.refusal('check_change', { contract: contract.id, document: 'a: [' })).toMatch(
      /^BAD_REQUEST: document: the text is not valid YAML: line 1/,
    );
  });

  it('know of nothing that is hidden from them', async () => {
    const role = unique('Blind');
    const hidden = unique('hidden');
    const owner = await world.client.must<Asset>('POST', '/users', { name: hidden, email: `${hidden}@example.com` });
    const secret = await world.table({ name: hidden, owners: [{ id: owner.id, type: 'user' }] });
    await world.client.must('PUT', '/lineage', {
      edge: { fromEntity: { id: secret.id, type: 'table' }, toEntity: { id: revenue.id, type: 'table' } },
    });
    const rules = [
      {
        name: 'r',
        effect: 'deny',
        operations: ['ViewAll'],
        resources: ['table'],
        condition: '!isOwner() && !noOwner()',
      },
      { name: 'v', effect: 'deny', operations: ['ValidateContract'], resources: ['dataContract'] },
    ];
    await world.client.must('POST', '/policies', { name: `${role}P`, rules });
    await world.client.must('POST', '/roles', { name: role, policies: [`${role}P`] });
    const blind = await AgentClient.of(await world.service.client(`${role}U`, role));
    expect((await agent.call('search', { query: hidden, type: 'table' })).total).toBe(1);
    expect((await blind.call('search', { query: hidden, type: 'table' })).total).toBe(0);
    expect(await blind.refusal('get_asset', { asset: secret.id })).toMatch(/^NOT_FOUND: /);
    const seen = await blind.call('get_lineage', { asset: revenue.id });
    expect(JSON.stringify(seen)).not.toContain(hidden);
    expect(JSON.stringify(seen)).toContain(orders.fullyQualifiedName);
    expect(await blind.refusal('validate_contract', { contract: contract.id })).toMatch(
      /^FORBIDDEN: .*ValidateContract/,
    );
    await blind.close();
  });
});
