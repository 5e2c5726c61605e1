import { randomUUID } from 'node:crypto';
import { issueSignInTicket, Tickets, type TokenPair } from '@app/auth';
import { idempotencyToken, type IdempotencyToken } from '@app/database';
import type { Settings } from '@app/config';
import { authenticate, AuthFixture, base64, makeUser, PASSWORD, requestFrom, type Process } from './auth.fixture';

let fixture: AuthFixture;
let one: Process;
let two: Process;

beforeAll(async () => {
  fixture = await AuthFixture.open();
  [one, two] = [await fixture.process(), await fixture.process()];
});
afterAll(() => fixture.close());

const ticketFor = (user: string): Promise<string> =>
  issueSignInTicket({ user }, fixture.settings as unknown as Settings);

const keyed = (key: string, ticket: string): IdempotencyToken =>
  idempotencyToken({ key, caller: 'nobody', method: 'POST', url: '/exchange', body: { ticket } });

interface Given {
  readonly at?: Process;
  readonly key?: string;
  readonly replaced?: string;
}

const exchange = (ticket: string, { at = one, key, replaced }: Given = {}): Promise<TokenPair> =>
  at.app.get(Tickets).exchange(ticket, {
    token: key === undefined ? undefined : keyed(key, ticket),
    replaced,
    origin: requestFrom(),
  });

const logIn = ({ email }: { email: string }): Promise<TokenPair> =>
  one.auth.logins.login({ email, password: base64(PASSWORD) }, undefined, requestFrom());

/** Logins of the user that live. */
const logins = async (node: string): Promise<number> => {
  const text = 'select 1 from login_family where user_node = $1 and ended_at is null';
  return (await one.database.query(text, [node])).length;
};

const refusal = (message: RegExp) => ({ code: 'UNAUTHORIZED', message: expect.stringMatching(message) as string });

