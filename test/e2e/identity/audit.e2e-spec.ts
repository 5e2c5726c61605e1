import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { AuditPage } from '@app/events';
import { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { login, makeUser, nobody, PASSWORD, unique } from './identity-world';

const ADMIN = resolve(__dirname, '../../../bin/admin.cjs');
type Shown = AuditPage['data'][number];

describe('the audit', () => {
  let service: RunningService;
  let admin: RestClient;

  beforeAll(async () => {
    service = await RunningService.start({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });
    admin = await service.client();
  });

  afterAll(() => service.stop());

  const list = async (query: Record<string, string>): Promise<readonly Shown[]> => {
    const text = new URLSearchParams({ order: 'asc', limit: '200', ...query }).toString();
    return (await admin.must<AuditPage>('GET', `/audit?${text}`)).data;
  };
  /** Refusals are written apart from the requests, within seconds. */
  const until = async (
    query: Record<string, string>,
    isThere: (found: readonly Shown[]) => boolean,
  ): Promise<readonly Shown[]> => {
    for (;;) {
      const found = await list(query);
      if (isThere(found)) return found;
      await new Promise((wake) => setTimeout(wake, 100));
    }
  };

  it('says who did what from where, behind a trusted proxy, by which request, and seals it', async () => {
    const name = unique('domain');
    const headers = { 'x-request-id': unique('request'), 'x-forwarded-for': '198.51.100.7' };
    const domain = await admin.must<{ id: string }>(
      'POST',
      '/domains',
      { name, domainType: 'Aggregate', description: 'x' },
      headers,
    );
    const patch = [{ op: 'replace', path: '/description', value: 'Sales' }];
    await admin.must('PATCH', `/domains/${domain.id}`, patch, headers);
    const found = await until({ entity: domain.id }, (records) => records.every(({ block }) => block !== undefined));
    expect(found).toMatchObject([
      { operation: 'entityCreated', route: 'POST /api/v1/domains' },
      {
        operation: 'entityUpdated',
        outcome: 'done',
        userName: 'admin',
        address: '198.51.100.7',
        requestId: headers['x-request-id'],
        route: 'PATCH /api/v1/domains/:id',
        entityFullyQualifiedName: name,
        previousVersion: 0.1,
        version: 0.2,
        change: { fieldsUpdated: [{ name: 'description', oldValue: 'x', newValue: 'Sales' }] },
      },
    ]);
    expect(found[1]!.hashBefore).toBe(found[0]!.hashAfter);
    expect(await list({ requestId: headers['x-request-id'] })).toEqual(found);
  });

  it('says that secrets of a connection were replaced, of which no version tells', async () => {
    const body = { name: unique('service'), serviceType: 'Postgres' };
    const connection = (password: string) => ({ config: { type: 'Postgres', username: 'u', password } });
    const path = '/services/databaseServices';
    const service = { ...body, connection: connection('first') };
    const { id, version } = await admin.must<{ id: string; version: number }>('POST', path, service);
    for (const password of ['second', 'second', '*********']) {
      const answer = await admin.must('PUT', path, { ...body, connection: connection(password) });
      expect(answer).toMatchObject({ version, connection: connection('*********') });
    }
    const found = await until({ entity: id }, (records) => records.length > 1);
    expect(found.map(({ operation }) => operation)).toEqual(['entityCreated', 'secretsReplaced']);
    expect(JSON.stringify(found)).not.toContain('second');
  });

  it('knows the requests of results that share a transaction', async () => {
    const { databaseSchema } = await table();
    const made = await admin.must<{ id: string }>('POST', '/tables', {
      ...{ name: unique('t'), databaseSchema, columns: [{ name: 'id', dataType: 'INT' }] },
    });
    const contract = await admin.must<{ id: string }>('POST', '/dataContracts', {
      name: unique('c'),
      entity: { id: made.id, type: 'table' },
    });
    const ids = Array.from({ length: 12 }, () => unique('push'));
    await Promise.all(
      ids.map((id, n) =>
        admin.must(
          'PUT',
          `/dataContracts/${contract.id}/results`,
          { timestamp: 1_700_000_000_000 + n, contractExecutionStatus: 'Success' },
          { 'x-request-id': id },
        ),
      ),
    );
    const found = await list({ entity: contract.id, operation: 'resultCreated' });
    expect(found.map(({ requestId }) => requestId).sort()).toEqual([...ids].sort());
    expect(found.every(({ route }) => route === 'PUT /api/v1/dataContracts/:id/results')).toBe(true);
    await admin.must('DELETE', `/dataContracts/${contract.id}/results/1700000000000`);
    expect(await list({ entity: contract.id, operation: 'resultDeleted' })).toMatchObject([{ userName: 'admin' }]);
  });

  async function table(): Promise<{ databaseSchema: string }> {
    const base = unique('svc');
    await admin.must('POST', '/services/databaseServices', { name: base, serviceType: 'Postgres' });
    await admin.must('POST', '/databases', { name: 'db', service: base });
    await admin.must('POST', '/databaseSchemas', { name: 's', database: `${base}.db` });
    return { databaseSchema: `${base}.db.s` };
  }

  it('tells of logins, passwords and tokens, and of none of their texts', async () => {
    const name = await makeUser(admin);
    const { body: pair } = await login(service, name, PASSWORD);
    const user = new RestClient(service.baseUrl, pair.accessToken);
    const newPassword = `${PASSWORD} new`;
    await user.must('PUT', '/users/changePassword', {
      requestType: 'SELF',
      oldPassword: PASSWORD,
      newPassword,
      confirmPassword: newPassword,
    });
    const token = await user.must<{ jwtToken: string; tokenId: string }>('PUT', '/users/security/token', {
      tokenName: 'mine',
      JWTTokenExpiry: 'OneHour',
    });
    await user.must('PUT', '/users/security/token/revoke', { tokenIds: [token.tokenId] });
    await nobody(service).must('POST', '/users/logout', { refreshToken: pair.refreshToken });
    const found = await list({ entity: name });
    const words = found.map(({ operation }) => operation);
    expect(words).toEqual([
      'entityCreated',
      'passwordSet',
      'loggedIn',
      'passwordSet',
      'tokenCreated',
      'tokenRevoked',
      'loggedOut',
    ]);
    expect(found.slice(2).every(({ userName, address }) => userName === name && address === '127.0.0.1')).toBe(true);
    expect(found[4]).toMatchObject({ change: { tokenId: token.tokenId, tokenName: 'mine' } });
    const text = JSON.stringify(found);
    for (const secret of [PASSWORD, pair.accessToken, pair.refreshToken, token.jwtToken])
      expect(text).not.toContain(secret);
  });

  it('counts refusals of a principal, of bulks too, and knows what was hidden; without a principal there is none', async () => {
    const [role, policy] = [unique('role'), unique('policy')];
    const rules = [
      { name: 'views', effect: 'allow', operations: ['ViewAll'], resources: ['All'] },
      {
        name: 'hides',
        effect: 'deny',
        operations: ['All'],
        resources: ['domain'],
        condition: '!isOwner() && !noOwner()',
      },
    ];
    await admin.must('POST', '/policies', { name: policy, rules });
    await admin.must('POST', '/roles', { name: role, policies: [policy] });
    const name = unique('ben');
    const ben = await service.client(name, role);
    const keeper = await makeUser(admin);
    const { databaseSchema } = await table();
    const { id } = await admin.must<{ id: string }>('POST', '/tables', {
      name: 't',
      databaseSchema,
      columns: [{ name: 'id', dataType: 'INT' }],
    });
    const hidden = await admin.must<{ id: string }>('POST', '/domains', {
      ...{ name: unique('kept'), domainType: 'Aggregate', description: 'x' },
      owners: [{ type: 'user', fullyQualifiedName: keeper }],
    });
    const path = `/tables/${id}`;
    for (let n = 0; n < 4; n++)
      expect((await ben.patch(path, [{ op: 'add', path: '/description', value: 'x' }])).status).toBe(403);
    expect((await ben.get(`/domains/${hidden.id}`)).status).toBe(404);
    expect((await ben.get('/domains/00000000-0000-4000-8000-000000000000')).status).toBe(404);
    expect((await ben.get('/audit')).status).toBe(403);
    expect((await ben.get('/audit/export')).status).toBe(403);
    expect((await nobody(service).get('/audit')).status).toBe(401);
    const found = await until({ outcome: 'refused', userName: name }, (records) => records.length >= 3);
    const edit = {
      entityType: 'table',
      entityId: id,
      entityFullyQualifiedName: `${databaseSchema}.t`,
      reason: 'notAllowed',
      count: 1,
    };
    expect(found).toHaveLength(3);
    expect(found).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...edit, route: 'PATCH /api/v1/tables/:id', address: '127.0.0.1' }),
        expect.objectContaining({
          operation: 'ViewBasic',
          entityType: 'domain',
          entityId: hidden.id,
          reason: 'hidden',
        }),
        expect.objectContaining({ operation: 'ViewAll', entityType: 'audit', reason: 'notAllowed' }),
      ]),
    );
  });

  it('is exported as it is listed, and verified by the command', async () => {
    const answer = await fetch(`${service.baseUrl}/api/v1/audit/export?userName=admin`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(answer.headers.get('content-type')).toMatch('application/x-ndjson');
    const lines = (await answer.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Shown);
    const ids = lines.map(({ id }) => id);
    const listed = await list({ userName: 'admin' });
    expect(ids.slice(0, 200)).toEqual(listed.map(({ id }) => id).slice(0, ids.length));
    const env = { ...process.env, ...service.environment };
    const { stdout } = await promisify(execFile)(process.execPath, [ADMIN, 'audit', 'check'], { env });
    const [, head] = /Newest block that holds: (\d+:[0-9a-f]{64})/.exec(stdout)!;
    expect(stdout).toMatch(/records as they were sealed/);
    await promisify(execFile)(process.execPath, [ADMIN, 'audit', 'check', head!], { env });
    const other = `${head!.split(':')[0]}:${'0'.repeat(64)}`;
    await expect(
      promisify(execFile)(process.execPath, [ADMIN, 'audit', 'check', other], { env }),
    ).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('was noted as') as string,
    });
    await expect(promisify(execFile)(process.execPath, [ADMIN, 'audit', 'mend'], { env })).rejects.toMatchObject({
      code: 2,
    });
  });

  it('is read and exported as CSV by who has a rule that names it, by nobody with a rule on everything', async () => {
    const [auditors, everything] = [unique('auditors'), unique('everything')];
    const roleWith = async (role: string, resources: readonly string[]): Promise<RestClient> => {
      const rules = [{ name: 'views', effect: 'allow', operations: ['ViewAll'], resources }];
      await admin.must('POST', '/policies', { name: role, rules });
      await admin.must('POST', '/roles', { name: role, policies: [role] });
      return service.client(unique('lead'), role);
    };
    const lead = await roleWith(auditors, ['audit']);
    const viewer = await roleWith(everything, ['All']);
    const filter = new URLSearchParams({ entity: auditors, operation: 'entityCreated' }).toString();
    for (const path of [`/audit?${filter}`, `/audit/export?${filter}`, `/audit/export?${filter}&format=csv`])
      expect((await viewer.get(path)).status).toBe(403);
    const listed = await lead.must<AuditPage>('GET', `/audit?${filter}&order=asc`);
    expect(listed.data.length).toBeGreaterThan(0);
    const { headers, body } = await lead.get<string>(`/audit/export?${filter}&format=csv`);
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      'text/csv; charset=utf-8; header=present',
      'attachment; filename="audit.csv"',
    ]);
    const [head = '', ...rows] = body.trimEnd().split('\r\n');
    expect(head.split(',').slice(0, 3)).toEqual(['time', 'userName', 'outcome']);
    expect(rows.map((row) => row.split(',').slice(0, 2))).toEqual(
      listed.data.map(({ timestamp, userName }) => [new Date(timestamp).toISOString(), userName]),
    );
    expect((await lead.get('/audit/export?format=xml')).status).toBe(400);
  });

  it('exports names that are formulas as texts', async () => {
    const name = `=1+2_${unique('d')}`;
    await admin.must('POST', '/domains', { name, domainType: 'Aggregate', description: 'x' });
    const filter = new URLSearchParams({ entity: name, format: 'csv' }).toString();
    const { body } = await admin.get<string>(`/audit/export?${filter}`);
    expect(body).toContain(`,'${name},`);
  });

  it.each(['?outcome=maybe', '?limit=0', '?limit=501', '?startTs=-1', '?startTs=2&endTs=1', '?after=x', '?what=1'])(
    'refuses %s',
    async (query) => {
      expect((await admin.get(`/audit${query}`)).status).toBe(400);
    },
  );
});
