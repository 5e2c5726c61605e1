import { issueOperatorToken } from '@app/auth';
import type { Settings } from '@app/config';
import { authenticate, AuthFixture, base64, requestFrom, makeUser, type Process } from './auth.fixture';

let fixture: AuthFixture;
let one: Process;

beforeEach(async () => {
  fixture = await AuthFixture.open();
  one = await fixture.process();
});
afterEach(() => fixture.close());

function order(user: string, role?: string, databaseUrl: string | undefined = fixture.url): Promise<string> {
  // The rest of the settings has nothing to do with tokens.
  const settings = { ...fixture.settings, databaseUrl } as unknown as Settings;
  return issueOperatorToken({ user, role, expiresInSeconds: 600 }, settings);
}

describe('a token for the operator', () => {
  it('makes the admin, once', async () => {
    const [first, second] = [await order('admin'), await order('admin', 'Admin')];
    const actors = [await authenticate(one, first), await authenticate(one, second)];
    expect(actors[0]).toMatchObject({ name: 'admin', isAdmin: true, token: { own: { kind: 'operator' } } });
    expect(actors[1]?.id).toBe(actors[0]?.id);
    expect(await one.auth.accessTokens.list(actors[0]!)).toHaveLength(2);
  });

  it('makes the admin once also where several ask at once', async () => {
    const actors = await Promise.all(
      (await Promise.all([1, 2, 3].map(() => order('admin')))).map((t) => authenticate(one, t)),
    );
    expect(new Set(actors.map(({ id, isAdmin }) => `${id} ${isAdmin}`)).size).toBe(1);
  });

  it('makes another user with the role that is asked for, else a consumer', async () => {
    expect(await authenticate(one, await order('ann.b'))).toMatchObject({ name: 'ann.b', isAdmin: false });
    const [row] = await one.database.query(`select fqn, body from entity where type = 'user' and name = 'ann.b'`);
    expect(row).toEqual({ fqn: '"ann.b"', body: { email: 'ann.b@catalog.internal', isBot: false, isAdmin: false } });
    const bot = await authenticate(one, await order('loader', 'Bot'));
    expect([bot.isBot, one.auth.accessControl.allows(bot, 'Create', 'table')]).toEqual([true, true]);
  });

  it('finds an address where names look alike', async () => {
    await Promise.all(['a b', 'a_b', '..'].map((name) => order(name)));
    const rows = await one.database.query<{ email: string }>(
      `select body ->> 'email' email from entity where type = 'user' order by 1`,
    );
    expect(new Set(rows.map(({ email }) => email)).size).toBe(3);
    expect(rows.filter(({ email }) => !/^[\w+-]+(\.[\w+-]+)*@catalog\.internal$/.test(email))).toEqual([]);
  });

  it('does not give an existing user another role', async () => {
    const { name } = await makeUser(one, { role: 'DataSteward' });
    await expect(order(name, 'DataSteward')).resolves.toBeDefined();
    await expect(order(name, 'Bot')).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: `User ${name} has not the role Bot; it has: DataSteward`,
    });
  });

  it.each([
    ['an unknown role', 'ann', 'Boss', 'There is no role Boss; there are: Admin, Bot, DataConsumer, DataSteward'],
    ['an empty name', '', undefined, 'The user name must not be empty'],
    ['a name with ::', 'a::b', undefined, 'The user name must not contain "::"'],
  ])('says what is wrong with %s, and makes nobody', async (_name, user, role, message) => {
    await expect(order(user, role)).rejects.toThrow(message);
    expect(await one.database.query(`select 1 from entity where type = 'user'`)).toEqual([]);
  });

  it.each([
    ['none', () => '', /^No database: start the stack first/],
    ['out of reach', () => 'postgres://app@127.0.0.1:1/catalog', /^No token: .*ECONNREFUSED/],
    [
      'not migrated',
      () => process.env.TEST_DATABASE_ADMIN_URL,
      /^The database has no tables yet: run npm run db:migrate/,
    ],
  ])('says so when the database is %s', async (_name, url, message) => {
    await expect(order('ann', undefined, url())).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringMatching(message) as string,
    });
  });

  it('does not bring back a deleted user', async () => {
    const { name, node } = await makeUser(one);
    await one.database.query('update entity set deleted_by = node where node = $1', [node]);
    await expect(order(name)).rejects.toThrow(`User ${name} has been deleted`);
  });
});

describe('the first admin', () => {
  const PASSWORD = 'battery staple';

  it('sets a password with a printed secret, and nobody does again', async () => {
    const two = await fixture.process();
    const [early, late] = [await one.auth.firstAdmin.offer(), await two.auth.firstAdmin.offer()];
    expect(early).not.toBe(late);
    await expect(one.auth.firstAdmin.set('guessed', PASSWORD, requestFrom())).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    await expect(one.auth.firstAdmin.set(early!, 'short', requestFrom())).rejects.toThrow(
      'password: must be 8 to 128 characters',
    );
    await expect(two.auth.firstAdmin.set(early!, PASSWORD, requestFrom())).resolves.toMatchObject({ name: 'admin' });
    for (const secret of [early!, late!, 'guessed']) {
      await expect(one.auth.firstAdmin.set(secret, PASSWORD, requestFrom())).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    }
    expect(await one.auth.firstAdmin.offer()).toBeUndefined();
    const pair = await one.auth.logins.login({ email: 'admin', password: base64(PASSWORD) }, undefined, requestFrom());
    expect(await authenticate(one, pair.accessToken)).toMatchObject({ name: 'admin', isAdmin: true });
  });

  it('is one even when two try at once', async () => {
    const secret = (await one.auth.firstAdmin.offer())!;
    const two = await fixture.process();
    const tries = await Promise.allSettled(
      [one, two].map(({ auth }, i) => auth.firstAdmin.set(secret, `${PASSWORD} ${i}`, requestFrom(`192.0.2.${i}`))),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(tries.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'NOT_FOUND' } });
  });

  it('gets back rights and life that it had lost', async () => {
    const { id, node } = await makeUser(one, { name: 'admin' });
    await one.database.query('update entity set deleted_by = node where node = $1', [node]);
    const secret = (await one.auth.firstAdmin.offer())!;
    expect(await one.auth.firstAdmin.set(secret, PASSWORD, requestFrom())).toEqual({ id, name: 'admin' });
    const pair = await one.auth.logins.login({ email: 'admin', password: base64(PASSWORD) }, undefined, requestFrom());
    expect((await authenticate(one, pair.accessToken)).isAdmin).toBe(true);
  });

  it('is not offered where an admin has a password, however it got the rights', async () => {
    await makeUser(one, { role: 'Admin' });
    expect(await one.auth.firstAdmin.offer()).toBeUndefined();
  });

  it('cannot be guessed on and on', async () => {
    await one.auth.firstAdmin.offer();
    const guess = (): Promise<string> =>
      one.auth.firstAdmin.set('guessed', PASSWORD, requestFrom()).then(
        () => 'in',
        (error: { code: string }) => error.code,
      );
    const all = [];
    for (let i = 0; i < 6; i++) all.push(await guess());
    expect(all).toEqual([...Array(5).fill('UNAUTHORIZED'), 'TOO_MANY_REQUESTS']);
  });
});
