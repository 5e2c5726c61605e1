import { startTinyApp, type TinyApp, TOKEN } from './support/tiny-app';

const ID = '0b0e8d7a-8f2c-4c0f-9a52-1c9f0f4bfb11';
const JSON_TYPE = { 'content-type': 'application/json' };
const PATCH_TYPE = { 'content-type': 'application/json-patch+json' };
const YAML_TYPE = { 'content-type': 'application/yaml' };
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

interface Wrong {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly token?: string | null;
  readonly body?: string | Buffer;
  /** The field that the details must name. */
  readonly field?: string;
}

type Row = [path: string, status: number, errorType: string, message: RegExp, wrong?: Wrong];

const put = (body: string | Buffer, more: Wrong = {}): Wrong => ({ method: 'PUT', headers: JSON_TYPE, body, ...more });
const post = (body: string, field?: string): Wrong => ({
  method: 'POST',
  headers: JSON_TYPE,
  body,
  ...(field && { field }),
});

const ROWS: Row[] = [
  ['/api/v1/things', 401, 'UNAUTHORIZED', /./, { token: null }],
  ['/api/v1/things', 401, 'UNAUTHORIZED', /./, { token: 'bad' }],
  ['/api/v1/nothing', 401, 'UNAUTHORIZED', /./, { token: null }],
  ['/api', 401, 'UNAUTHORIZED', /./, { token: null }],
  ['/api/v1/things', 401, 'UNAUTHORIZED', /./, { token: null, method: 'DELETE' }],
  ['/api/v1/things/%zz', 401, 'UNAUTHORIZED', /./, { token: null }],
  ['/api/v1/things', 401, 'UNAUTHORIZED', /./, { token: null, method: 'POST', headers: JSON_TYPE, body: '{' }],
  ['/api/v1/nothing', 404, 'NOT_FOUND', /^No route for GET \/api\/v1\/nothing$/],
  ['/api/v1/nothing?a=1', 404, 'NOT_FOUND', /^No route for GET \/api\/v1\/nothing$/],
  ['/api/v1/things/', 404, 'NOT_FOUND', /No route/],
  ['/api/v1/things/name/', 404, 'NOT_FOUND', /No route/],
  ['/api/v1//things', 404, 'NOT_FOUND', /No route/],
  ['/API/v1/things', 404, 'NOT_FOUND', /No route/],
  ['/', 404, 'NOT_FOUND', /No route/, { token: null }],
  ['/favicon.ico', 404, 'NOT_FOUND', /No route/, { token: null }],
  ['/api/v1/nothing', 404, 'NOT_FOUND', /No route/, { method: 'POST', headers: { 'content-type': 'x/y' }, body: 'x' }],
  ['/api/v1/things', 405, 'METHOD_NOT_ALLOWED', /allowed: GET, HEAD, OPTIONS, POST/, { method: 'DELETE' }],
  ['/api/v1/things/open', 405, 'METHOD_NOT_ALLOWED', /allowed/, { method: 'PUT', headers: JSON_TYPE, body: '{}' }],
  ['/api/v1/things/me', 405, 'METHOD_NOT_ALLOWED', /allowed: GET, HEAD, OPTIONS$/, { method: 'PATCH' }],
  ['/api/v1/things/echo', 405, 'METHOD_NOT_ALLOWED', /allowed: OPTIONS, PUT$/],
  ['/api/v1/things/me', 405, 'METHOD_NOT_ALLOWED', /allowed/, { method: 'PROPFIND' }],
  [
    `/api/v1/things/${ID}`,
    403,
    'FORBIDDEN',
    /ada .*\[EditAll\] on thing/,
    { method: 'PATCH', headers: PATCH_TYPE, body: '[' },
  ],
  ['/api/v1/things/before/1', 403, 'FORBIDDEN', /\[Delete\]/, { method: 'DELETE' }],
  ['/api/v1/things/abc', 400, 'BAD_REQUEST', /id: must be a UUID/, { field: 'id' }],
  ['/api/v1/things/%00', 400, 'BAD_REQUEST', /U\+0000/],
  ['/api/v1/things/name/a%00b', 400, 'BAD_REQUEST', /U\+0000/],
  ['/api/v1/things/name/%ff', 400, 'BAD_REQUEST', /percent-encoding/],
  ['/api/v1/things/name/%zz', 400, 'BAD_REQUEST', /percent-encoding/],
  ['/api/v1/things/name/%ed%a0%80', 400, 'BAD_REQUEST', /percent-encoding/],
  [`/api/v1/things/name/${'a'.repeat(3000)}`, 400, 'BAD_REQUEST', /fqn: must be a name of 1 to/],
  [`/api/v1/things/name/${'a'.repeat(20000)}`, 414, 'URI_TOO_LONG', /path/],
  ['/api/v1/things?limit=1&limit=2', 400, 'BAD_REQUEST', /limit: is given 2 times/, { field: 'limit' }],
  ['/api/v1/things?foo=1', 400, 'BAD_REQUEST', /foo: is not a query parameter.*known: limit, after/, { field: 'foo' }],
  ['/api/v1/things?__proto__=1', 400, 'BAD_REQUEST', /__proto__/, { field: '__proto__' }],
  ['/api/v1/things?limit[]=1', 400, 'BAD_REQUEST', /is not a query parameter/],
  ['/api/v1/things/open?foo=1', 400, 'BAD_REQUEST', /foo is not a query parameter/, { field: 'foo' }],
  ['/api/v1/things?limit=1.0', 400, 'BAD_REQUEST', /limit: must be an integer from 0 to 1000; got "1.0"/],
  ['/api/v1/things?limit=%2B5', 400, 'BAD_REQUEST', /got "\+5"/, { field: 'limit' }],
  ['/api/v1/things?limit=%205', 400, 'BAD_REQUEST', /got " 5"/, { field: 'limit' }],
  ['/api/v1/things?limit=', 400, 'BAD_REQUEST', /got ""/, { field: 'limit' }],
  ['/api/v1/things?limit', 400, 'BAD_REQUEST', /got ""/, { field: 'limit' }],
  ['/api/v1/things?limit=1e2', 400, 'BAD_REQUEST', /an integer/, { field: 'limit' }],
  ['/api/v1/things?limit=0x1', 400, 'BAD_REQUEST', /an integer/, { field: 'limit' }],
  ['/api/v1/things?limit=-1', 400, 'BAD_REQUEST', /from 0 to 1000/, { field: 'limit' }],
  ['/api/v1/things?limit=1001', 400, 'BAD_REQUEST', /from 0 to 1000/, { field: 'limit' }],
  ['/api/v1/things?limit=9007199254740993', 400, 'BAD_REQUEST', /from 0 to 1000/, { field: 'limit' }],
  ['/api/v1/things?deleted=TRUE', 400, 'BAD_REQUEST', /one of true, false; got "TRUE"/, { field: 'deleted' }],
  ['/api/v1/things?deleted=1', 400, 'BAD_REQUEST', /one of true, false/, { field: 'deleted' }],
  ['/api/v1/things?include=none', 400, 'BAD_REQUEST', /one of all, deleted, non-deleted/, { field: 'include' }],
  ['/api/v1/things?owner=me', 400, 'BAD_REQUEST', /a UUID/, { field: 'owner' }],
  ['/api/v1/things?after=', 400, 'BAD_REQUEST', /1 to 16384 characters/, { field: 'after' }],
  ['/api/v1/things?after=%00', 400, 'BAD_REQUEST', /U\+0000/, { field: 'after' }],
  ['/api/v1/things?after=%ff', 400, 'BAD_REQUEST', /percent-encoding/, { field: 'after' }],
  ['/api/v1/things?after=%', 400, 'BAD_REQUEST', /percent-encoding/, { field: 'after' }],
  ['/api/v1/things/search', 400, 'BAD_REQUEST', /q: is required/, { field: 'q' }],
  ['/api/v1/things/search?q=1&q=2', 400, 'BAD_REQUEST', /^q: is given 2 times; it may stand once$/, { field: 'q' }],
  ['/api/v1/things', 400, 'BAD_REQUEST', /The body is missing/, { method: 'POST', headers: JSON_TYPE }],
  ['/api/v1/things', 400, 'BAD_REQUEST', /The body is missing/, { method: 'POST' }],
  ['/api/v1/things', 400, 'BAD_REQUEST', /The body is an array/, post('[]')],
  ['/api/v1/things', 400, 'BAD_REQUEST', /The body is null/, post('null')],
  ['/api/v1/things', 400, 'BAD_REQUEST', /The body is a string/, post('"x"')],
  ['/api/v1/things', 400, 'BAD_REQUEST', /name must be a string/, post('{}', 'name')],
  ['/api/v1/things', 400, 'BAD_REQUEST', /id: is not a known property/, post('{"name":"a","id":"1"}', 'id')],
  ['/api/v1/things', 400, 'BAD_REQUEST', /size/, post('{"name":"a","size":1.5}', 'size')],
  [
    '/api/v1/things',
    400,
    'BAD_REQUEST',
    /parts\[1\].children\[0\].name/,
    post(
      '{"name":"a","parts":[{"name":"x"},{"name":"y","children":[{"name":"toolong"}]}]}',
      'parts[1].children[0].name',
    ),
  ],
  [
    '/api/v1/things',
    400,
    'BAD_REQUEST',
    /parts\[0\].more/,
    post('{"name":"a","parts":[{"name":"x","more":1}]}', 'parts[0].more'),
  ],
  [
    '/api/v1/things',
    400,
    'BAD_REQUEST',
    /constructor/,
    post('{"name":"a","constructor":{"prototype":{"x":1}}}', 'constructor'),
  ],
  ['/api/v1/things/echo', 400, 'BAD_REQUEST', /not valid JSON/, put('{"a":')],
  ['/api/v1/things/echo', 400, 'BAD_REQUEST', /not valid JSON/, put('a: 1')],
  ['/api/v1/things/echo', 400, 'BAD_REQUEST', /a.b: is given twice/, put('{"a":{"b":1,"b":2}}', { field: 'a.b' })],
  ['/api/v1/things/echo', 400, 'BAD_REQUEST', /64 levels/, put(nested(65))],
  ['/api/v1/things/echo', 400, 'BAD_REQUEST', /64 levels/, put(nested(8000))],
  ['/api/v1/things/echo', 400, 'BAD_REQUEST', /U\+0000/, put('{"a":"\\u0000"}', { field: 'a' })],
  ['/api/v1/things/echo', 400, 'BAD_REQUEST', /surrogate/, put('{"a":"\\ud800"}', { field: 'a' })],
  ['/api/v1/things/echo', 400, 'BAD_REQUEST', /too large/, put('{"a":1e400}', { field: 'a' })],
  ['/api/v1/things/echo', 400, 'BAD_REQUEST', /__proto__/, put('{"__proto__":{"a":1}}', { field: '__proto__' })],
  ['/api/v1/things/echo', 400, 'BAD_REQUEST', /UTF-8/, put(Buffer.from([0x22, 0xff, 0x22]))],
  ['/api/v1/things/echo', 400, 'BAD_REQUEST', /a: is given twice/, put('a: 1\na: 2', { headers: YAML_TYPE })],
  [
    '/api/v1/things/echo',
    400,
    'BAD_REQUEST',
    /an alias \(\*a\) of what it lies in/,
    put('a: &a [*a]', { headers: YAML_TYPE }),
  ],
  ['/api/v1/things/echo', 400, 'BAD_REQUEST', /YAML: line 1/, put('a: b: c', { headers: YAML_TYPE })],
  [
    '/api/v1/things/echo',
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    /accepted: application\/json, application\/yaml/,
    put('x', { headers: { 'content-type': 'text/plain' } }),
  ],
  [
    '/api/v1/things/large',
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    /accepted: application\/json$/,
    put('a: 1', { headers: YAML_TYPE }),
  ],
  [
    '/api/v1/things/echo',
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    /needs a Content-Type/,
    { method: 'PUT', body: Buffer.from('{}') },
  ],
  ['/api/v1/things/echo', 415, 'UNSUPPORTED_MEDIA_TYPE', /./, put('{}', { headers: { 'content-type': 'nonsense' } })],
  ['/api/v1/things/echo', 415, 'UNSUPPORTED_MEDIA_TYPE', /accepted/, put('[]', { headers: PATCH_TYPE })],
  [
    '/api/v1/things/echo',
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    /charset latin1/,
    put('{}', { headers: { 'content-type': 'application/json; charset=latin1' } }),
  ],
  [
    '/api/v1/things/echo',
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    /zstd is not taken; accepted: gzip, deflate, br/,
    put('{}', { headers: { ...JSON_TYPE, 'content-encoding': 'zstd' } }),
  ],
  [
    '/api/v1/things',
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    /./,
    { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=1' },
  ],
  ['/api/v1/things/echo', 413, 'PAYLOAD_TOO_LARGE', /this route takes 16384/, put(`"${'x'.repeat(16383)}"`)],
  ['/api/v1/things/large', 413, 'PAYLOAD_TOO_LARGE', /this route takes 65536/, put(`"${'x'.repeat(65535)}"`)],
  ['/api/v1/things/document', 412, 'PRECONDITION_FAILED', /0.3/, put('', { headers: { 'if-match': '"0.2-abc"' } })],
  [
    '/api/v1/things/document',
    412,
    'PRECONDITION_FAILED',
    /The version is 0\.3/,
    put('', { headers: { 'if-match': '"x"' } }),
  ],
  ['/api/v1/things/document', 400, 'BAD_REQUEST', /If-Match/, put('', { headers: { 'if-match': '0.3' } })],
  ['/api/v1/things/fails/oops', 500, 'INTERNAL_ERROR', /^Internal error/],
  ['/api/v1/things/fails/ECONNREFUSED', 503, 'SERVICE_UNAVAILABLE', /^The database is not available/],
  ['/api/v1/things/fails/57P01', 503, 'SERVICE_UNAVAILABLE', /database/],
  ['/api/v1/things/fails/22P05', 400, 'BAD_REQUEST', /cannot be stored/],
  ['/api/v1/things/fails/23505', 500, 'INTERNAL_ERROR', /^Internal error/],
];

describe('wrong requests', () => {
  let tiny: TinyApp;
  beforeAll(async () => {
    tiny = await startTinyApp();
  });
  afterAll(() => tiny.close());

  const titled = ROWS.map((row): [title: string, ...Row] => [row[0].slice(0, 60), ...row]);

  it.each(titled)(
    '%s (%#)',
    async (_title, path, status, errorType, message, { method = 'GET', headers, token = TOKEN, body, field } = {}) => {
      const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
      const answer = await fetch(`http://127.0.0.1:${tiny.port}${path}`, {
        method,
        headers: { ...authorization, ...headers, 'x-request-id': 'row-1' },
        ...(body !== undefined && body !== '' && { body: Buffer.from(body as string) }),
      });
      const text = await answer.text();
      const error = JSON.parse(text) as { message: string; details?: { field: string }[] };
      expect({ status: answer.status, ...error }).toMatchObject({
        status,
        code: status,
        errorType,
        requestId: 'row-1',
      });
      expect(
        Object.keys(error).filter((key) => !['code', 'errorType', 'message', 'requestId', 'details'].includes(key)),
      ).toEqual([]);
      expect(error.message).toMatch(message);
      if (field !== undefined) expect(error.details?.map((detail) => detail.field)).toContain(field);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('x-request-id')).toBe('row-1');
      expect(answer.headers.get('x-powered-by')).toBeNull();
      expect(answer.headers.get('allow') !== null).toBe(status === 405);
      expect(answer.headers.get('retry-after') !== null).toBe(status === 503);
      expect(answer.headers.get('www-authenticate')).toBe(
        status !== 401 ? null : token === null ? 'Bearer' : 'Bearer error="invalid_token"',
      );
      expect(text).not.toMatch(/db-7|node_modules|at .*\.ts/);
    },
  );
});
