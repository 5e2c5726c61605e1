import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { EntityAnswer, EntityKey, EntityType, ListRequest } from '@app/catalog';
import type { Actor } from '@app/common';
import { loadSettings, type Settings } from '@app/config';
import type { AnsweredRequest } from '../../http/lifecycle/request-log';
import { PlainReads } from './plain-reads';

const ID = '7b1c2d3e-4f50-4612-8a9b-0c1d2e3f4a5b';
const TABLE = `/api/v1/tables/${ID}`;
const BY_NAME = '/api/v1/tables/name/svc.db.public.orders';
const ACTOR = { name: 'ada', isAdmin: true } as Actor;
const ANSWER: EntityAnswer = { json: '{"name":"Größe"}', id: ID, version: '0.3' };
const GENERAL = 'the framework';
const LIST = '/api/v1/tables?limit=2&fields=owners';
const PAGE = '{"data":[],"paging":{"total":0}}';

type Reader = (type: EntityType, key: EntityKey) => Promise<EntityAnswer | undefined> | undefined;

class Edge {
  readonly lines: AnsweredRequest[] = [];
  readonly stopping = new AbortController();
  read: Reader = () => Promise.resolve(ANSWER);
  list: (type: EntityType, asked: ListRequest) => Promise<string | Buffer> = () => Promise.resolve(Buffer.from(PAGE));
  readonly watched: unknown[] = [];
  hidesSome = false;
  isCurrent = (): Promise<boolean> => Promise.resolve(true);
  underWay = 0;
  private server: Server | undefined;

  async start(changes: Partial<Settings> = {}): Promise<void> {
    const settings = { ...loadSettings({}), ...changes };
    const look = PlainReads.firstLook(
      {
        reader: {
          cached: (_actor, type, key) => this.read(type, key),
          list: (_actor, type, asked) => this.list(type, asked),
        },
        unread: {
          watch: (_response, answer) => {
            this.watched.push(answer);
            return answer;
          },
        },
        authorizer: {
          recall: ({ rawHeaders }) =>
            rawHeaders.includes('Bearer known') ? { actor: ACTOR, isCurrent: () => this.isCurrent() } : undefined,
        },
        sights: { sightOf: () => (this.hidesSome ? {} : 'all') },
        log: { record: (line) => void this.lines.push(line) },
        others: { begin: () => void this.underWay++, end: () => void this.underWay-- },
        shutdown: this.stopping,
      },
      settings,
    );
    this.server = createServer((request, response) => {
      const general = (): void => void response.end(GENERAL);
      if (look) look(request, response, general);
      else general();
    });
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
  }

  get port(): number {
    return (this.server?.address() as AddressInfo).port;
  }

  async ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<[IncomingMessage, string]> {
    const request = get({
      port: this.port,
      path,
      method,
      agent: false,
      headers: { Authorization: 'Bearer known', ...headers },
    });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    let body = '';
    for await (const chunk of response.setEncoding('utf8')) body += String(chunk);
    return [response, body];
  }