describe('a ticket', () => {
  it('is no login yet, tells whom it signs in, and stays unused by that', async () => {
    const { name, node } = await makeUser(one);
    const ticket = await ticketFor(name);
    expect(await logins(node)).toBe(0);
    for (const { app } of [one, two]) {
      const { userName, expiresAt } = await app.get(Tickets).inspect(ticket);
      expect([userName, Math.round((expiresAt - Date.now()) / 60_000)]).toEqual([name, 10]);
    }
    const { accessToken } = await exchange(ticket);
    expect(await authenticate(two, accessToken)).toMatchObject({ name, token: { own: { kind: 'session' } } });
    await expect(one.app.get(Tickets).inspect(ticket)).rejects.toMatchObject(refusal(/^ticket: it was used already/));
  });

  it('gives one login, however many ask at once, at whichever process', async () => {
    const { name, node } = await makeUser(one);
    const ticket = await ticketFor(name);
    const asked = await Promise.allSettled(
      [one, two, one, two, one, two].map((at) => exchange(ticket, { at, key: randomUUID() })),
    );
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const refused of asked.filter(({ status }) => status === 'rejected')) {
      expect(refused).toMatchObject({ reason: refusal(/^ticket: it was used already/) });
    }
    expect(await logins(node)).toBe(1);
  });

  it('gives the same login again to whoever lost the answer, and no second one', async () => {
    const { name, node } = await makeUser(one);
    const ticket = await ticketFor(name);
    const key = randomUUID();
    const lost = await exchange(ticket, { key });
    const again = await Promise.all([one, two, two].map((at) => exchange(ticket, { at, key })));
    expect(new Set(again.map(({ refreshToken }) => refreshToken))).toEqual(new Set([lost.refreshToken]));
    expect(await logins(node)).toBe(1);
    expect(await authenticate(one, again[0]!.accessToken)).toMatchObject({ name });
    await expect(exchange(ticket, { key: randomUUID() })).rejects.toMatchObject(refusal(/used already/));
    await expect(exchange(ticket)).rejects.toMatchObject(refusal(/used already/));
    // Its refresh token was used, so the answer had come.
    const next = await one.auth.logins.refresh(lost.refreshToken, requestFrom());
    await expect(exchange(ticket, { key })).rejects.toMatchObject(refusal(/used already/));
    await expect(authenticate(one, next.accessToken)).resolves.toBeDefined();
  });

  it('does not bring back a login that was logged out', async () => {
    const { name } = await makeUser(one);
    const ticket = await ticketFor(name);
    const key = randomUUID();
    const { refreshToken } = await exchange(ticket, { key });
    await one.auth.logins.logout(undefined, refreshToken, requestFrom());
    await expect(exchange(ticket, { key })).rejects.toMatchObject(refusal(/used already/));
  });

  it('leaves nothing behind where its exchange failed half-way', async () => {
    const { name, node } = await makeUser(one);
    const ticket = await ticketFor(name);
    const key = randomUUID();
    await one.database.query(`alter table refresh_token rename to refresh_token_away`);
    await expect(exchange(ticket, { key })).rejects.toThrow();
    await one.database.query(`alter table refresh_token_away rename to refresh_token`);
    expect(await logins(node)).toBe(0);
    await exchange(ticket, { key });
    expect(await logins(node)).toBe(1);
  });

  it('ends the login in whose place the new one comes', async () => {
    const [before, after] = [await makeUser(one), await makeUser(one)];
    const pair = await logIn(before);
    await exchange(await ticketFor(after.name), { replaced: pair.refreshToken });
    expect([await logins(before.node), await logins(after.node)]).toEqual([0, 1]);
    await expect(authenticate(two, pair.accessToken)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('serves for ten minutes', async () => {
    const { name, node } = await makeUser(one);
    const ticket = await ticketFor(name);
    await one.database.query(
      `update sign_in_ticket set expires_at = now() - interval '1 second' where user_node = $1`,
      [node],
    );
    await expect(exchange(ticket)).rejects.toMatchObject(refusal(/^ticket: it is over; .* ten minutes/));
  });

  it.each<[string, (user: { node: string; name: string }) => Promise<unknown>]>([
    ['is deleted', ({ node }) => one.database.query('update entity set deleted_by = node where node = $1', [node])],
    [
      'has another password',
      async ({ name }) => {
        const actor = await authenticate(one, (await logIn({ email: name })).accessToken);
        const change = { requestType: 'SELF', oldPassword: PASSWORD, newPassword: 'battery staple' } as const;
        await one.auth.passwordChange.change(actor, change, '192.0.2.1');
      },
    ],
  ])('ends when its user %s', async (_how, act) => {
    const user = await makeUser(one);
    const ticket = await ticketFor(user.name);
    await act(user);
    await expect(exchange(ticket)).rejects.toMatchObject(refusal(/^ticket: it is not known here/));
  });

  it('is of its own kind: no refresh token, and no refresh token is one', async () => {
    const user = await makeUser(one);
    const ticket = await ticketFor(user.name);
    await expect(one.auth.logins.refresh(ticket, requestFrom())).rejects.toMatchObject(
      refusal(/^refreshToken: this is a ticket .* POST \/v1\/users\/login\/tickets\/exchange/),
    );
    const { refreshToken } = await logIn(user);
    await expect(exchange(refreshToken)).rejects.toMatchObject(
      refusal(/^ticket: this is no ticket .* POST \/v1\/users\/refresh$/),
    );
    await expect(authenticate(one, ticket)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    // Neither was used up by that.
    await exchange(ticket);
    await one.auth.logins.refresh(refreshToken, requestFrom());
    await expect(exchange(`ticket_${refreshToken}`)).rejects.toMatchObject(refusal(/not known here/));
  });

  it('stands nowhere in clear', async () => {
    const { name, node } = await makeUser(one);
    const ticket = await ticketFor(name);
    await exchange(ticket, { key: randomUUID() });
    const [row] = await one.database.query<{ text: string }>(
      `select concat((select string_agg(t::text, ' ') from sign_in_ticket t where user_node = $1),
                     (select string_agg(i::text, ' ') from idempotency i)) text`,
      [node],
    );
    for (const text of [ticket, ticket.slice('ticket_'.length)]) {
      expect(row?.text).not.toContain(text);
      expect(row?.text).not.toContain(Buffer.from(text).toString('hex'));
    }
  });
});
