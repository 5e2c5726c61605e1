import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { holder, login, makeUser, nobody, PASSWORD, type ErrorBody } from './identity-world';

interface Token {
  readonly tokenId: string;
  readonly tokenName: string;
  readonly expiryDate: number;
  readonly jwtToken: string;
}

const DAY = 86_400_000;

describe('personal and bot tokens', () => {
  let service: RunningService;
  let admin: RestClient;
  beforeAll(async () => {
    service = await RunningService.shared();
    admin = await service.client();
  });

  const make = (client: RestClient, tokenName: string, JWTTokenExpiry: unknown, query = '') =>
    client.put<Token>(`/users/security/token${query}`, { tokenName, JWTTokenExpiry });
  const whoMay = async (token: string): Promise<number> => (await holder(service, token).get('/tables?limit=0')).status;

  it.each([
    ['OneHour', DAY / 24],
    ['1', DAY],
    [7, 7 * DAY],
    ['90', 90 * DAY],
  ])('lives for %s', async (expiry, milliseconds) => {
    const { status, body } = await make(admin, 'a', expiry);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['expiryDate', 'jwtToken', 'tokenId', 'tokenName']);
    expect(Math.abs(body.expiryDate - Date.now() - milliseconds)).toBeLessThan(60_000);
    expect(await whoMay(body.jwtToken)).toBe(200);
  });

  it('is listed without its text, and refused at once when it is revoked', async () => {
    const client = await service.client('lister', 'DataConsumer');
    const [kept, revoked] = [(await make(client, 'kept', '1')).body, (await make(client, 'revoked', '1')).body];
    const list = await client.must<{ data: Token[]; paging: { total: number } }>('GET', '/users/security/token');
    expect(list.data.map(({ tokenName }) => tokenName)).toEqual(expect.arrayContaining(['kept', 'revoked']));
    expect(JSON.stringify(list)).not.toContain('jwtToken');
    expect(list.paging.total).toBe(list.data.length);
    const left = await client.must<{ data: Token[] }>('PUT', '/users/security/token/revoke', {
      tokenIds: [revoked.tokenId, crypto.randomUUID()],
    });
    expect(left.data.map(({ tokenId }) => tokenId)).not.toContain(revoked.tokenId);
    expect([await whoMay(revoked.jwtToken), await whoMay(kept.jwtToken)]).toEqual([401, 200]);
    const refused = await holder(service, revoked.jwtToken).get('/tables');
    expect(refused.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    await holder(service, kept.jwtToken).must('PUT', '/users/security/token/revoke?removeAll=true');
    expect(await whoMay(kept.jwtToken)).toBe(401);
  });

  it('that is revoked writes nothing, where its PUTs changed nothing before', async () => {
    const client = await service.client('replacer', 'Admin');
    const { jwtToken, tokenId } = (await make(client, 'replaces', '1')).body;
    const own = holder(service, jwtToken);
    const domain = { name: `of_revoked_${tokenId}`, domainType: 'Aggregate', description: 'as it was made' };
    const path = `/domains/name/${domain.name}`;
    const statuses = async (...sent: unknown[]): Promise<number[]> => {
      const found: number[] = [];
      for (const body of sent) found.push((await own.put('/domains', body)).status);
      return found;
    };
    expect(await statuses(domain, domain, domain)).toEqual([201, 200, 200]);
    await client.must('PUT', '/users/security/token/revoke', { tokenIds: [tokenId] });
    const [changed, made] = [
      { ...domain, description: 'x' },
      { ...domain, name: `${domain.name}_2` },
    ];
    // Its refusal comes before that of a body.
    expect(await statuses(domain, changed, made, { ...domain, domainType: 1 }, 'no object')).toEqual(
      new Array(5).fill(401),
    );
    expect(await admin.must('GET', path)).toMatchObject({ description: 'as it was made', version: 0.1 });
    expect((await admin.get(`${path}_2`)).status).toBe(404);
  });

  it('of others are the admin’s', async () => {
    const name = await makeUser(admin);
    const { body } = await make(admin, 'for another', '1', `?username=${name}`);
    const own = holder(service, body.jwtToken);
    const list = await own.must<{ data: Token[] }>('GET', '/users/security/token');
    expect(list.data.map(({ tokenId }) => tokenId)).toEqual([body.tokenId]);
    for (const answer of [
      await make(own, 'x', '1', '?username=admin'),
      await own.get('/users/security/token?username=admin'),
      await own.put('/users/security/token/revoke?username=admin&removeAll=true'),
    ]) {
      expect([answer.status, (answer.body as unknown as ErrorBody).message]).toEqual([
        403,
        `Principal ${name} is not allowed: operations [EditAll] on token`,
      ]);
    }
    expect((await admin.get('/tables?limit=0')).status).toBe(200);
  });

  it('of a bot may be unlimited; of a person not', async () => {
    const bot = await makeUser(admin, { isBot: true, password: undefined, roles: ['Bot'] });
    const { status, body } = await make(admin, 'ingestion', 'Unlimited', `?username=${bot}`);
    expect([status, await whoMay(body.jwtToken)]).toEqual([200, 200]);
    expect(body.expiryDate).toBeGreaterThan(Date.now() + 3_649 * DAY);
    expect((await make(admin, 'mine', 'Unlimited')).status).toBe(400);
  });

  it('dies with its user, as its logins do, and does not come back with it', async () => {
    const name = await makeUser(admin);
    const { body } = await make(admin, 'a', '1', `?username=${name}`);
    const session = (await login(service, `${name}@example.com`, PASSWORD)).body;
    const tokens = [body.jwtToken, session.accessToken];
    expect(await Promise.all(tokens.map(whoMay))).toEqual([200, 200]);
    const { id } = await admin.must<{ id: string }>('DELETE', `/users/name/${name}`);
    expect(await Promise.all(tokens.map(whoMay))).toEqual([401, 401]);
    await admin.must('PUT', '/users/restore', { id });
    expect(await Promise.all(tokens.map(whoMay))).toEqual([401, 401]);
    const { refreshToken } = session;
    expect((await nobody(service).post('/users/refresh', { refreshToken })).status).toBe(401);
    expect((await login(service, `${name}@example.com`, PASSWORD)).status).toBe(200);
  });
});
