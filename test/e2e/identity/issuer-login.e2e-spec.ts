import { generateKeyPairSync } from 'node:crypto';
import { Client as DatabaseClient } from 'pg';
import { OidcProvider } from '../../support/oidc-provider';
import type { RestAnswer, RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { holder, makeUser, nobody, unique, type ErrorBody } from './identity-world';

interface Answer {
  readonly accessToken: string;
  readonly location: string;
}

/** The admin's own address, in the domain of the catalog. */
const ADMIN = 'admin@catalog.internal';

describe('pages log in by an outside issuer', () => {
  let provider: OidcProvider;
  let trusted: OidcProvider;
  let service: RunningService;
  let admin: RestClient;
  let name: string;
  beforeAll(async () => {
    [provider, trusted] = await Promise.all([OidcProvider.start(), OidcProvider.start()]);
    const issuers = [provider.entry(), trusted.entry({ admin: true }), { issuer: 'x', jwksUri: 'http://127.0.0.1:9/' }];
    service = await RunningService.start({ workers: 0, environment: { JWT_ISSUERS: JSON.stringify(issuers) } });
    admin = await service.client();
    name = await makeUser(admin);
  });
  afterAll(async () => {
    await service?.stop();
    await Promise.all([provider?.stop(), trusted?.stop()]);
  });
  beforeEach(() => {
    Object.assign(provider, { claims: { email: `${name}@example.com` }, overrides: {}, refusal: undefined });
  });

  const post = (path: string, body: object | undefined, headers: Record<string, string> = {}) =>
    nobody(service).post<Answer>(path, body, { 'x-session': 'cookie', origin: service.baseUrl, ...headers });
  const cookiesOf = ({ headers }: { headers: Headers }): string[] => headers.getSetCookie();
  const pairOf = (answer: RestAnswer<Answer>, which: string): string =>
    (cookiesOf(answer).find((cookie) => cookie.startsWith(`${which}=`)) as string).split(';', 1)[0] as string;
  const messageOf = ({ body }: { body: unknown }): string => (body as ErrorBody).message;

  const begin = (at = provider) => post('/users/login/issuers/begin', { issuer: at.issuer });
  /** What the issuer sends the browser back with. */
  const decided = async (location: string, as = 'yes'): Promise<string> => {
    const { origin, search } = new URL(location);
    const answer = await fetch(`${origin}/decide${search}&as=${as}`, { redirect: 'manual' });
    const back = new URL(String(answer.headers.get('location')));
    expect([back.origin, back.pathname]).toEqual([service.baseUrl, '/sign-in/return']);
    return back.search.slice(1);
  };
  const finish = (answer: string, cookie: string) => post('/users/login/issuers/finish', { answer }, { cookie });
  const logIn = async (at = provider) => {
    const begun = await begin(at);
    return finish(await decided(begun.body.location), pairOf(begun, 'catalog_sign_in'));
  };

  it('that is listed, and no other one', async () => {
    const { status, body } = await nobody(service).get('/users/login/issuers');
    expect([status, body]).toEqual([
      200,
      { data: [provider, trusted].map(({ issuer }) => ({ issuer, name: 'Example' })) },
    ]);
    expect((await post('/users/login/issuers/begin', { issuer: 'x' })).status).toBe(404);
  });

  it('and have the session that a password begins', async () => {
    const begun = await begin();
    expect(cookiesOf(begun)).toEqual([
      expect.stringMatching(/^catalog_sign_in=[\w-]+; Max-Age=600; Path=\/api\/v1\/users; HttpOnly; SameSite=Strict$/),
    ]);
    const answer = await finish(await decided(begun.body.location), pairOf(begun, 'catalog_sign_in'));
    expect([answer.status, Object.keys(answer.body).sort()]).toEqual([
      200,
      ['accessToken', 'expiryDuration', 'tokenType'],
    ]);
    expect(cookiesOf(answer)).toContainEqual(expect.stringMatching(/^catalog_sign_in=; Max-Age=0; /));
    expect((await holder(service, answer.body.accessToken).get('/tables?limit=0')).status).toBe(200);
    const next = await post('/users/refresh', undefined, { cookie: pairOf(answer, 'catalog_session') });
    expect([next.status, (await holder(service, next.body.accessToken).get('/tables?limit=0')).status]).toEqual([
      200, 200,
    ]);
    const out = await post('/users/logout', undefined, { cookie: pairOf(next, 'catalog_session') });
    expect(out.status).toBe(200);
  });

  it('and out: the session ends everywhere, and the page is told where to sign out as well', async () => {
    const answer = await logIn();
    const out = await post('/users/logout', undefined, { cookie: pairOf(answer, 'catalog_session') });
    const { name: told, location } = (out.body as unknown as { issuer: { name: string; location: string } }).issuer;
    expect([out.status, told, location.split('?')[0]]).toEqual([200, 'Example', `${provider.issuer}/sign-out`]);
    expect(Object.fromEntries(new URL(location).searchParams)).toEqual({
      client_id: 'catalog-console',
      post_logout_redirect_uri: `${service.baseUrl}/sign-in`,
    });
    expect((await holder(service, answer.body.accessToken).get('/tables?limit=0')).status).toBe(401);
    const again = await post('/users/refresh', undefined, { cookie: pairOf(answer, 'catalog_session') });
    expect(again.status).toBe(401);
  });

  const loggedOut = (form: Record<string, string> | string) =>
    nobody(service).send<ErrorBody>('POST', '/users/login/issuers/logout', {
      body: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const isIn = async ({ body }: RestAnswer<Answer>): Promise<boolean> =>
    (await holder(service, body.accessToken).get('/tables?limit=0')).status === 200;

  it('till the issuer says that it is over: one session, or all of the person', async () => {
    const signedIn = async (sid: string): Promise<RestAnswer<Answer>> => {
      provider.claims = { ...provider.claims, sub: name, sid };
      return logIn();
    };
    const [one, other] = [await signedIn('one'), await signedIn('other')];
    const ends = await loggedOut({ logout_token: await provider.logoutToken({ sid: 'one', sub: name }), more: '1' });
    expect([ends.status, ends.headers.get('cache-control'), ends.body]).toEqual([
      200,
      'no-store',
      { message: 'Logged out' },
    ]);
    expect([await isIn(one), await isIn(other)]).toEqual([false, true]);
    const again = await post('/users/refresh', undefined, { cookie: pairOf(one, 'catalog_session') });
    expect(again.status).toBe(401);
    const token = await provider.logoutToken({ sub: name }, 'JWT');
    expect(await streamed(other.body.accessToken, () => loggedOut({ logout_token: token }))).toMatch(/UNAUTHORIZED/);
    expect(await isIn(other)).toBe(false);
    const twice = await loggedOut({ logout_token: token });
    expect([twice.status, twice.headers.get('cache-control'), twice.body.message]).toEqual([
      400,
      'no-store',
      'logout_token: was taken before: its jti is known',
    ]);
    const { data } = await admin.must<{ data: object[] }>('GET', `/audit?operation=loginEnded&userName=${name}`);
    expect(data).toHaveLength(2);
  });

  it('whatever else is posted as a logout', async () => {
    const login = await logIn();
    const now = Math.floor(Date.now() / 1000);
    const whole = { sub: '7' };
    const cases: [object, RegExp][] = [
      [{ aud: 'another-client' }, /audience/],
      [{ iss: 'https://elsewhere.example.org' }, /unknown iss/],
      [{ iss: 'x' }, /unknown iss/],
      [{ iat: now + 100 }, /iat lies ahead/],
      [{ iat: undefined }, /no iat/],
      [{ exp: now - 100 }, /expired/],
      [{ exp: undefined }, /exp/],
      [{ jti: undefined }, /no jti/],
      [{ events: {} }, /events/],
      [{ sub: undefined }, /neither sub nor sid/],
      [{ nonce: 'n' }, /nonce/],
    ];
    for (const [more, reason] of cases) {
      const { status, body } = await loggedOut({ logout_token: await provider.logoutToken({ ...whole, ...more }) });
      expect([status, body.message]).toEqual([400, expect.stringMatching(reason)]);
    }
    const texts: [string | Record<string, string>, RegExp][] = [
      [{}, /is required/],
      [{ logout_token: 'a.b' }, /segments/],
      [`logout_token=${await provider.logoutToken(whole)}&logout_token=x`, /more than once/],
      [{ logout_token: await provider.logoutToken(whole, 'at+jwt') }, /typ is neither JWT nor logout\+jwt/],
    ];
    provider.signsWith = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    texts.push([{ logout_token: await provider.logoutToken(whole) }, /signature/]);
    provider.signsWith = undefined;
    for (const [form, reason] of texts) {
      const { status, body } = await loggedOut(form);
      expect([status, body.message]).toEqual([400, expect.stringMatching(reason)]);
    }
    expect((await post('/users/login/issuers/logout', { logout_token: 'x' })).status).toBe(415);
    expect(await isIn(login)).toBe(true);
  });

  it('and not by a logout token in place of a token for requests', async () => {
    const claims = { aud: 'metadata-catalog', email: `${name}@example.com` };
    const token = await provider.logoutToken({ ...claims, sub: '7' }, 'JWT');
    expect((await holder(service, token).get('/tables?limit=0')).status).toBe(401);
    const bare = await provider.logoutToken({ ...claims, events: undefined }, 'JWT');
    expect((await holder(service, bare).get('/tables?limit=0')).status).toBe(200);
  });

  /** All that a stream tells, once `act` was done at its first sign of life. */
  const streamed = async (token: string, act: () => Promise<unknown>): Promise<string> => {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    const { status, body } = await fetch(`${service.baseUrl}/api/v1/events`, { headers });
    if (status !== 200) return String(status);
    let text = '';
    let acted: Promise<unknown> | undefined;
    for await (const part of body!.pipeThrough(new TextDecoderStream())) {
      text += part;
      if (text.includes(': heartbeat')) acted ??= act();
    }
    await acted;
    return text;
  };

  it('till the hours are over, also in an open stream', async () => {
    const { body } = await logIn();
    const over = async (): Promise<void> => {
      const client = new DatabaseClient({ connectionString: service.databaseUrl });
      await client.connect();
      await client.query('update login_family set closes_at = now() where issuer = $1', [provider.issuer]);
      await client.end();
    };
    expect(await streamed(body.accessToken, over)).toMatch(/event: refused\ndata: .*UNAUTHORIZED/);
  });

  it('while a token of the issuer itself ends with its exp, also in an open stream', async () => {
    // Clocks may differ by 30 s: it is taken for some seconds more, and ends while the stream is open. A slow machine opens it too late first.
    for (let seconds = 4; ; seconds *= 2) {
      const exp = Math.floor(Date.now() / 1000) - 30 + seconds;
      const token = await provider.token({ aud: 'metadata-catalog', email: `${name}@example.com`, exp });
      const text = await streamed(token, () => Promise.resolve());
      if (text === '401' && seconds < 30) continue;
      expect(text).toMatch(/event: refused\ndata: .*UNAUTHORIZED/);
      expect((await holder(service, token).get('/tables?limit=0')).status).toBe(401);
      return;
    }
  });

  it.each([
    ['an issuer that may not speak for administrators', () => provider, 403],
    ['one that may', () => trusted, 201],
  ])('as an administrator by %s, also after a refresh', async (_which, issuer, status) => {
    issuer().claims = { email: ADMIN, email_verified: true };
    const answer = await logIn(issuer());
    const next = await post('/users/refresh', undefined, { cookie: pairOf(answer, 'catalog_session') });
    for (const { accessToken } of [answer.body, next.body]) {
      const made = await holder(service, accessToken).post('/policies', {
        name: unique('policy'),
        rules: [{ name: 'r', effect: 'allow', operations: ['ViewAll'], resources: ['table'] }],
      });
      expect(made.status).toBe(status);
    }
  });

  it('and are told in words what the issuer refused', async () => {
    const begun = await begin();
    const answer = await finish(await decided(begun.body.location, 'no'), pairOf(begun, 'catalog_sign_in'));
    expect([answer.status, messageOf(answer)]).toEqual([
      401,
      'Example refused the sign-in: The person said no (access_denied)',
    ]);
  });

  it.each([
    ['an address that nobody has here', { email: 'stranger@example.com' }, /no user with the e-mail address stranger@/],
    ['an address that is not verified', { email_verified: false }, /not verified/],
    ['no address', { email: undefined }, /not accepted here/],
  ])('but not with %s', async (_which, claims, reason) => {
    provider.claims = { ...provider.claims, ...claims };
    const answer = await logIn();
    expect([answer.status, messageOf(answer)]).toEqual([401, expect.stringMatching(reason)]);
    expect(cookiesOf(answer).join()).not.toContain('catalog_session=');
  });

  it.each([
    ['another nonce', { nonce: 'another' }],
    ['another audience', { aud: 'another-client' }],
    ['another issuer', { iss: 'https://elsewhere.example.org' }],
    ['a time that is over', { exp: 1_700_000_000 }],
  ])('but not with an ID token that has %s', async (_which, overrides) => {
    provider.overrides = overrides;
    const answer = await logIn();
    expect([answer.status, messageOf(answer)]).toEqual([401, expect.stringContaining('does not fit this sign-in')]);
  });

  it('but not with an ID token that another key has signed', async () => {
    provider.signsWith = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const answer = await logIn();
    provider.signsWith = undefined;
    expect([answer.status, messageOf(answer)]).toEqual([401, expect.stringContaining('not accepted here')]);
  });

  it('but not with an answer that was changed, that another browser asked for, or that comes twice', async () => {
    const begun = await begin();
    const back = await decided(begun.body.location);
    const cookie = pairOf(begun, 'catalog_sign_in');
    const other = pairOf(await begin(), 'catalog_sign_in');
    const foreign = pairOf(await begin(trusted), 'catalog_sign_in');
    const cases: [string, string, RegExp][] = [
      [back.replace(/state=[^&]+/, 'state=another'), cookie, /does not fit this sign-in/],
      [back, other, /does not fit this sign-in/],
      [back, foreign, /does not fit this sign-in/],
      [back, 'catalog_sign_in=made_elsewhere', /not begun in this browser/],
      [back, '', /not begun in this browser/],
    ];
    for (const [answer, held, reason] of cases) {
      const refused = await finish(answer, held);
      expect([refused.status, messageOf(refused)]).toEqual([401, expect.stringMatching(reason)]);
    }
    expect((await finish(back, cookie)).status).toBe(200);
    expect(messageOf(await finish(back, cookie))).toContain('was used before');
  });

  it('and are told when the issuer does not know this service, or does not answer', async () => {
    provider.refusal = { status: 401, error: 'invalid_client' };
    const unknown = await logIn();
    expect([unknown.status, messageOf(unknown)]).toEqual([503, expect.stringContaining('compare JWT_ISSUERS')]);
    const begun = await begin(trusted);
    const back = await decided(begun.body.location);
    await trusted.stop();
    const away = await finish(back, pairOf(begun, 'catalog_sign_in'));
    expect([away.status, messageOf(away)]).toEqual([503, 'Example does not answer. Try again in a moment.']);
  });

  it.each([
    ['a page of another origin', { origin: 'https://elsewhere.example.org' }, 403],
    ['no page', { 'x-session': undefined }, 400],
  ])('but not for %s', async (_which, headers, status) => {
    for (const [step, body] of [
      ['begin', { issuer: provider.issuer }],
      ['finish', { answer: 'code=1' }],
    ] as const) {
      const answer = await nobody(service).post(`/users/login/issuers/${step}`, body, {
        ...Object.fromEntries(
          Object.entries({ 'x-session': 'cookie', origin: service.baseUrl, ...headers }).filter(([, value]) => value),
        ),
      } as Record<string, string>);
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([status, null]);
    }
  });
});
