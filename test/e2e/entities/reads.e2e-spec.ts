import { isDeepStrictEqual } from 'node:util';
import { rawRequest } from '../http/support/raw-request';
import { CatalogWorld, unique, type Entity } from './catalog-world';

/** Written so, a token is looked at before anything is read; as nearly all clients write it, what it was found to be last time goes ahead. */
const IDENTIFIED = 'bearer';
const AHEAD = 'Bearer';

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: object;
}

describe('reads', () => {
  let world: CatalogWorld;
  let token: string;
  let port: number;
  beforeAll(async () => {
    world = await CatalogWorld.shared();
    token = world.client.token;
    port = Number(new URL(world.service.baseUrl).port);
  });

  /** Status, headers and body; `Date` is left out. */
  const answer = async (path: string, more = '', scheme = AHEAD): Promise<Answer> => {
    const head = `Host: a\r\nAuthorization: ${scheme} ${token}\r\nX-Request-Id: same\r\nConnection: close\r\n`;
    const { status, body, headers } = await rawRequest(port, `GET /api/v1/${path} HTTP/1.1\r\n${head}${more}\r\n`);
    return { status, body, headers: { ...headers, date: undefined } };
  };
  /** What a read gives whose text is cached; whoever is identified before gets the same. */
  const kept = async (path: string, more = ''): Promise<Answer> => {
    await answer(path, more);
    const found = await answer(path, more);
    expect(found).toEqual(await answer(path, more, IDENTIFIED));
    return found;
  };
  /** The same of a list, into which others may write at any time: what it gives while it is the same before and behind it. */
  const listed = async (path: string): Promise<Answer> => {
    for (;;) {
      const before = await answer(path, '', IDENTIFIED);
      const found = await answer(path);
      const after = await answer(path, '', IDENTIFIED);
      if (!isDeepStrictEqual(before, after)) continue;
      expect(found).toEqual(before);
      return found;
    }
  };
  const shown = async (path: string): Promise<Entity> => JSON.parse((await kept(path)).body) as Entity;

  it('are the same whoever is known, for types of all kinds, by id and by name, and with a tag', async () => {
    const schema = await world.schema();
    const table = await world.table(schema, unique('t'));
    const [service = '', database = ''] = schema.split('.');
    const contract: Entity = await world.client.must('PUT', '/dataContracts', {
      name: 'kept',
      entity: { id: table.id, type: 'table' },
    });
    const paths = [
      `tables/${table.id}`,
      `tables/name/${table.fullyQualifiedName}`,
      `dataContracts/${contract.id}`,
      `dataContracts/name/${contract.fullyQualifiedName}`,
      `databaseSchemas/name/${schema}`,
      `databases/name/${service}.${database}`,
      `services/databaseServices/name/${service}`,
      'users/name/admin',
    ];
    for (const path of paths) {
      const { status, headers } = await kept(path);
      expect(status).toBe(200);
      const { etag } = headers as { readonly etag: string };
      expect((await kept(path, `If-None-Match: ${etag}\r\n`)).status).toBe(304);
    }
  });

  it('follow each change at once, also of what lies above', async () => {
    const schema = await world.schema();
    const table = await world.table(schema, unique('t'));
    const path = `tables/${table.id}`;
    const change = (of: string, value: string): Promise<unknown> =>
      world.client.must('PATCH', of, [{ op: 'add', path: '/displayName', value }]);
    for (const name of ['First', 'Second']) {
      await change(`/${path}`, name);
      expect((await shown(path)).displayName).toBe(name);
      await change(`/databaseSchemas/name/${schema}`, `${name} schema`);
      expect((await shown(path)).databaseSchema).toMatchObject({ displayName: `${name} schema` });
    }
  });

  it('are 404 as soon as the entity is deleted, and there again when it is restored', async () => {
    const table = await world.table(await world.schema(), unique('t'));
    const path = `tables/${table.id}`;
    expect((await kept(path)).status).toBe(200);
    await world.client.must('DELETE', `/${path}`);
    expect((await kept(path)).status).toBe(404);
    await world.client.must('PUT', '/tables/restore', { id: table.id });
    expect((await kept(path)).status).toBe(200);
  });

  it('of pages of lists are the same, forth and back, and where they are refused', async () => {
    const schema = await world.schema();
    for (let n = 0; n < 3; n++) await world.table(schema, unique('t'));
    interface Page {
      readonly paging: { readonly after?: string; readonly before?: string; readonly total: number };
    }
    const page = async (query: string): Promise<Page> => {
      const { status, body } = await listed(`tables?${query}`);
      expect([status, body]).toEqual([200, expect.stringContaining('"data":[{')]);
      return JSON.parse(body) as Page;
    };
    const first = await page('limit=1');
    const second = await page(`limit=1&fields=owners,columns,tags&after=${first.paging.after}`);
    await page(`before=${second.paging.before}&limit=1`);
    for (const path of [
      'tables',
      'users',
      'dataContracts',
      'databases?fields=*',
      'tables?limit=0',
      'tables?include=deleted',
    ])
      expect((await listed(path)).status).toBe(200);
    const refused = [
      'limit=1001',
      'limit=x',
      'fields=nothing',
      'after=nothing',
      `after=${first.paging.after}&before=a`,
    ];
    for (const query of [...refused, 'limit=1&limit=2', 'nothing=1', 'include=some'])
      expect((await listed(`tables?${query}`)).status).toBe(400);
    expect((await listed(`users?after=${first.paging.after}`)).status).toBe(400);
  });

  it('of a list show what was written before', async () => {
    const schema = await world.schema();
    for (let n = 0; n < 3; n++) {
      // Stands before all others.
      const { name } = await world.table(schema, unique('!'));
      expect((await answer('tables?limit=100')).body).toContain(name);
    }
  });

  it('are refused for the caller before anything else, from the end of its token on', async () => {
    const table = await world.table(await world.schema(), unique('t'));
    const path = `tables/${table.id}`;
    const own = token;
    const { tokenId, jwtToken } = await world.client.must<{ readonly tokenId: string; readonly jwtToken: string }>(
      'PUT',
      '/users/security/token',
      { JWTTokenExpiry: '1', tokenName: unique('reader') },
    );
    token = jwtToken;
    const wrong = [`${path}?nothing=1`, 'tables/no-uuid', 'tables?limit=x', `tables/${table.id.replace(/^./, 'g')}`];
    expect((await kept(path)).status).toBe(200);
    for (const each of wrong) expect((await kept(each)).status).toBe(400);
    await world.client.must('PUT', '/users/security/token/revoke', { tokenIds: [tokenId] });
    for (const each of [path, 'tables?limit=1', ...wrong]) expect((await answer(each)).status).toBe(401);
    token = `${own.slice(0, -4)}AAAA`;
    expect((await kept(path)).status).toBe(401);
    token = own;
  });
});