  async isTaken(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<boolean> {
    const [, body] = await this.ask(path, headers, method);
    return body === ANSWER.json || body === PAGE;
  }

  async stop(): Promise<void> {
    if (this.server) await once(this.server.close(), 'close');
  }
}

describe('plain reads', () => {
  let edge: Edge;
  beforeEach(() => {
    edge = new Edge();
  });
  afterEach(() => edge.stop());

  it('are answered with their tag, and told to the log', async () => {
    await edge.start();
    const asked: [string, EntityKey][] = [];
    edge.read = ({ type }, key) => {
      asked.push([type, key]);
      return Promise.resolve(ANSWER);
    };
    const [response, body] = await edge.ask(TABLE, { 'X-Request-Id': 'r-1' });
    await edge.ask(BY_NAME);
    expect(body).toBe(ANSWER.json);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'x-request-id': 'r-1',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"0\.3-[\w-]{16}"$/) as string,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(ANSWER.json)),
      vary: 'X-Compatibility',
    });
    expect(asked).toEqual([
      ['table', { id: ID }],
      ['table', { fqn: 'svc.db.public.orders' }],
    ]);
    expect(edge.lines).toEqual([
      {
        method: 'GET',
        route: '/api/v1/tables/:id',
        status: 200,
        ms: expect.any(Number) as number,
        requestId: 'r-1',
        actor: 'ada',
        address: '127.0.0.1',
      },
      expect.objectContaining({
        route: '/api/v1/tables/name/:fqn',
        requestId: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      }),
    ]);
    expect(edge.underWay).toBe(0);
  });

  it('are 304 for a caller who has the text', async () => {
    await edge.start();
    const [{ headers }] = await edge.ask(TABLE);
    const [response, body] = await edge.ask(TABLE, { 'If-None-Match': headers.etag as string });
    expect([response.statusCode, body, response.headers['content-type']]).toEqual([304, '', undefined]);
    expect(response.headers.etag).toBe(headers.etag);
    expect(edge.lines.map(({ status }) => status)).toEqual([200, 304]);
  });

  it('are pages of lists, without a tag', async () => {
    await edge.start();
    const asked: [string, ListRequest][] = [];
    edge.list = ({ type }, list) => {
      asked.push([type, list]);
      return Promise.resolve(PAGE);
    };
    const [response, body] = await edge.ask(LIST, { 'If-None-Match': '*', 'X-Request-Id': 'r-2' });
    await edge.ask('/api/v1/users');
    expect(body).toBe(PAGE);
    expect(response.rawHeaders.slice(0, 10)).toEqual([
      ...['x-request-id', 'r-2', 'x-content-type-options', 'nosniff'],
      ...['content-type', 'application/json; charset=utf-8', 'vary', 'X-Compatibility'],
      ...['content-length', String(PAGE.length)],
    ]);
    expect(asked).toMatchObject([
      ['table', { limit: 2, fields: 'owners', include: 'non-deleted', filters: {} }],
      ['user', { limit: 10, include: 'non-deleted', filters: {} }],
    ]);
    expect(edge.lines.map(({ route }) => route)).toEqual(['/api/v1/tables', '/api/v1/users']);
    expect(edge.watched).toEqual([PAGE, PAGE]);
    expect(edge.underWay).toBe(0);
  });

  it.each<[string, Edge['list']]>([
    ['that is refused', () => Promise.reject(new Error('BAD_REQUEST'))],
    [
      'that is refused at once',
      () => {
        throw new Error('FORBIDDEN');
      },
    ],
  ])('leave a list %s to the framework', async (_, list) => {
    await edge.start();
    edge.list = list;
    expect(await edge.ask(LIST)).toEqual([expect.anything(), GENERAL]);
    expect([edge.lines, edge.underWay]).toEqual([[], 0]);
  });

  it('show the address that trusted proxies tell', async () => {
    await edge.start({ trustedProxies: ['127.0.0.1'] });
    await edge.ask(TABLE, { 'X-Forwarded-For': '192.0.2.7, 192.0.2.8' });
    expect(edge.lines[0]?.address).toBe('192.0.2.8');
  });

  it.each<[string, { readonly path?: string; readonly headers?: Record<string, string>; readonly method?: string }]>([
    ['a caller who is not known', { headers: { Authorization: 'Bearer new' } }],
    ['another method', { method: 'DELETE' }],
    ['HEAD', { method: 'HEAD' }],
    ['a query', { path: `${TABLE}?fields=owners` }],
    ['an empty query', { path: `${BY_NAME}?` }],
    ['a list with a filter', { path: '/api/v1/tables?databaseSchema=a' }],
    ['a list with an escape', { path: '/api/v1/tables?after=%41' }],
    ['a list with an empty query', { path: '/api/v1/tables?' }],
    ['a list of a type with secrets', { path: '/api/v1/services/databaseServices' }],
    ['a list of no type', { path: '/api/v1/nothing?limit=1' }],
    ['something below', { path: `${TABLE}/versions` }],
    ['an id of nothing', { path: '/api/v1/tables/orders' }],
    ['a name with an escape', { path: '/api/v1/tables/name/a%22b' }],
    ['an empty name', { path: '/api/v1/tables/name/' }],
    ['a long name', { path: `/api/v1/tables/name/${'n'.repeat(2_001)}` }],
    ['a path that is no type', { path: `/api/v1/nothing/${ID}` }],
    ['a type with secrets', { path: `/api/v1/services/databaseServices/${ID}` }],
    ['another path', { path: `/api/v2/tables/${ID}` }],
    ['another shape', { headers: { 'X-Compatibility': 'openmetadata' } }],
    ['YAML', { headers: { Accept: 'application/yaml' } }],
    ['a body', { headers: { 'Content-Length': '0' } }],
    ['the type of a body', { headers: { 'Content-Type': 'text/plain' } }],
  ])('leave %s to the framework', async (_, { path = TABLE, headers, method }) => {
    await edge.start();
    expect(await edge.isTaken(path, headers, method)).toBe(false);
    expect(edge.lines).toEqual([]);
  });

  it.each<[string, Reader]>([
    ['that is not cached', () => undefined],
    ['that has changed', () => Promise.resolve(undefined)],
    ['whose state cannot be told', () => Promise.reject(new Error('no connection'))],
    [
      'that is refused',
      () => {
        throw new Error('FORBIDDEN');
      },
    ],
  ])('leave an entity %s to the framework', async (_, read) => {
    await edge.start();
    edge.read = read;
    const [, body] = await edge.ask(TABLE);
    expect(body).toBe(GENERAL);
    expect([edge.lines, edge.underWay]).toEqual([[], 0]);
  });

  it.each<[string, Edge['isCurrent']]>([
    ['whose token or rights are others now', () => Promise.resolve(false)],
    ['of whom that cannot be told', () => Promise.reject(new Error('no connection'))],
  ])('leave a caller %s to the framework', async (_, isCurrent) => {
    await edge.start();
    edge.isCurrent = isCurrent;
    expect([await edge.isTaken(TABLE), await edge.isTaken(LIST)]).toEqual([false, false]);
    expect([edge.lines, edge.underWay]).toEqual([[], 0]);
  });

  it('leave callers from whom something may be hidden, and requests during a stop, to the framework', async () => {
    await edge.start();
    edge.hidesSome = true;
    expect(await edge.isTaken(TABLE)).toBe(false);
    edge.hidesSome = false;
    expect(await edge.isTaken(TABLE)).toBe(true);
    edge.stopping.abort();
    expect(await edge.isTaken(TABLE)).toBe(false);
  });

  it('leave a request that waits behind another one of its connection to the framework', async () => {
    await edge.start();
    const socket = connect(edge.port, '127.0.0.1');
    const ask = (more = ''): string => `GET ${TABLE} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer known\r\n${more}\r\n`;
    socket.write(ask() + ask('Connection: close\r\n'));
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    expect(text.indexOf(ANSWER.json)).toBeGreaterThan(0);
    expect(text.indexOf(GENERAL)).toBeGreaterThan(text.indexOf(ANSWER.json));
    expect(edge.lines).toHaveLength(1);
  });

  it.each<[string, Partial<Settings>]>([
    ['another shape of all answers', { compatibility: 'openmetadata' }],
    ['pages of other origins', { corsOrigins: ['https://example.org'] }],
    ['limits of rates', { rateLimitPerPrincipal: 100 }],
    ['limits of addresses', { rateLimitPerAddress: 100 }],
  ])('are all left to the framework where settings ask for %s', async (_, changes) => {
    await edge.start(changes);
    expect(await edge.isTaken(TABLE)).toBe(false);
  });
});
