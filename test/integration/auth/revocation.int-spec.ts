import type { AuthenticatedActor } from '@app/auth';
import { authenticate, AuthFixture, base64, requestFrom, makeUser, PASSWORD, type Process } from './auth.fixture';

let fixture: AuthFixture;
let one: Process;
let two: Process;

beforeAll(async () => {
  fixture = await AuthFixture.open();
  [one, two] = [await fixture.process(), await fixture.process()];
});
afterAll(() => fixture.close());

async function actorOf(user: { email: string }): Promise<AuthenticatedActor> {
  const pair = await one.auth.logins.login({ email: user.email, password: base64(PASSWORD) }, undefined, requestFrom());
  return authenticate(one, pair.accessToken);
}

async function takes(process: Process, token: string): Promise<boolean> {
  return authenticate(process, token).then(
    () => true,
    (error: { code: string }) => (expect(error.code).toBe('UNAUTHORIZED'), false),
  );
}

const ORDER = { tokenName: 'nightly', JWTTokenExpiry: '7' };

describe('personal tokens', () => {
  it('are shown once, listed without their text, and taken by every process', async () => {
    const actor = await actorOf(await makeUser(one));
    const made = await one.auth.accessTokens.create(actor, ORDER);
    expect(made.expiryDate / 1000).toBeCloseTo(Date.now() / 1000 + 7 * 86_400, -2);
    expect(await authenticate(two, made.jwtToken)).toMatchObject({
      id: actor.id,
      token: { own: { kind: 'personal' } },
    });
    const { jwtToken: _text, ...view } = made;
    expect(await two.auth.accessTokens.list(actor)).toEqual([view]);
  });

  it('revoked: refused at once by every process, others stay', async () => {
    const actor = await actorOf(await makeUser(one));
    const [gone, stays] = [
      await one.auth.accessTokens.create(actor, ORDER),
      await one.auth.accessTokens.create(actor, ORDER),
    ];
    for (const process of [one, two]) for (const { jwtToken } of [gone, stays]) await authenticate(process, jwtToken);
    const left = await one.auth.accessTokens.revoke(actor, [gone.tokenId, 'made-up', crypto.randomUUID()]);
    expect(left.map(({ tokenId }) => tokenId)).toEqual([stays.tokenId]);
    for (const process of [two, one]) expect(await takes(process, gone.jwtToken)).toBe(false);
    expect(await takes(two, stays.jwtToken)).toBe(true);
  });

  it('all at once, and only one’s own', async () => {
    const [ann, bob] = [await actorOf(await makeUser(one)), await actorOf(await makeUser(one))];
    const his = await one.auth.accessTokens.create(bob, ORDER);
    const hers = await one.auth.accessTokens.create(ann, ORDER);
    await one.auth.accessTokens.revoke(ann, [his.tokenId]);
    expect(await takes(one, his.jwtToken)).toBe(true);
    expect(await one.auth.accessTokens.revoke(ann, 'all')).toEqual([]);
    expect([await takes(one, hers.jwtToken), await takes(one, his.jwtToken)]).toEqual([false, true]);
  });

  it('of others are the administrators’', async () => {
    const [ann, boss] = [await makeUser(one), await makeUser(one, { isAdmin: true })];
    const [asAnn, asBoss] = [await actorOf(ann), await actorOf(boss)];
    const theirs = await one.auth.accessTokens.create(asAnn, ORDER);
    const refused = {
      code: 'FORBIDDEN',
      message: `Principal ${ann.name} is not allowed: operations [EditAll] on token`,
    };
    await expect(one.auth.accessTokens.list(asAnn, boss.name)).rejects.toMatchObject(refused);
    await expect(one.auth.accessTokens.create(asAnn, ORDER, boss.name)).rejects.toMatchObject(refused);
    await expect(one.auth.accessTokens.revoke(asAnn, 'all', boss.name)).rejects.toMatchObject(refused);
    await one.auth.accessTokens.revoke(asBoss, 'all', ann.name);
    expect(await takes(one, theirs.jwtToken)).toBe(false);
  });

  it('of bots may run for years', async () => {
    const bot = await makeUser(one);
    const asBoss = await actorOf(await makeUser(one, { isAdmin: true }));
    await one.database.query(`update entity set body = body || '{"isBot": true}' where node = $1`, [bot.node]);
    const order = { tokenName: 'ingestion', JWTTokenExpiry: 'Unlimited' };
    const { jwtToken } = await one.auth.accessTokens.create(asBoss, order, bot.name);
    expect(await authenticate(two, jwtToken)).toMatchObject({ isBot: true, token: { own: { kind: 'bot' } } });
  });

  it('fall with their row, though the signature stays good', async () => {
    const actor = await actorOf(await makeUser(one));
    const { jwtToken, tokenId } = await one.auth.accessTokens.create(actor, ORDER);
    await one.database.query('delete from access_token where jti = $1', [tokenId]);
    expect(await takes(one, jwtToken)).toBe(false);
  });
});

describe('elsewhere', () => {
  it('a login that was logged out is refused at once', async () => {
    const { email } = await makeUser(one);
    const pair = await one.auth.logins.login({ email, password: base64(PASSWORD) }, undefined, requestFrom());
    await authenticate(two, pair.accessToken);
    await one.auth.logins.logout(undefined, pair.refreshToken, requestFrom());
    expect(await takes(two, pair.accessToken)).toBe(false);
  });

  it('a token that somebody revoked by SQL is refused at once', async () => {
    const actor = await actorOf(await makeUser(one));
    const { jwtToken, tokenId } = await one.auth.accessTokens.create(actor, ORDER);
    await authenticate(two, jwtToken);
    await one.database.transaction(async (tx) => {
      await tx.query(`update access_token set revoked_at = now() where jti = $1`, [tokenId]);
    });
    expect(await takes(two, jwtToken)).toBe(false);
  });
});
