import { randomUUID } from 'node:crypto';
import type { OutsideIssuer } from '@app/config';
import type { TokenPair } from '@app/auth';
import { IssuerLogoutRepository } from '../../../libs/auth/src/login/issuer-logout.repository';
import type { LogoutToken } from '../../../libs/auth/src/verification/logout-token';
import { eventually } from '../../support/eventually';
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

/** Epoch seconds. */
const NOW = Math.floor(Date.now() / 1000);

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

  async function begun({
    hours = 12,
    mayAdministrate = true,
    subject = 'somebody',
    session = undefined as string | undefined,
    issuedAt = NOW,
  } = {}): Promise<Begun> {
    const user = await makeUser(one);
    const by = { mayAdministrate, outside: { issuer: ISSUER, hours, subject, session, issuedAt } };
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

  describe('is over where the issuer says so', () => {
    const OTHER = 'https://other.example.org';
    let subject: string;
    beforeEach(() => {
      subject = randomUUID();
    });
    const said = (more: Partial<LogoutToken>): LogoutToken => ({
      ...{ issuer: ISSUER, jti: randomUUID(), issuedAt: NOW - 10, exp: NOW + 100, subject: undefined },
      ...{ session: undefined, ...more },
    });
    const told = (more: Partial<LogoutToken>) => one.auth.logins.endedByIssuer(said(more), requestFrom());
    const goesOn = (login: Begun) => authenticate(two, login.accessToken);

    it('of one session, at each process at once', async () => {
      const [first, second] = [await begun({ subject, session: 'a' }), await begun({ subject, session: 'b' })];
      expect(await told({ session: 'a' })).toBe(true);
      for (const at of [one, two]) await refused(at, first);
      await goesOn(second);
      expect(await told({ session: 'b', subject: 'somebody else' })).toBe(true);
      expect(await told({ session: 'b', subject, issuer: OTHER })).toBe(true);
      await goesOn(second);
      await told({ session: 'b', subject });
      await refused(two, second);
    });

    it('of a person, and of nobody else', async () => {
      const mine = [await begun({ subject, session: 'c' }), await begun({ subject })];
      const [others, unnamed] = [await begun({ subject: randomUUID() }), await begun({ subject: undefined })];
      await told({ subject });
      for (const login of mine) await refused(two, login);
      for (const login of [others, unnamed]) await goesOn(login);
    });

    it('where the login does not say which session it is: of the person', async () => {
      const unsaid = await begun({ subject });
      await told({ session: 'd' });
      await goesOn(unsaid);
      await told({ session: 'd', subject });
      await refused(two, unsaid);
    });

    it('once by each token, whichever process it comes to, and stands in the audit', async () => {
      const login = await begun({ subject });
      const logout = said({ subject });
      const asked = [one, two, one, two].map(({ auth }) => auth.logins.endedByIssuer(logout, requestFrom()));
      expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(1);
      expect(await one.auth.logins.endedByIssuer({ ...logout, issuer: OTHER }, requestFrom())).toBe(true);
      const ended = `select actor from change_event_pending where node = $1 and event_type = 'loginEnded'`;
      expect(await one.database.query(ended, [login.node])).toHaveLength(1);
    });

    it('before a login has begun that it vouched for', async () => {
      await told({ subject, issuedAt: NOW - 10 });
      await expect(begun({ subject, issuedAt: NOW - 10 })).rejects.toMatchObject(REFUSED);
      await goesOn(await begun({ subject, issuedAt: NOW - 9 }));
      await told({ session: 'e', issuedAt: NOW - 10 });
      await expect(begun({ subject, session: 'e' })).rejects.toMatchObject(REFUSED);
      await goesOn(await begun({ subject, session: 'f' }));
      await told({ subject, issuedAt: NOW, exp: Number.MAX_SAFE_INTEGER });
    });

    it('while a login begins: that waits, and is none', async () => {
      const { database } = one;
      let begins: Promise<unknown> | undefined;
      await database.transaction(async (tx) => {
        const logouts = new IssuerLogoutRepository();
        await logouts.note(tx, said({ subject, issuedAt: NOW }));
        begins = begun({ subject, issuedAt: NOW - 1 }).catch((error: unknown) => error);
        const waiting = `select 1 from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and not granted
                            and database = (select oid from pg_database where datname = current_database())`;
        await eventually(
          () => database.query(waiting),
          (rows) => rows.length > 0,
        );
        await logouts.end(tx, said({ subject }));
      });
      expect(await begins).toMatchObject(REFUSED);
    });

    it('is forgotten when neither it nor a sign-in before it can come any more', async () => {
      await told({ subject });
      await one.database.query(`update issuer_logout set expires_at = now() - interval '1 s' where subject = $1`, [
        subject,
      ]);
      await told({ subject: randomUUID() });
      expect(await one.database.query('select 1 from issuer_logout where subject = $1', [subject])).toEqual([]);
    });
  });
});
