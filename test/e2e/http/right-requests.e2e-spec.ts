import { type RawAnswer, rawRequest } from './support/raw-request';
import { startTinyApp, type TinyApp, TOKEN } from './support/tiny-app';

const ID = '0b0e8d7a-8f2c-4c0f-9a52-1c9f0f4bfb11';

describe('right requests', () => {
  let tiny: TinyApp;
  beforeAll(async () => {
    tiny = await startTinyApp();
  });
  afterAll(() => tiny.close());

  async function call(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`http://127.0.0.1:${tiny.port}/api/v1/things${path}`, {
      ...init,
      headers: { authorization: `Bearer ${TOKEN}`, ...init.headers },
    });
  }

  const json = async (path: string, init: RequestInit = {}) => (await call(path, init)).json() as Promise<unknown>;
  const put = (body: string, type = 'application/json') => ({ method: 'PUT', body, headers: { 'content-type': type } });

  it('reads a query into values, with defaults', async () => {
    expect(await json('')).toEqual({ limit: 10 });
    const query = `limit=0&deleted=true&include=all&after=a%2Bb+c&owner=${ID.toUpperCase()}`;
    expect(await json(`?${query}`)).toEqual({ limit: 0, deleted: true, include: 'all', after: 'a+b c', owner: ID });
  });

  it('takes the Content-Type of a body that is not there', async () => {
    const headers = { 'content-type': 'application/json' };
    expect((await call('/me', { headers })).status).toBe(200);
    expect((await call('/document', { method: 'PUT', headers, body: '' })).status).toBe(200);
    const sent = `PUT /api/v1/things/echo HTTP/1.1\r\nHost: a\r\nAuthorization: bearer x\r\nConnection: close\r\n`;
    const auth = sent.replace('bearer x', `Bearer ${TOKEN}`);
    for (const type of ['application/json', 'text/plain', 'application/x-yaml']) {
      const answer = await rawRequest(tiny.port, `${auth}Content-Type: ${type}\r\nContent-Length: 0\r\n\r\n`);
      expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: '{}' });
    }
  });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json; password=plain',
    'APPLICATION/JSON',
  ])('reads %s', async (type) => {
    expect(await json('/echo', put('{"a":[1]}', type))).toEqual({ body: { a: [1] } });
  });

  it.each(['application/yaml', 'text/yaml', 'application/x-yaml', 'application/yaml; charset=utf-8'])(
    'reads %s where the route takes it',
    async (type) => {
      expect(await json('/echo', put('a:\n  - 1', type))).toEqual({ body: { a: [1] } });
    },
  );

  it('keeps what is odd but right', async () => {
    const body = '{"constructor":{"toString":1},"n":9007199254740992,"e":"\\ud83d\\ude00"}';
    expect(await json('/echo', put(body))).toEqual({ body: JSON.parse(body) as unknown });
  });

  it('drops null from a body, but not from a free object in it', async () => {
    const body = '{"name":"a","size":null,"extension":{"x":null},"parts":[{"name":"p","children":null}]}';
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
    expect(await json('', init)).toEqual({ name: 'a', extension: { x: null }, parts: [{ name: 'p' }] });
  });

  it('gives a route its own limit', async () => {
    expect((await call('/large', put(`"${'x'.repeat(60_000)}"`))).status).toBe(200);
  });

  it.each(['a/b', 'ä.ö', 'a%2Fb', '"a.b".c', 'a b', '☃', "x'; --", 'a&b=c#d', '../x', '😀'.repeat(512)])(
    'takes %j as a name in a path',
    async (name) => {
      expect(await json(`/name/${encodeURIComponent(name)}`)).toEqual({ fqn: name });
    },
  );

  it('answers HEAD as GET, without the body', async () => {
    const answer = await call('/document', { method: 'HEAD' });
    expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([
      200,
      '',
      expect.stringMatching(/^"0.3-/),
    ]);
  });

  it('answers OPTIONS of a route with 204 and Allow, without a token', async () => {
    const answer = await fetch(`http://127.0.0.1:${tiny.port}/api/v1/things/${ID}`, { method: 'OPTIONS' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS, PATCH']);
    expect((await call('/a/b/c', { method: 'OPTIONS' })).status).toBe(404);
  });

  it('answers 304 to a reader that has it, and to no other', async () => {
    const first = await call('/document');
    const etag = first.headers.get('etag') ?? '';
    for (const header of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await call('/document', { headers: { 'if-none-match': header } });
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    }
    expect((await call('/document', { headers: { 'if-none-match': '"0.3-other"' } })).status).toBe(200);
  });

  it('compares the version alone for If-Match', async () => {
    for (const header of ['"0.3-whatever"', 'W/"0.3-x"', '"0.1-a", "0.3-b"', '*']) {
      expect((await call('/document', { method: 'PUT', headers: { 'if-match': header } })).status).toBe(200);
    }
  });

  it('passes where one of several operations could be granted', async () => {
    expect(await json(`/${ID}`)).toEqual({ id: ID });
  });

  it('keeps a usable X-Request-Id and replaces any other', async () => {
    const sent = async (id: string) =>
      (await call('/me', { headers: { 'x-request-id': id } })).headers.get('x-request-id');
    expect(await sent('a!~')).toBe('a!~');
    expect(await sent('x'.repeat(128))).toBe('x'.repeat(128));
    for (const bad of ['a b', 'x'.repeat(129), 'ä']) expect(await sent(bad)).toMatch(/^[\da-f-]{36}$/);
  });

  it('refuses two Authorization headers, also when both are good', async () => {
    const line = `Authorization: Bearer ${TOKEN}\r\n`;
    const ask = (lines: string): Promise<RawAnswer> =>
      rawRequest(tiny.port, `GET /api/v1/things/me HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${lines}\r\n`);
    expect((await ask(line)).status).toBe(200);
    expect((await ask(line + line)).status).toBe(401);
  });

  it('writes one line per request, without what is secret', async () => {
    const id = `line-${Math.random()}`;
    await call('/search?q=topsecret', { headers: { 'x-request-id': id } });
    const lines = tiny.lines.filter((line) => line['requestId'] === id);
    expect(lines).toEqual([
      expect.objectContaining({
        level: 'info',
        method: 'GET',
        route: '/api/v1/things/search',
        status: 200,
        actor: 'ada',
        address: '127.0.0.1',
        ms: expect.any(Number),
      }),
    ]);
    expect(JSON.stringify(tiny.lines)).not.toMatch(new RegExp(`topsecret|${TOKEN}`));
  });

  it('logs what it does not tell, under the id that it tells', async () => {
    const answer = (await json('/fails/oops')) as { requestId: string };
    const line = tiny.lines.find(({ requestId, level }) => requestId === answer.requestId && level === 'error');
    expect(JSON.stringify(line)).toContain('secret host db-7');
  });

  it('gives metrics on a loopback port', async () => {
    await call('/me');
    const answer = await fetch(`http://127.0.0.1:${tiny.port}/metrics`);
    expect(await answer.text()).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/things\/me",status="200"\}/,
    );
  });
});
