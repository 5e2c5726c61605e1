import { authenticate, AuthFixture, base64, requestFrom, HERE, makeUser, PASSWORD, type Process } from './auth.fixture';

let fixture: AuthFixture;
let one: Process;
let two: Process;

beforeAll(async () => {
  fixture = await AuthFixture.open();
  [one, two] = [await fixture.process(), await fixture.process()];
});
afterAll(() => fixture.close());

async function login(
  process = one,
): Promise<{ user: { name: string; node: string }; access: string; refresh: string }> {
  const user = await makeUser(process);
  const { accessToken, refreshToken } = await process.auth.logins.login(
    { email: user.email, password: base64(PASSWORD) },
    'application/json',
    requestFrom(),
  );
  return { user, access: accessToken, refresh: refreshToken };
}

/** As if the last use of every refresh token of the user lay that much further back. */
async function age(node: string, interval: string): Promise<void> {
  await one.database.query(
    `update refresh_token set used_at = used_at - $2::interval
      where family in (select id from login_family where user_node = $1)`,
    [node, interval],
  );
}

const REFUSED = { code: 'UNAUTHORIZED' };

describe('login', () => {
  it('takes the e-mail address in any case, or the name, and gives tokens that every process takes', async () => {
    const { name, email } = await makeUser(one);
    for (const login of [email, email.toUpperCase(), name]) {
      const pair = await one.auth.logins.login({ email: login, password: base64(PASSWORD) }, undefined, requestFrom());
      expect(pair).toMatchObject({ tokenType: 'Bearer', expiryDuration: 3_600 });
      expect(await authenticate(two, pair.accessToken)).toMatchObject({ name, token: { own: { kind: 'session' } } });
    }
  });

  it('takes the password as it is where the content type says so', async () => {
    const { email } = await makeUser(one);
    const plain = 'application/json; password=plain';
    await expect(one.auth.logins.login({ email, password: PASSWORD }, plain, requestFrom())).resolves.toBeDefined();
    await expect(
      one.auth.logins.login({ email, password: base64(PASSWORD) }, plain, requestFrom()),
    ).rejects.toMatchObject(REFUSED);
  });

  it('tells a wrong password, an unknown account and a deleted user alike', async () => {
    const { email, node } = await makeUser(one);
    const gone = await makeUser(one);
    await one.database.query('update entity set deleted_by = node where node = $1', [gone.node]);
    const attempts = [
      { email, password: base64('wrong horse') },
      { email: 'nobody@example.org', password: base64(PASSWORD) },
      { email: gone.email, password: base64(PASSWORD) },
    ];
    const errors = await Promise.all(
      attempts.map((each) => one.auth.logins.login(each, undefined, requestFrom()).catch((error: Error) => error)),
    );
    expect(errors.map((error) => (error as Error).message)).toEqual(
      Array(3).fill('E-mail address or password is wrong'),
    );
    const [row] = await one.database.query<{ hash: string }>('select hash from credential where user_node = $1', [
      node,
    ]);
    expect(row?.hash).toMatch(/^\$argon2id\$/);
  });

  it('keeps no token in clear', async () => {
    const { refresh, user } = await login();
    const [row] = await one.database.query<{ text: string }>(
      `select string_agg(t::text, ' ') text from refresh_token t join login_family f on f.id = t.family where user_node = $1`,
      [user.node],
    );
    expect(row?.text).not.toContain(refresh);
    expect(row?.text).not.toContain(Buffer.from(refresh).toString('hex'));
  });
});

describe('refresh', () => {
  it('rotates: each token once, the access token with it', async () => {
    const { refresh, user } = await login();
    const second = await one.auth.logins.refresh(refresh, requestFrom());
    const third = await two.auth.logins.refresh(second.refreshToken, requestFrom());
    expect(new Set([refresh, second.refreshToken, third.refreshToken]).size).toBe(3);
    expect(await authenticate(one, third.accessToken)).toMatchObject({ name: user.name });
  });

  it('gives two tabs of one browser the same successor, at the same time or within ten seconds', async () => {
    const { refresh, user } = await login();
    const tabs = await Promise.all([one, two, one, two].map(({ auth }) => auth.logins.refresh(refresh, requestFrom())));
    expect(new Set(tabs.map(({ refreshToken }) => refreshToken)).size).toBe(1);
    await age(user.node, '9 seconds');
    expect((await one.auth.logins.refresh(refresh, requestFrom())).refreshToken).toBe(tabs[0]!.refreshToken);
  });

  it.each([
    ['later', HERE, '11 seconds'],
    ['from another address', '192.0.2.99', '0 seconds'],
  ])('ends the whole login when a used token comes again %s', async (_name, address, interval) => {
    const { refresh, access, user } = await login();
    const second = await one.auth.logins.refresh(refresh, requestFrom());
    await authenticate(one, access);
    await age(user.node, interval);
    await expect(one.auth.logins.refresh(refresh, requestFrom(address))).rejects.toMatchObject(REFUSED);
    await expect(one.auth.logins.refresh(second.refreshToken, requestFrom())).rejects.toMatchObject(REFUSED);
    for (const token of [access, second.accessToken])
      await expect(authenticate(one, token)).rejects.toMatchObject(REFUSED);
  });

  it('refuses what is unknown or past its thirty days, and a user that was deleted', async () => {
    const past = await login();
    const gone = await login();
    await one.database.query(
      `update refresh_token t set expires_at = t.expires_at - interval '30 days' from login_family f
        where f.id = t.family and f.user_node = $1`,
      [past.user.node],
    );
    await one.database.query('update entity set deleted_by = node where node = $1', [gone.user.node]);
    for (const token of ['made-up', past.refresh, gone.refresh]) {
      await expect(one.auth.logins.refresh(token, requestFrom())).rejects.toMatchObject(REFUSED);
    }
  });
});

