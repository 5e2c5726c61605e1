import type { OutsideIssuer } from '@app/config';
import type { TokenPair } from '@app/auth';
import { authenticate, AuthFixture, base64, makeUser, PASSWORD, requestFrom, type Process } from './auth.fixture';

const ISSUER = 'https://login.example.org';
const issuer = (admin: boolean): OutsideIssuer => ({
  ...{ issuer: ISSUER, jwksUri: `${ISSUER}/keys`, algorithms: ['ES256'], claims: {}, admin },
  signIn: { clientId: 'catalog', name: 'Example', scopes: 'openid email', sessionHours: 12 },
});
const { signIn: _signIn, ...tokensAlone } = issuer(true);

interface Begun extends TokenPair {
  readonly node: string;
}

const REFUSED = { code: 'UNAUTHORIZED' };

describe('a login that an outside issuer began', () => {
  let fixture: AuthFixture;
  let one: Process;
  let two: Process;

  beforeAll(async () => {
    fixture = await AuthFixture.open({ jwtIssuers: [issuer(true)] });
    [one, two] = [await fixture.process(), await fixture.process()];
  });
  afterAll(() => fixture.close());

  async function begun({ hours = 12, mayAdministrate = true } = {}): Promise<Begun> {
    const user = await makeUser(one);
    const by = { mayAdministrate, outside: { issuer: ISSUER, hours } };
    return { ...(await one.auth.logins.loginOf(user, by, requestFrom())), node: user.node };
  }
  /** As if it had been begun that much earlier. */
  const age = (node: string, interval: string) =>
    one.database.query(`update login_family set closes_at = closes_at - $2::interval where user_node = $1`, [
      node,
      interval,
    ]);
  const hoursLeft = async (node: string): Promise<number> => {
    const text =
      'select extract(epoch from closes_at - now())::float8 / 3600 left from login_family where user_node = $1';
    return (await one.database.query<{ left: number }>(text, [node]))[0]!.left;
  };
  const refused = async (at: Process, { accessToken, refreshToken }: TokenPair): Promise<void> => {
    await expect(authenticate(at, accessToken)).rejects.toMatchObject(REFUSED);
    await expect(at.auth.logins.refresh(refreshToken, requestFrom())).rejects.toMatchObject(REFUSED);
  };

  it('ends after its hours, however often it was refreshed', async () => {
    const login = await begun();
    await age(login.node, '11 hours');
    const next = await two.auth.logins.refresh(login.refreshToken, requestFrom());
    await authenticate(one, next.accessToken);
    expect(await hoursLeft(login.node)).toBeCloseTo(1, 1);
    await age(login.node, '1 hour');
    for (const at of [one, two]) await refused(at, next);
  });

  it('gives no access token that outlives it', async () => {
    const login = await begun({ hours: 1 });
    expect(login.expiryDuration).toBe(3_600);
    await age(login.node, '55 minutes');
    const { expiryDuration, accessToken } = await two.auth.logins.refresh(login.refreshToken, requestFrom());
    expect(expiryDuration).toBeGreaterThan(200);
    expect(expiryDuration).toBeLessThanOrEqual(300);
    const { exp } = (await authenticate(one, accessToken)).token;
    expect(exp * 1000).toBeLessThanOrEqual(Date.now() + 301_000);
  });

  it.each([
    ['is trusted no more', []],
    ['signs nobody in any more', [tokensAlone]],
  ])('is over where its issuer %s', async (_how, jwtIssuers) => {
    const login = await begun();
    await refused(await fixture.process({ jwtIssuers }), login);
    await authenticate(one, login.accessToken);
  });

  it('is over where it may administrate and its issuer may not any more; others go on', async () => {
    const [administrating, limited] = [await begun(), await begun({ mayAdministrate: false })];
    const later = await fixture.process({ jwtIssuers: [issuer(false)] });
    await refused(later, administrating);
    await authenticate(later, limited.accessToken);
    await later.auth.logins.refresh(limited.refreshToken, requestFrom());
  });

  it('ends by a logout, which tells the issuer; one by password has none', async () => {
    const login = await begun();
    expect(await one.auth.logins.logout(undefined, login.refreshToken, requestFrom())).toBe(ISSUER);
    for (const at of [one, two]) await refused(at, login);
    const { email } = await makeUser(one);
    const own = await one.auth.logins.login({ email, password: base64(PASSWORD) }, undefined, requestFrom());
    expect(await one.auth.logins.logout(undefined, own.refreshToken, requestFrom())).toBeUndefined();
  });

  it('ends with its user', async () => {
    const login = await begun();
    await one.database.query('update entity set deleted_by = node where node = $1', [login.node]);
    for (const at of [one, two]) await refused(at, login);
  });
});
