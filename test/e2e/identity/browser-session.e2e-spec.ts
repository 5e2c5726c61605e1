import { issueSignInTicket } from '@app/auth';
import { loadSettings } from '@app/config';
import { RunningService } from '../../support/running-service';
import { base64, holder, makeUser, nobody, PASSWORD, usedAMinuteAgo, type ErrorBody } from './identity-world';

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

  it('by a ticket, once', async () => {
    const ticket = await issueSignInTicket({ user: name }, loadSettings({ ...service.environment }));
    const first = await post('/users/refresh', { refreshToken: ticket });
    expect([first.status, await whoMay(first.body.accessToken)]).toEqual([200, 200]);
    await usedAMinuteAgo(service, ticket);
    expect((await post('/users/refresh', { refreshToken: ticket })).status).toBe(401);
  });
});