describe('logout', () => {
  it('by access token ends its login and no other', async () => {
    const [first, second] = [await login(), await login()];
    const actor = await authenticate(one, first.access);
    await one.auth.logins.logout(actor, undefined, requestFrom());
    await expect(authenticate(one, first.access)).rejects.toMatchObject(REFUSED);
    await expect(one.auth.logins.refresh(first.refresh, requestFrom())).rejects.toMatchObject(REFUSED);
    await expect(authenticate(one, second.access)).resolves.toBeDefined();
  });

  it('by refresh token alone, also by a used one, and again', async () => {
    const { refresh, access } = await login();
    const { accessToken } = await one.auth.logins.refresh(refresh, requestFrom());
    await one.auth.logins.logout(undefined, refresh, requestFrom());
    await one.auth.logins.logout(undefined, refresh, requestFrom());
    for (const token of [access, accessToken]) await expect(authenticate(two, token)).rejects.toMatchObject(REFUSED);
  });

  it('needs one of the two', async () => {
    await expect(one.auth.logins.logout(undefined, undefined, requestFrom())).rejects.toMatchObject(REFUSED);
  });
});

describe('a changed password', () => {
  const request = { requestType: 'SELF', oldPassword: PASSWORD, newPassword: 'battery staple' } as const;

  it('ends every other login, not the one that changed it', async () => {
    const user = await makeUser(one);
    const enter = (password = PASSWORD) =>
      one.auth.logins.login({ email: user.email, password: base64(password) }, undefined, requestFrom());
    const [mine, other] = [await enter(), await enter()];
    const actor = await authenticate(one, mine.accessToken);
    await authenticate(one, other.accessToken);
    await one.auth.passwordChange.change(actor, request, HERE);
    await expect(authenticate(one, mine.accessToken)).resolves.toBeDefined();
    await expect(authenticate(one, other.accessToken)).rejects.toMatchObject(REFUSED);
    await expect(enter()).rejects.toMatchObject(REFUSED);
    await expect(enter('battery staple')).resolves.toBeDefined();
  });

  it.each([
    ['stay', {}, 0],
    ['stay, where that is said,', { revokeTokens: false }, 0],
    ['end with it where that is asked, the one that asks too, and nobody else’s,', { revokeTokens: true }, 2],
  ])('and personal tokens %s', async (_what, more, revoked) => {
    const [user, stranger] = [await makeUser(one), await makeUser(one)];
    const users = one.auth.users;
    const tokenOf = async ({ name }: { name: string }): Promise<string> => {
      const { text } = await one.auth.accessTokens.issue((await users.findByName(name))!, 'script', 3_600, 'personal');
      await authenticate(two, text);
      return text;
    };
    const [asking, other, foreign] = [await tokenOf(user), await tokenOf(user), await tokenOf(stranger)];
    const actor = await authenticate(one, asking);
    expect(await one.auth.passwordChange.change(actor, { ...request, ...more }, HERE)).toBe(revoked);
    const live = await Promise.all(
      [asking, other, foreign].map((token) =>
        authenticate(two, token).then(
          () => true,
          () => false,
        ),
      ),
    );
    expect(live).toEqual([revoked === 0, revoked === 0, true]);
    const recorded = await one.database.query(
      `select 1 from change_event_pending where event_type = 'tokenRevoked' and actor = $1`,
      [user.name],
    );
    expect(recorded.length).toBe(revoked === 0 ? 0 : 1);
  });

  it.each([
    ['oldPassword', { oldPassword: 'wrong horse' }, /oldPassword: is not your password/],
    ['oldPassword', { oldPassword: undefined }, /oldPassword: is required with requestType SELF/],
    ['newPassword', { newPassword: 'short' }, /newPassword: must be 8 to 128 characters/],
    ['confirmPassword', { confirmPassword: 'other' }, /confirmPassword: is not equal/],
    ['username', { username: 'admin' }, /username: must be your own/],
  ])('names %s when it is wrong', async (field, more, message) => {
    const actor = await authenticate(one, (await login()).access);
    await expect(one.auth.passwordChange.change(actor, { ...request, ...more }, HERE)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringMatching(message) as string,
      details: [{ field }],
    });
  });

  it('of somebody else is an administrator’s to set', async () => {
    const user = await makeUser(one);
    const boss = await makeUser(one, { isAdmin: true });
    const actorOf = async (email: string) => {
      const pair = await one.auth.logins.login({ email, password: base64(PASSWORD) }, undefined, requestFrom());
      return authenticate(one, pair.accessToken);
    };
    const order = { requestType: 'USER', username: user.name, newPassword: 'battery staple' } as const;
    const [asUser, asBoss] = [await actorOf(user.email), await actorOf(boss.email)];
    await expect(one.auth.passwordChange.change(asUser, order, HERE)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: `Principal ${user.name} is not allowed: operations [EditAll] on user`,
    });
    const { text } = await one.auth.accessTokens.issue(
      (await one.auth.users.findByName(user.name))!,
      ...(['script', 3_600, 'personal'] as const),
    );
    expect(await one.auth.passwordChange.change(asBoss, { ...order, revokeTokens: true }, HERE)).toBe(1);
    await expect(authenticate(two, text)).rejects.toMatchObject(REFUSED);
    await expect(
      one.auth.logins.login({ email: user.email, password: base64('battery staple') }, undefined, requestFrom()),
    ).resolves.toBeDefined();
    await expect(one.auth.passwordChange.change(asBoss, { ...order, username: 'nobody' }, HERE)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'user instance for nobody not found',
    });
  });
});
