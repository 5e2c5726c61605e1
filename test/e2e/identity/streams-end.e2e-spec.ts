import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { unique } from './identity-world';

interface Made {
  readonly id: string;
  readonly fullyQualifiedName: string;
}

const RULE = { name: 'tables', operations: ['ViewAll'], resources: ['table'] };

/** How the rights of a user end. */
type Ending = (admin: RestClient, user: string) => Promise<unknown>;

describe('an open stream of events', () => {
  let service: RunningService;
  let admin: RestClient;
  let schema: string;

  beforeAll(async () => {
    service = await RunningService.shared();
    admin = await service.client();
    const base = unique('streams');
    await admin.must('POST', '/services/databaseServices', { name: base, serviceType: 'Postgres' });
    await admin.must('POST', '/databases', { name: 'sales', service: base });
    schema = (await admin.must<Made>('POST', '/databaseSchemas', { name: 's', database: `${base}.sales` }))
      .fullyQualifiedName;
  });

  const table = (): Promise<Made> =>
    admin.must<Made>('POST', '/tables', {
      name: unique('t'),
      databaseSchema: schema,
      columns: [{ name: 'id', dataType: 'INT' }],
    });

  /** A user of a role of its own, and a personal token of it. */
  async function reader(): Promise<{ user: string; role: string; token: string }> {
    const [user, role] = [unique('reader'), unique('role')];
    await admin.must('POST', '/policies', { name: role, rules: [{ ...RULE, effect: 'allow' }] });
    await admin.must('POST', '/roles', { name: role, policies: [role] });
    const client = await service.client(user, role);
    const asked = { tokenName: unique('token'), JWTTokenExpiry: 'OneHour' };
    const { jwtToken } = await client.must<{ jwtToken: string }>('PUT', '/users/security/token', asked);
    return { user, role, token: jwtToken };
  }

  /** Texts of the ids and events of a stream, from the act at its first sign of life until one of them holds `last`. */
  async function told(token: string, act: () => Promise<unknown>, last: () => string): Promise<string> {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    const answer = await fetch(`${service.baseUrl}/api/v1/events`, { headers });
    const parts = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    let acted: Promise<unknown> | undefined;
    for (;;) {
      const { value, done } = await parts.read();
      text += value ?? '';
      if (text.includes(': heartbeat')) acted ??= act();
      if (!done && !(acted && text.includes(last()))) continue;
      await acted;
      await parts.cancel();
      return text;
    }
  }

  it.each<[string, Ending]>([
    [
      'the token is revoked',
      async (by, user) => by.must('PUT', `/users/security/token/revoke?removeAll=true&username=${user}`, {}),
    ],
    [
      'the user is deleted',
      async (by, user) => {
        const { id } = await by.must<Made>('GET', `/users/name/${user}`);
        await by.must('DELETE', `/users/${id}`);
      },
    ],
  ])('ends before the next event once %s', async (_when, end) => {
    const { user, token } = await reader();
    let late: Made | undefined;
    const act = async (): Promise<void> => {
      await end(admin, user);
      late = await table();
    };
    const text = await told(token, act, () => 'event: refused');
    expect(text).toContain('event: refused');
    expect(text).toContain('UNAUTHORIZED');
    expect(text).not.toContain(late!.id);
  });

  it('goes on without what a rule hides since', async () => {
    const { role, token } = await reader();
    let [hidden, seen]: Made[] = [];
    const act = async (): Promise<void> => {
      const { id } = await admin.must<Made>('GET', `/policies/name/${role}`);
      const answer = await admin.patch(`/policies/${id}`, [
        { op: 'add', path: '/rules', value: [{ ...RULE, effect: 'deny' }] },
      ]);
      expect(answer.status).toBe(200);
      hidden = await table();
      seen = await admin.must<Made>('POST', '/domains', {
        name: unique('domain'),
        domainType: 'Aggregate',
        description: 'Seen',
      });
    };
    const text = await told(token, act, () => seen?.id ?? 'nothing yet');
    expect(text).toContain(seen!.id);
    expect(text).not.toContain(hidden!.id);
  });
});
