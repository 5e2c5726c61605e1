import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import {
  base64,
  holder,
  login,
  makeUser,
  nobody,
  PASSWORD,
  usedAMinuteAgo,
  type ErrorBody,
  type TokenPair,
} from './identity-world';

const PLAIN = { 'content-type': 'application/json; password=plain' };

describe('people log in', () => {
  let service: RunningService;
  let admin: RestClient;
  beforeAll(async () => {
    service = await RunningService.start({ workers: 0 });
    admin = await service.client();
  });
  afterAll(() => service?.stop());

  const refresh = (refreshToken: string) => nobody(service).post<TokenPair>('/users/refresh', { refreshToken });
  const whoMay = async (token: string): Promise<number> => (await holder(service, token).get('/tables?limit=0')).status;
  const loggedIn = async (name: string): Promise<TokenPair> => {
    const answer = await login(service, name, PASSWORD);
    expect(answer.status).toBe(200);
    return answer.body;
  };

  it('by e-mail address or name, with the password in base64 or plain', async () => {
    const name = await makeUser(admin);
    const email = `${name}@example.com`;
    for (const [who, password, headers] of [
      [email, base64(PASSWORD), {}],
      [name, base64(PASSWORD), {}],
      [email.toUpperCase(), base64(PASSWORD), {}],
      [email, PASSWORD, PLAIN],
    ] as const) {
      const answer = await nobody(service).post<TokenPair>('/users/login', { email: who, password }, headers);
      expect([who, answer.status]).toEqual([who, 200]);
      expect(Object.keys(answer.body).sort()).toEqual(['accessToken', 'expiryDuration', 'refreshToken', 'tokenType']);
      expect([answer.body.tokenType, answer.body.expiryDuration]).toEqual(['Bearer', 3600]);
      expect(await whoMay(answer.body.accessToken)).toBe(200);
    }
  });

  it('the scheme word is case-insensitive', async () => {
    const { accessToken } = await loggedIn(await makeUser(admin));
    for (const scheme of ['bearer', 'BEARER', 'Bearer']) {
      const headers = { authorization: `${scheme} ${accessToken}` };
      expect((await nobody(service).get('/tables?limit=0', headers)).status).toBe(200);
    }
  });

  it('a wrong password and an unknown account get the same answer', async () => {
    const name = await makeUser(admin);
    const wrong = await login(service, name, 'not this password');
    const unknown = await login(service, `no-${name}`, 'not this password');
    const plain = await nobody(service).post('/users/login', { email: name, password: base64(PASSWORD) }, PLAIN);
    const bodies = [wrong, unknown, plain].map(({ status, body }) => {
      const { errorType, message } = body as unknown as ErrorBody;
      return { status, errorType, message };
    });
    expect(bodies[0]).toEqual({
      status: 401,
      errorType: 'UNAUTHORIZED',
      message: 'E-mail address or password is wrong',
    });
    expect(bodies).toEqual([bodies[0], bodies[0], bodies[0]]);
  });

  it('after five wrong passwords the right one is 429 too, with Retry-After; others are not touched', async () => {
    const [name, other] = [await makeUser(admin), await makeUser(admin)];
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) statuses.push((await login(service, name, `wrong password ${i}`)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    const right = await login(service, name, PASSWORD);
    expect([right.status, (right.body as unknown as ErrorBody).errorType]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await login(service, other, PASSWORD)).status).toBe(200);
  });

  it('a success resets the count', async () => {
    const name = await makeUser(admin);
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 4; i++) expect((await login(service, name, 'wrong password')).status).toBe(401);
      expect((await login(service, name, PASSWORD)).status).toBe(200);
    }
  });

  it('refresh tokens rotate; two tabs at once get one successor', async () => {
    const first = await loggedIn(await makeUser(admin));
    const tabs = await Promise.all([refresh(first.refreshToken), refresh(first.refreshToken)]);
    expect(tabs.map(({ status }) => status)).toEqual([200, 200]);
    expect(tabs[0]!.body.refreshToken).toBe(tabs[1]!.body.refreshToken);
    expect(tabs[0]!.body.refreshToken).not.toBe(first.refreshToken);
    const third = await refresh(tabs[0]!.body.refreshToken);
    expect([third.status, await whoMay(third.body.accessToken)]).toEqual([200, 200]);
  });

  it('a refresh token that comes again later ends its whole login, and no other', async () => {
    const name = await makeUser(admin);
    const [first, separate] = [await loggedIn(name), await loggedIn(name)];
    const second = (await refresh(first.refreshToken)).body;
    // From the same address within 10 s: the successor again, by the rule of the two tabs.
    expect((await refresh(first.refreshToken)).body.refreshToken).toBe(second.refreshToken);
    await usedAMinuteAgo(service, first.refreshToken);
    expect((await refresh(first.refreshToken)).status).toBe(401);
    expect((await refresh(second.refreshToken)).status).toBe(401);
    expect(await whoMay(second.accessToken)).toBe(401);
    expect(await whoMay(separate.accessToken)).toBe(200);
    expect((await refresh(separate.refreshToken)).status).toBe(200);
  });

  it('logout by access token ends the login', async () => {
    const { accessToken, refreshToken } = await loggedIn(await makeUser(admin));
    const out = await holder(service, accessToken).post('/users/logout');
    expect([out.status, out.body]).toEqual([200, { message: 'Logged out' }]);
    expect([await whoMay(accessToken), (await refresh(refreshToken)).status]).toEqual([401, 401]);
  });

  it('logout by refresh token alone does, too', async () => {
    const { accessToken, refreshToken } = await loggedIn(await makeUser(admin));
    expect((await nobody(service).post('/users/logout', { refreshToken })).status).toBe(200);
    expect([await whoMay(accessToken), (await refresh(refreshToken)).status]).toEqual([401, 401]);
    expect((await nobody(service).post('/users/logout', { refreshToken })).status).toBe(200);
  });

  it('a changed password ends the other logins, and only the new one serves', async () => {
    const name = await makeUser(admin);
    const [own, other] = [await loggedIn(name), await loggedIn(name)];
    const change = (body: object) =>
      holder(service, own.accessToken).put<ErrorBody>('/users/changePassword', { requestType: 'SELF', ...body });
    const wrong = await change({ oldPassword: 'not this one', newPassword: 'another password' });
    expect([wrong.status, wrong.body.message]).toEqual([400, 'oldPassword: is not your password']);
    const right = await change({ oldPassword: PASSWORD, newPassword: 'another password' });
    expect([right.status, right.body]).toEqual([200, { message: 'Password changed' }]);
    expect([await whoMay(own.accessToken), await whoMay(other.accessToken)]).toEqual([200, 401]);
    expect((await login(service, name, PASSWORD)).status).toBe(401);
    expect((await login(service, name, 'another password')).status).toBe(200);
    const asked = { tokenName: 'script', JWTTokenExpiry: '1' };
    const token = await holder(service, own.accessToken).put<{ jwtToken: string }>('/users/security/token', asked);
    const order = { oldPassword: 'another password', newPassword: PASSWORD, revokeTokens: true };
    expect(await whoMay(token.body.jwtToken)).toBe(200);
    expect((await change(order)).body).toEqual({ message: 'Password changed', tokensRevoked: 1 });
    expect([await whoMay(token.body.jwtToken), await whoMay(own.accessToken)]).toEqual([401, 200]);
  });

  it('an admin sets the password of others', async () => {
    const name = await makeUser(admin);
    const body = { requestType: 'USER', username: name, newPassword: 'set by the admin' };
    expect((await admin.put('/users/changePassword', body)).status).toBe(200);
    expect((await login(service, name, 'set by the admin')).status).toBe(200);
  });

  it('no password is ever shown', async () => {
    const name = await makeUser(admin);
    const read = await admin.get(`/users/name/${name}?fields=*`);
    const versions = await admin.get(`/users/${String(read.body.id)}/versions`);
    const texts = [read.body, versions.body].map((body) => JSON.stringify(body));
    for (const text of [...texts, service.output('api')]) {
      expect(text).not.toContain(PASSWORD);
      expect(text).not.toContain('argon2');
    }
  });
});
