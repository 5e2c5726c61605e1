import { Client as DatabaseClient } from 'pg';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { unique } from './identity-world';

interface Shown {
  readonly id: string;
  readonly status: string;
  readonly allowed?: boolean;
  readonly requestedAt: number;
  readonly expiresAt: number;
}
interface Page {
  readonly data: readonly Shown[];
  readonly paging: { readonly total: number; readonly after?: string };
}

const REQUESTS = '/permissions/requests';
const DAYS_30 = 30 * 86_400_000;

describe('a request for a permission', () => {
  let service: RunningService;
  let admin: RestClient;
  let asker: RestClient;
  let other: RestClient;
  let steward: RestClient;
  let bot: RestClient;
  const base = unique('asked');
  const names = { asker: unique('asker'), other: unique('other'), steward: unique('steward'), bot: unique('bot') };
  const hidden = `${base}.sales.hidden`;
  const tables: { readonly id: string; readonly fullyQualifiedName: string }[] = [];

  const resource = (at = 0) => ({ type: 'table', fullyQualifiedName: tables[at]?.fullyQualifiedName });
  const sent = (more: object = {}) => ({
    resource: resource(),
    operation: 'EditDescription',
    reason: 'I document it',
    ...more,
  });
  const roleWith = async (rules: readonly object[]): Promise<string> => {
    const name = unique('role');
    await admin.must('POST', '/policies', { name: unique('policy'), rules }).then(async (policy) => {
      await admin.must('POST', '/roles', { name, policies: [(policy as { name: string }).name] });
    });
    return name;
  };

  beforeAll(async () => {
    service = await RunningService.shared();
    admin = await service.client();
    await admin.must('POST', '/services/databaseServices', { name: base, serviceType: 'Postgres' });
    await admin.must('POST', '/databases', { name: 'sales', service: base });
    const keeper = unique('keeper');
    await admin.must('POST', '/users', { name: keeper, email: `${keeper}@example.com` });
    const owners = [{ type: 'user', fullyQualifiedName: keeper }];
    await admin.must('POST', '/databaseSchemas', { name: 'seen', database: `${base}.sales` });
    await admin.must('POST', '/databaseSchemas', { name: 'hidden', database: `${base}.sales`, owners });
    for (const schema of [...Array.from({ length: 11 }, () => 'seen'), 'hidden'])
      tables.push(
        await admin.must('POST', '/tables', {
          name: unique('t'),
          databaseSchema: `${base}.sales.${schema}`,
          columns: [{ name: 'id', dataType: 'INT' }],
        }),
      );
    const hides = await roleWith([
      {
        ...{ name: 'hides', effect: 'deny', operations: ['All'], resources: ['databaseSchema'] },
        condition: '!isOwner() && !noOwner()',
      },
    ]);
    asker = await service.client(names.asker, hides);
    other = await service.client(names.other);
    const administrator = (name: string, isBot: boolean) =>
      admin.must('POST', '/users', { name, email: `${name}@example.com`, isAdmin: true, isBot });
    await administrator(names.steward, false);
    await administrator(names.bot, true);
    steward = await service.client(names.steward);
    bot = await service.client(names.bot);
  });

  it('is one request however often it is sent, and ends after 30 days', async () => {
    const first = await asker.post<Shown>(REQUESTS, sent());
    expect([first.status, first.body]).toEqual([
      201,
      {
        ...{ id: expect.any(String), operation: 'EditDescription', reason: 'I document it', status: 'Open' },
        resource: expect.objectContaining({ type: 'table', id: tables[0]?.id }),
        requestedBy: expect.objectContaining({ type: 'user', name: names.asker }),
        ...{ requestedAt: expect.any(Number), expiresAt: first.body.requestedAt + DAYS_30 },
      },
    ]);
    const again = await asker.post<Shown>(REQUESTS, sent({ reason: 'In other words' }));
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await asker.must<Page>('GET', `${REQUESTS}?mine=true`)).paging.total).toBe(1);
    const withdrawn = await asker.must<Shown>('DELETE', `${REQUESTS}/${first.body.id}`);
    expect(withdrawn).toEqual(first.body);
    expect((await asker.get(`${REQUESTS}/${first.body.id}`)).status).toBe(404);
  });

  it.each(['ConnectData', 'OverrideConsent', 'ViewSecrets'])('is not for %s', async (operation) => {
    const { status, body } = await asker.post<{ message: string }>(REQUESTS, sent({ operation }));
    expect([status, body.message]).toEqual([400, expect.stringContaining('operation')]);
  });

  it.each([
    ['no reason', { reason: undefined }, 'reason'],
    ['a reason of 501 characters', { reason: 'x'.repeat(501) }, 'reason'],
    ['a resource of no type', { resource: { type: 'nothing', fullyQualifiedName: 'a' } }, 'resource'],
    ['a resource without a name', { resource: { type: 'table' } }, 'resource'],
  ])('is refused with %s', async (_what, more, field) => {
    const { status, body } = await asker.post<{ message: string }>(REQUESTS, sent(more));
    expect([status, body.message]).toEqual([400, expect.stringContaining(field)]);
  });

  it('is not found for what the caller may not view, and needless for what it may do', async () => {
    const at = tables.findIndex(({ fullyQualifiedName }) => fullyQualifiedName.startsWith(hidden));
    const gone = { type: 'table', fullyQualifiedName: `${hidden}.gone` };
    const unseen = await asker.post<{ message: string }>(REQUESTS, sent({ resource: resource(at) }));
    const nothing = await asker.post<{ message: string }>(REQUESTS, sent({ resource: gone }));
    expect([unseen.status, nothing.status]).toEqual([404, 404]);
    const closed = { type: 'databaseSchema', fullyQualifiedName: hidden };
    expect((await asker.post(REQUESTS, sent({ resource: closed }))).status).toBe(404);
    const { status, body } = await asker.post<{ message: string }>(REQUESTS, sent({ operation: 'ViewBasic' }));
    expect([status, body.message]).toEqual([409, expect.stringContaining('already')]);
  });

  it('waits for who may edit roles and policies, who says what was done; never for who sent it, nor for a bot', async () => {
    const { id } = (await asker.post<Shown>(REQUESTS, sent({ resource: resource(1) }))).body;
    const waiting = async (client: RestClient): Promise<boolean> => {
      const { data } = await client.must<Page>('GET', `${REQUESTS}?waiting=true&limit=1000`);
      return data.some((one) => one.id === id);
    };
    expect(await Promise.all([asker, other, steward, bot, admin].map(waiting))).toEqual([
      false,
      false,
      true,
      false,
      true,
    ]);
    const decide = (client: RestClient, body: object = { decision: 'grant', comment: 'By a role' }) =>
      client.post<Shown & { message: string }>(`${REQUESTS}/${id}/decision`, body);
    expect((await decide(other)).status).toBe(404);
    expect((await decide(bot)).status).toBe(404);
    const own = await decide(asker);
    expect(own.status).toBe(403);
    const mute = await decide(steward, { decision: 'refuse' });
    expect([mute.status, mute.body.message]).toEqual([400, expect.stringContaining('comment')]);
    expect((await steward.must<Shown>('GET', `${REQUESTS}/${id}`)).allowed).toBe(false);
    const role = await roleWith([
      { name: 'documents', effect: 'allow', operations: ['EditDescription'], resources: ['table'] },
    ]);
    const user = await admin.must<{ id: string; roles: { id: string; type: string }[] }>(
      'GET',
      `/users/name/${names.asker}?fields=roles`,
    );
    const given = await admin.must<{ id: string }>('GET', `/roles/name/${role}`);
    await admin.must('PATCH', `/users/${user.id}`, [
      { op: 'add', path: '/roles/-', value: { id: given.id, type: 'role' } },
    ]);
    const granted = await decide(steward);
    expect([granted.status, granted.body]).toEqual([
      200,
      expect.objectContaining({ status: 'Granted', comment: 'By a role', allowed: true }),
    ]);
    expect((await decide(admin)).status).toBe(409);
    expect((await asker.send('DELETE', `${REQUESTS}/${id}`, {})).status).toBe(409);
    const { data } = await admin.must<{ data: readonly { operation: string; userName: string }[] }>(
      'GET',
      `/audit?entity=${tables[1]?.fullyQualifiedName}&limit=10`,
    );
    const permissions = data.filter(({ operation }) => operation.startsWith('permission'));
    expect(permissions.map((one) => [one.operation, one.userName])).toEqual([
      ['permissionGranted', names.steward],
      ['permissionRequested', names.asker],
    ]);
  });

  it('is one of ten open ones of a person, of which one that was not decided is none', async () => {
    const made: Shown[] = [];
    for (let at = 0; at < 10; at++)
      made.push((await other.post<Shown>(REQUESTS, sent({ resource: resource(at), operation: 'EditTags' }))).body);
    const more = () =>
      other.post<{ message: string }>(REQUESTS, sent({ resource: resource(10), operation: 'EditTags' }));
    const refused = await more();
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('10 requests')]);
    const client = new DatabaseClient({ connectionString: service.databaseUrl });
    await client.connect();
    await client.query(`update permission_request set expires_at = 1 where id = $1`, [made[0]?.id]);
    await client.end();
    expect((await more()).status).toBe(201);
    expect((await steward.must<Shown>('GET', `${REQUESTS}/${made[0]?.id}`)).status).toBe('Expired');
    const decided = await steward.post(`${REQUESTS}/${made[0]?.id}/decision`, { decision: 'grant' });
    expect(decided.status).toBe(409);
    const first = await other.must<Page>('GET', `${REQUESTS}?mine=true&limit=4`);
    const rest = await other.must<Page>('GET', `${REQUESTS}?mine=true&limit=20&after=${first.paging.after}`);
    expect([first.paging.total, ...first.data, ...rest.data].length).toBe(12);
    expect(new Set([...first.data, ...rest.data].map(({ id }) => id)).size).toBe(11);
  });
});
