import { TOOLS } from '../../../apps/api/src/agents/tool-list';
import { ContractWorld } from '../contracts/contract-world';

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
    for (const { name } of TOOLS) expect(text).toContain(`\`${name}\``);
  });
});
