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
/** An address that a tool answered, asked as somebody who may see it. */
const links = (answer: Record<string, unknown>) => answer.links as { api: string };

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
    for (const { name, inputSchema, outputSchema, description, annotations } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect([description!.length > 40, annotations!.destructiveHint]).toEqual([true, false]);
      expect([name, annotations!.readOnlyHint]).toEqual([name, !WRITING.includes(name)]);
    }
    expect(agent.client.getInstructions()).toMatch(/search/);
  });

  it('search, and follow the links of a hit', async () => {
    const answer = await agent.call('search', { query: `${word}_orders`, type: 'table' });
    expect(answer).toMatchObject({
      total: 1,
      hits: [{ type: 'table', fullyQualifiedName: orders.fullyQualifiedName }],
    });
    const [hit] = answer.hits as [Record<string, unknown>];
    expect((hit.description as string).length).toBe(200);
    const { status } = await fetch(links(hit).api, { headers: { authorization: `Bearer ${world.client.token}` } });
    expect(status).toBe(200);
    const contracts = await agent.call('search', { query: `${word}_contract`, type: 'dataContract' });
    expect(contracts).toMatchObject({ hits: [{ fullyQualifiedName: contract.fullyQualifiedName }] });
    expect(await agent.call('search', { query: `${word}none` })).toEqual({ total: 0, hits: [] });
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
    expect(await agent.refusal('get_asset', { asset: 'no.such.thing' })).toMatch(/^NOT_FOUND: .*\n.*search/);
    expect(await agent.refusal('get_asset', {})).toMatch(/asset is required/);
    expect(await agent.refusal('get_asset', { asset: 'x', type: 'tabel' })).toMatch(/type must be one of table, /);
    expect(await agent.refusal('get_asset', { asset: 'x', colour: 'red' })).toMatch(/colour is not a known property/);
    expect(await agent.refusal('search', { query: '"open' })).toMatch(/^BAD_REQUEST: /);
    const both = { contract: contract.id, asset: orders.id };
    expect(await agent.refusal('get_contract', both)).toMatch(/exactly one of contract and asset/);
    expect(await agent.refusal('explain_failure', { asset: revenue.id })).toMatch(/^NOT_FOUND: /);
    const document = { schema: [{ name: 'id', dataType: 'NO_TYPE' }] };
    expect(await agent.refusal('check_change', { contract: contract.id, document })).toMatch(
      /schema\[0\]\.dataType must be/,
    );
    await expect(agent.client.callTool({ name: 'drop_table' })).rejects.toThrow(
      /There is no tool drop_table; there are search, /,
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

describe('the endpoint of agents', () => {
  let world: ContractWorld;
  let headers: Record<string, string>;
  beforeAll(async () => {
    world = await ContractWorld.shared();
    headers = {
      authorization: `Bearer ${world.client.token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
  });
  const send = (init: RequestInit) => fetch(`${world.service.baseUrl}/mcp`, init);
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const post = (body: unknown, more: object = {}) =>
    send({ method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) });

  it('takes no request without a token', async () => {
    const { authorization: _token, ...others } = headers;
    for (const method of ['POST', 'GET', 'DELETE']) {
      const answer = await send({ method, headers: others, ...(method === 'POST' && { body: JSON.stringify(list) }) });
      expect([answer.status, await answer.json()]).toEqual([
        401,
        expect.objectContaining({ errorType: 'UNAUTHORIZED' }),
      ]);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
    expect((await post(list, { authorization: 'Bearer x.y.z' })).status).toBe(401);
  });

  it('keeps no session, so that any process answers any request', async () => {
    const answer = await post(list);
    expect([answer.status, answer.headers.get('mcp-session-id')]).toEqual([200, null]);
    expect(await answer.json()).toMatchObject({ id: 1, result: { tools: expect.any(Array) as unknown[] } });
    expect((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202);
    const stream = await send({ method: 'GET', headers });
    expect([stream.status, stream.headers.get('allow')]).toEqual([405, 'OPTIONS, POST']);
  });

  it.each([
    ['no JSON', '{', 400],
    ['no message', {}, 400],
    ['a long batch', Array.from({ length: 11 }, () => list), 400],
    ['more than a megabyte', { ...list, params: { cursor: 'x'.repeat(1_100_000) } }, 413],
  ])('refuses %s', async (_what, body, status) => {
    const answer = await send({
      method: 'POST',
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    expect(answer.status).toBe(status);
  });

  it.each([
    [['orders'], /^BAD_REQUEST: .*a JSON object is expected, with query/],
    ['orders', /^BAD_REQUEST: .*a JSON object is expected, with query/],
    [null, /^BAD_REQUEST: .*a JSON object is expected, with query/],
    [{ query: 1 }, /^BAD_REQUEST: query: must be a text/],
  ])('tells a tool that is called with %j what it takes', async (given, reason) => {
    const answer = await post({ ...list, method: 'tools/call', params: { name: 'search', arguments: given } });
    const text = expect.stringMatching(reason) as unknown;
    expect(await answer.json()).toMatchObject({ result: { isError: true, content: [{ text }] } });
  });

  it.each([
    ['tools/call', {}, -32_602, /^.*There is no tool undefined/],
    ['tools/drop', {}, -32_601, /There is no method tools\/drop/],
  ])('answers %s with %j by the code of the protocol', async (method, params, code, reason) => {
    const message = expect.stringMatching(reason) as unknown;
    expect(await (await post({ ...list, method, params })).json()).toMatchObject({ error: { code, message } });
  });

  it('refuses another type of body, and a client that takes no JSON', async () => {
    expect((await post(list, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post(list, { accept: 'text/html' })).status).toBe(406);
  });

  it('is named in llms.txt, which is open', async () => {
    const answer = await fetch(`${world.service.baseUrl}/llms.txt`);
    const text = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toMatch(/^# Metadata catalog\n\n> /);
    expect(text).toContain(`(${world.service.baseUrl}/mcp)`);
    for (const tool of TOOLS) expect(text).toContain(`\`${tool}\``);
  });
});
