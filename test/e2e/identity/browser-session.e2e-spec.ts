import { issueSignInTicket } from '@app/auth';
import { loadSettings } from '@app/config';
import { RunningService } from '../../support/running-service';
import { base64, holder, makeUser, nobody, PASSWORD, type ErrorBody } from './identity-world';

interface Tokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
}

describe('pages log in', () => {
  let service: RunningService;
  let name: string;
  beforeAll(async () => {
    service = await RunningService.shared();
    name = await makeUser(await service.client());
  });

  const post = (path: string, body: object | undefined, headers: Record<string, string> = {}) =>
    nobody(service).post<Tokens>(path, body, { 'x-session': 'cookie', origin: service.baseUrl, ...headers });
  const cookieOf = ({ headers }: { headers: Headers }): string => String(headers.get('set-cookie'));
  const pairOf = (answer: { headers: Headers }): string => cookieOf(answer).split(';', 1)[0] as string;
  const logIn = () => post('/users/login', { email: name, password: base64(PASSWORD) });
  const whoMay = async (token: string): Promise<number> => (await holder(service, token).get('/tables?limit=0')).status;

  it('with a refresh token that only the cookie holds', async () => {
    const answer = await logIn();
    expect([answer.status, Object.keys(answer.body).sort()]).toEqual([
      200,
      ['accessToken', 'expiryDuration', 'tokenType'],
    ]);
    expect(cookieOf(answer)).toMatch(
      /^catalog_session=[\w-]{43}; Max-Age=2592000; Path=\/api\/v1\/users; HttpOnly; SameSite=Strict$/,
    );
    expect(await whoMay(answer.body.accessToken)).toBe(200);
  });

  it('and go on by the cookie, which changes each time', async () => {
    const first = pairOf(await logIn());
    const next = await post('/users/refresh', undefined, { cookie: `theme=dark; ${first}` });
    expect([next.status, next.body.refreshToken, await whoMay(next.body.accessToken)]).toEqual([200, undefined, 200]);
    expect(pairOf(next)).not.toBe(first);
  });

  it('and out: the cookie goes, and its login ends', async () => {
    const cookie = pairOf(await logIn());
    const out = await post('/users/logout', undefined, { cookie });
    expect([out.status, cookieOf(out)]).toEqual([200, expect.stringMatching(/^catalog_session=; Max-Age=0; /)]);
    expect((await post('/users/refresh', undefined, { cookie })).status).toBe(401);
  });

  it.each([
    ['of another origin', { origin: 'https://elsewhere.example.org' }, 403],
    ['of a page in a sandbox', { origin: 'null' }, 403],
    ['with another way to keep a session', { 'x-session': 'local' }, 400],
  ])('but not %s', async (_which, headers, status) => {
    const answer = await post('/users/login', { email: name, password: base64(PASSWORD) }, headers);
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([status, null]);
  });

  it('and a refresh without cookie and token is told what is missing', async () => {
    const answer = await post('/users/refresh', {});
    expect([answer.status, (answer.body as unknown as ErrorBody).message]).toEqual([
      400,
      expect.stringContaining('refreshToken'),
    ]);
  });

  it('and a cookie alone is no token for a request', async () => {
    const cookie = pairOf(await logIn());
    expect((await nobody(service).get('/tables', { cookie, origin: service.baseUrl })).status).toBe(401);
    expect((await nobody(service).post('/users/refresh', {}, { cookie })).status).toBe(400);
  });

  it('by a ticket, once, in place of the login of the cookie', async () => {
    const ticket = await issueSignInTicket({ user: name }, loadSettings({ ...service.environment }));
    const before = await logIn();
    const told = await post('/users/login/tickets/inspect', { ticket });
    expect([told.status, told.headers.get('cache-control'), told.body]).toEqual([
      200,
      'no-store',
      { userName: name, expiresAt: expect.any(Number) as number },
    ]);
    const headers = { cookie: pairOf(before), 'idempotency-key': 'of one page' };
    const [first, again] = [
      await post('/users/login/tickets/exchange', { ticket }, headers),
      await post('/users/login/tickets/exchange', { ticket }, headers),
    ];
    expect([first.status, Object.keys(first.body).sort(), first.headers.get('cache-control')]).toEqual([
      200,
      ['accessToken', 'expiryDuration', 'tokenType'],
      'no-store',
    ]);
    expect(pairOf(again)).toBe(pairOf(first));
    expect([await whoMay(first.body.accessToken), await whoMay(before.body.accessToken)]).toEqual([200, 401]);
    const next = await post('/users/refresh', undefined, { cookie: pairOf(first) });
    expect(next.status).toBe(200);
    for (const more of [headers, { 'idempotency-key': 'of another page' }, {}]) {
      const refused = await post('/users/login/tickets/exchange', { ticket }, more as Record<string, string>);
      expect([
        refused.status,
        (refused.body as unknown as ErrorBody).message,
        refused.headers.get('set-cookie'),
      ]).toEqual([401, 'ticket: it was used already; a ticket serves once', null]);
    }
  });

  it('by a ticket where it belongs, and by a refresh token where that does', async () => {
    const ticket = await issueSignInTicket({ user: name }, loadSettings({ ...service.environment }));
    const pair = await nobody(service).post<Tokens>('/users/login', { email: name, password: base64(PASSWORD) });
    const crossed = [
      await post('/users/refresh', { refreshToken: ticket }),
      await post('/users/login/tickets/exchange', { ticket: pair.body.refreshToken }),
    ];
    expect(crossed.map(({ status, body }) => [status, (body as unknown as ErrorBody).message])).toEqual([
      [401, expect.stringMatching(/a ticket .* POST \/v1\/users\/login\/tickets\/exchange takes it/)],
      [401, expect.stringMatching(/no ticket .* POST \/v1\/users\/refresh$/)],
    ]);
    expect(crossed.map(({ headers }) => headers.get('set-cookie'))).toEqual([null, null]);
  });
});
