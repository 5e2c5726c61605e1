import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { holder, login, makeUser, PASSWORD, unique, type ErrorBody } from './identity-world';

interface Made {
  readonly id: string;
  readonly name: string;
  readonly version: number;
}

const NEW_PASSWORD = 'another horse battery';
const DEMOTION = [
  { op: 'replace', path: '/isAdmin', value: false },
  { op: 'replace', path: '/roles', value: [] },
];
const STRANGER = 'https://login.example.org';
const TRUSTED = 'https://login.example.com';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** The keys of two outside issuers, of which one may speak for administrators. */
async function keyServer(): Promise<Server> {
  const key = { ...publicKey.export({ format: 'jwk' }), kid: 'outside', use: 'sig' };
  const server = createServer((_request, response) => void response.end(JSON.stringify({ keys: [key] })));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function outsideToken(iss: string, claims: Record<string, unknown>): Promise<string> {
  return new SignJWT({ sub: 'x', ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'outside' })
    .setIssuer(iss)
    .setAudience('metadata-catalog')
    .setExpirationTime('1h')
    .sign(privateKey);
}

describe('nobody takes more than they were given', () => {
  let keys: Server;
  let service: RunningService;
  let admin: RestClient;

  beforeAll(async () => {
    keys = await keyServer();
    const jwksUri = `http://127.0.0.1:${(keys.address() as AddressInfo).port}/keys`;
    const issuers = [
      { issuer: STRANGER, jwksUri },
      { issuer: TRUSTED, jwksUri, admin: true, claims: { name: 'sub' } },
    ];
    const environment = { JWT_ISSUERS: JSON.stringify(issuers), JWT_EMAIL_DOMAINS: 'example.com,catalog.internal' };
    service = await RunningService.start({ workers: 0, environment });
    admin = await service.client();
  });
  afterAll(async () => {
    await service?.stop();
    keys?.close();
  });

  const team = (name: string, more: object = {}) => ({ name, teamType: 'Group', ...more });
  const reference = ({ id }: { id: string }, type: string) => ({ id, type });
  const me = async (name: string): Promise<Made> => admin.must<Made>('GET', `/users/name/${name}`);

  describe('by a token of an outside issuer', () => {
    const outside = async (issuer: string, claims: Record<string, unknown>): Promise<RestClient> =>
      holder(service, await outsideToken(issuer, claims));

    it.each([
      ['a name that it gave', { preferred_username: 'admin' }],
      ['the name before an @', { email: 'admin@example.com' }],
      ['an address of another domain', { email: 'admin@evil.example' }],
      ['an address that is not verified', { email: 'admin@catalog.internal', email_verified: false }],
    ])('that is %s', async (_title, claims) => {
      expect((await (await outside(STRANGER, claims)).get('/tables')).status).toBe(401);
    });

    it('that names an administrator, unless the issuer may speak for administrators', async () => {
      const email = 'admin@catalog.internal';
      const body = { name: unique('made'), email: `${unique('made')}@example.com` };
      const stranger = await outside(STRANGER, { email, email_verified: true });
      expect((await stranger.get('/tables')).status).toBe(200);
      expect((await stranger.post('/users', body)).status).toBe(403);
      expect((await (await outside(TRUSTED, { sub: 'admin' })).post('/users', body)).status).toBe(201);
    });

    it('that makes a token of an administrator, which may do no more than the one that made it', async () => {
      const order = (days: string) => ({ tokenName: unique('made'), JWTTokenExpiry: days });
      const made = async (client: RestClient, days: string): Promise<RestClient> =>
        holder(
          service,
          (await client.must<{ jwtToken: string }>('PUT', '/users/security/token', order(days))).jwtToken,
        );
      const stranger = await outside(STRANGER, { email: 'admin@catalog.internal', email_verified: true });
      const first = await made(stranger, '7');
      expect((await first.get('/tables')).status).toBe(200);
      expect((await first.get('/audit')).status).toBe(403);
      expect((await (await made(first, '1')).get('/audit')).status).toBe(403);
      const trusted = await outside(TRUSTED, { sub: 'admin' });
      expect((await (await made(trusted, '1')).get('/audit')).status).toBe(200);
    });
  });

  describe('by a password', () => {
    it('that is set by PUT and was known before: it is a change, and ends every login', async () => {
      const name = await makeUser(admin);
      const email = `${name}@example.com`;
      const { body: pair } = await login(service, email, PASSWORD);
      const before = await me(name);
      await admin.must('PUT', '/users', { name, email, password: NEW_PASSWORD });
      expect((await me(name)).version).toBeGreaterThan(before.version);
      expect((await holder(service, pair.accessToken).get('/tables')).status).toBe(401);
      const { refreshToken } = pair;
      expect((await holder(service, '').post('/users/refresh', { refreshToken })).status).toBe(401);
      expect((await login(service, email, PASSWORD)).status).toBe(401);
      expect((await login(service, email, NEW_PASSWORD)).status).toBe(200);
    });

    it('that users set of themselves beside a description, without the old one', async () => {
      const name = await makeUser(admin);
      const own = await service.client(name);
      const email = `${name}@example.com`;
      const { status } = await own.put('/users', { name, email, displayName: 'Me', password: NEW_PASSWORD });
      expect(status).toBe(403);
      expect((await login(service, email, NEW_PASSWORD)).status).toBe(401);
    });
  });

  describe('by a token', () => {
    it('that outlives the one that made it; a login may choose', async () => {
      const name = await makeUser(admin);
      const { body: pair } = await login(service, `${name}@example.com`, PASSWORD);
      const make = (token: string, expiry: string) =>
        holder(service, token).must<{ expiryDate: number; jwtToken: string }>('PUT', '/users/security/token', {
          tokenName: 'a',
          JWTTokenExpiry: expiry,
        });
      const short = await make(pair.accessToken, 'OneHour');
      expect((await make(short.jwtToken, '90')).expiryDate).toBeLessThanOrEqual(short.expiryDate);
      expect((await make(pair.accessToken, '90')).expiryDate).toBeGreaterThan(short.expiryDate + 86_400_000);
    });
  });

  describe('by a key of an earlier user of the same name', () => {
    it('whose requests are not those of the new one', async () => {
      const name = unique('successor');
      const key = { 'Idempotency-Key': unique('key') };
      const body = { name: unique('service'), serviceType: 'Postgres' };
      const first = await service.client(name, 'Bot');
      expect((await first.post('/services/databaseServices', body, key)).status).toBe(201);
      await admin.must('DELETE', `/users/name/${name}?hardDelete=true`);
      const second = await service.client(name, 'Bot');
      const again = await second.post('/services/databaseServices', body, key);
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([409, null]);
    });
  });

  describe('by a team', () => {
    let bot: RestClient;
    let itself: Made;
    beforeAll(async () => {
      const name = unique('bot');
      bot = await service.client(name, 'Bot');
      itself = await me(name);
    });

    it('that a bot restores', async () => {
      const made = await admin.must<Made>('POST', '/teams', team(unique('team')));
      await admin.must('DELETE', `/teams/${made.id}`);
      expect((await bot.put('/teams/restore', { id: made.id })).status).toBe(403);
      expect((await bot.put('/teams', team(made.name))).status).toBe(403);
      expect((await admin.put('/teams/restore', { id: made.id })).status).toBe(200);
    });

    it('that a bot owns', async () => {
      const owners = [reference(itself, 'user')];
      expect((await bot.post('/teams', team(unique('team'), { owners }))).status).toBe(403);
      expect((await bot.put('/teams/bulk', { entities: [team(unique('team'), { owners })] })).body).toMatchObject({
        results: [{ status: 403 }],
      });
      const made = await admin.must<Made>('POST', '/teams', team(unique('team')));
      const patch = [{ op: 'add', path: '/owners', value: owners }];
      expect((await bot.patch(`/teams/${made.id}`, patch)).status).toBe(403);
      expect((await bot.put('/teams', team(made.name, { owners }))).status).toBe(403);
    });
  });

  it('by deleting as a bot: softly, and neither services, domains, teams nor contracts, whoever owns them', async () => {
    const name = unique('bot');
    const bot = await service.client(name, 'Bot');
    const owners = [reference(await me(name), 'user')];
    const shop = await bot.must<Made>('POST', '/services/databaseServices', {
      ...{ name: unique('shop'), serviceType: 'Postgres', owners },
    });
    const database = await bot.must<Made>('POST', '/databases', { name: 'd', service: shop.name, owners });
    const domain = await bot.must<Made>('POST', '/domains', {
      ...{ name: unique('domain'), domainType: 'Aggregate', description: 'd', owners },
    });
    const schema = await bot.must<Made>('POST', '/databaseSchemas', { name: 's', database: `${shop.name}.d`, owners });
    const table = await bot.must<Made>('POST', '/tables', {
      ...{ name: 't', databaseSchema: `${shop.name}.d.${schema.name}`, columns: [], owners },
    });
    const entity = { type: 'table', id: table.id };
    const contract = await bot.must<Made>('POST', '/dataContracts', { name: unique('contract'), entity, owners });
    const refusal = async (path: string) => {
      const { status, body } = await bot.delete<ErrorBody>(path);
      return [status, body.message];
    };
    const lacking = (operation: string, type: string) => [
      403,
      `Principal ${name} is not allowed: operations [${operation}] on ${type}`,
    ];
    expect(await refusal(`/services/databaseServices/${shop.id}?recursive=true`)).toEqual(
      lacking('Delete', 'databaseService'),
    );
    expect(await refusal(`/domains/${domain.id}`)).toEqual(lacking('Delete', 'domain'));
    expect(await refusal(`/dataContracts/${contract.id}`)).toEqual(lacking('Delete', 'dataContract'));
    expect(await refusal(`/databases/${database.id}?hardDelete=true&recursive=true`)).toEqual(
      lacking('HardDelete', 'database'),
    );
    expect((await bot.delete(`/databases/${database.id}?recursive=true`)).status).toBe(200);
    expect(await refusal(`/databases/${database.id}?hardDelete=true`)).toEqual(lacking('HardDelete', 'database'));
    expect((await admin.get(`/dataContracts/${contract.id}?include=deleted`)).status).toBe(200);
  });

  it('by making themselves owners', async () => {
    const name = unique('steward');
    const steward = await service.client(name, 'DataSteward');
    const itself = await me(name);
    const mine = await admin.must<Made>('POST', '/teams', team(unique('team'), { users: [reference(itself, 'user')] }));
    const made = await admin.must<Made>('POST', '/domains', {
      name: unique('domain'),
      domainType: 'Aggregate',
      description: 'd',
    });
    const own = (owner: object) =>
      steward.patch(`/domains/${made.id}`, [{ op: 'add', path: '/owners', value: [owner] }]);
    expect((await own(reference(itself, 'user'))).status).toBe(403);
    expect((await own(reference(mine, 'team'))).status).toBe(403);
    expect((await own(reference(await me('admin'), 'user'))).status).toBe(200);
    expect((await steward.delete(`/domains/${made.id}`)).status).toBe(403);
  });

  it('the last administrator stays', async () => {
    const { id } = await me('admin');
    const others = await admin.must<{ data: (Made & { isAdmin?: boolean })[] }>('GET', '/users?limit=1000');
    expect(others.data.filter(({ isAdmin }) => isAdmin).map(({ name }) => name)).toEqual(['admin']);
    const refused = await admin.patch<ErrorBody>(`/users/${id}`, DEMOTION);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('last administrator')]);
    for (const query of ['', '?hardDelete=true']) expect((await admin.delete(`/users/${id}${query}`)).status).toBe(409);
    const second = await makeUser(admin, { isAdmin: true });
    expect((await admin.delete(`/users/name/${second}`)).status).toBe(200);
    expect((await admin.get('/tables')).status).toBe(200);
  });

  it.each<[string, (client: RestClient, id: string) => Promise<{ status: number }>]>([
    ['demote', (client, id) => client.patch(`/users/${id}`, DEMOTION)],
    ['delete', (client, id) => client.delete(`/users/${id}`)],
  ])('of the last two administrators who %s each other at the same time one stays', async (_what, strike) => {
    const { id } = await me('admin');
    let last = { id, client: admin };
    for (let round = 0; round < 5; round++) {
      const name = await makeUser(last.client, { isAdmin: true });
      const made = await last.client.must<Made>('GET', `/users/name/${name}`);
      const next = { id: made.id, client: await service.client(name) };
      const struck = await Promise.all([strike(last.client, next.id), strike(next.client, last.id)]);
      const statuses = struck.map(({ status }) => status);
      // Whoever came second was refused as the last one, or was no administrator any more.
      expect(statuses.sort()).toEqual([200, expect.any(Number)]);
      expect([401, 403, 409]).toContain(statuses[1]);
      if (struck[1].status === 200) last = next;
    }
    if (last.id === id) return;
    await last.client.put('/users/restore', { id });
    await last.client.must('PATCH', `/users/${id}`, [{ op: 'add', path: '/isAdmin', value: true }]);
    // The token of before ended with its user.
    admin = await service.client();
    await admin.must('DELETE', `/users/${last.id}`);
  });
});
